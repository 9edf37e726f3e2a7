//! A Poem becomes a ConfigMap by apply, its status is merged in, and a finalizer writes an epitaph when it goes.
use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures::StreamExt;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{
    Client, CustomResource, Resource, ResourceExt,
    api::{Api, ObjectMeta, Patch, PatchParams},
    runtime::{
        controller::{Action, Controller},
        finalizer::{Event, finalizer},
        watcher,
    },
};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Clone, Debug, Deserialize, Serialize)]
#[kube(group = "rust.example.org", version = "v1", kind = "Poem", namespaced, schema = "disabled", status = "PoemStatus")]
struct PoemSpec {
    verses: Vec<String>,
}

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "camelCase")]
struct PoemStatus {
    verses: usize,
    observed_generation: Option<i64>,
}

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}")]
    Api(#[from] kube::Error),
    #[error("{0}")]
    Finalizer(#[source] Box<kube::runtime::finalizer::Error<Failure>>),
}

const FINALIZER: &str = "rust.example.org/poem";

async fn reconcile(poem: Arc<Poem>, client: Arc<Client>) -> Result<Action, Failure> {
    let client = client.as_ref().clone();
    let poems: Api<Poem> = Api::namespaced(client.clone(), &poem.namespace().unwrap_or_default());
    finalizer(&poems, FINALIZER, poem, |event| async {
        match event {
            Event::Apply(poem) => write(client, poem).await,
            Event::Cleanup(poem) => clean(client, poem).await,
        }
    })
    .await
    .map_err(|error| Failure::Finalizer(Box::new(error)))
}

async fn write(client: Client, poem: Arc<Poem>) -> Result<Action, Failure> {
    let namespace = poem.namespace().unwrap_or_default();
    let map = ConfigMap {
        metadata: ObjectMeta {
            name: Some(poem.name_any()),
            owner_references: poem.controller_owner_ref(&()).map(|owner| vec![owner]),
            ..ObjectMeta::default()
        },
        data: Some(BTreeMap::from([("poem".to_string(), poem.spec.verses.join("\n"))])),
        ..ConfigMap::default()
    };
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), &namespace);
    maps.patch(&poem.name_any(), &PatchParams::apply("poems").force(), &Patch::Apply(&map)).await?;
    let status = PoemStatus { verses: poem.spec.verses.len(), observed_generation: poem.meta().generation };
    if poem.status.as_ref() != Some(&status) {
        let poems: Api<Poem> = Api::namespaced(client, &namespace);
        let patch = serde_json::json!({ "status": status });
        poems.patch_status(&poem.name_any(), &PatchParams::default(), &Patch::Merge(&patch)).await?;
    }
    Ok(Action::await_change())
}

/// The owner reference takes the ConfigMap away; what the poem was stays written in another one, which nobody owns.
async fn clean(client: Client, poem: Arc<Poem>) -> Result<Action, Failure> {
    let map = ConfigMap {
        metadata: ObjectMeta { name: Some(format!("{}-epitaph", poem.name_any())), ..ObjectMeta::default() },
        data: Some(BTreeMap::from([("verses".to_string(), poem.spec.verses.len().to_string())])),
        ..ConfigMap::default()
    };
    let maps: Api<ConfigMap> = Api::namespaced(client, &poem.namespace().unwrap_or_default());
    maps.patch(&map.name_any(), &PatchParams::apply("poems").force(), &Patch::Apply(&map)).await?;
    Ok(Action::await_change())
}

#[tokio::main]
async fn main() -> Result<(), kube::Error> {
    let client = Client::try_default().await?;
    Controller::new(Api::<Poem>::all(client.clone()), watcher::Config::default())
        .owns(Api::<ConfigMap>::all(client.clone()), watcher::Config::default())
        .run(reconcile, |_, error, _| { println!("{error}"); Action::requeue(Duration::from_secs(1)) }, Arc::new(client))
        .for_each(|_| async {})
        .await;
    Ok(())
}
