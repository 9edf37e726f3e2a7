"""A small operator written with kopf: a Website becomes a ConfigMap, a Service and a Deployment, which follow its changes."""

import kopf
import kubernetes


def labels(name):
    return {"app": name}


def config_map(name, spec):
    return {"metadata": {"name": name}, "data": {"index.html": f"<h1>{spec['greeting']}</h1>"}}


def service(name):
    return {"metadata": {"name": name}, "spec": {"selector": labels(name), "ports": [{"port": 80, "targetPort": 8080}]}}


def deployment(name, spec):
    container = {"name": "web", "image": spec["image"], "ports": [{"containerPort": 8080}]}
    return {
        "metadata": {"name": name},
        "spec": {
            "replicas": spec["replicas"],
            "selector": {"matchLabels": labels(name)},
            "template": {"metadata": {"labels": labels(name)}, "spec": {"containers": [container]}},
        },
    }


@kopf.on.startup()
def configure(settings, **_):
    settings.posting.enabled = True
    settings.watching.server_timeout = 60


@kopf.on.create("shop.example.org", "v1", "websites")
def create(spec, name, namespace, **_):
    core, apps = kubernetes.client.CoreV1Api(), kubernetes.client.AppsV1Api()
    children = [config_map(name, spec), service(name), deployment(name, spec)]
    kopf.adopt(children)
    core.create_namespaced_config_map(namespace, children[0])
    core.create_namespaced_service(namespace, children[1])
    apps.create_namespaced_deployment(namespace, children[2])
    return {"children": len(children)}


@kopf.on.update("shop.example.org", "v1", "websites", field="spec")
def update(spec, name, namespace, **_):
    core, apps = kubernetes.client.CoreV1Api(), kubernetes.client.AppsV1Api()
    core.patch_namespaced_config_map(name, namespace, config_map(name, spec))
    apps.patch_namespaced_deployment(name, namespace, {"spec": deployment(name, spec)["spec"]})


@kopf.on.delete("shop.example.org", "v1", "websites")
def delete(name, namespace, **_):
    kubernetes.client.CoreV1Api().delete_namespaced_service(name, namespace)
