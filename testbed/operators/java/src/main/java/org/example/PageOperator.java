package org.example;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.Map;

/** A Page becomes a ConfigMap and a Deployment, both by apply; its status follows the Deployment's. */
@ControllerConfiguration
public class PageOperator implements Reconciler<Page>, Cleaner<Page> {
  public static void main(String[] args) {
    Operator operator = new Operator();
    operator.register(new PageOperator());
    operator.start();
  }

  @Override
  public List<EventSource<?, Page>> prepareEventSources(EventSourceContext<Page> context) {
    var deployments = InformerEventSourceConfiguration.from(Deployment.class, Page.class).build();
    return List.of(new InformerEventSource<>(deployments, context));
  }

  @Override
  public UpdateControl<Page> reconcile(Page page, Context<Page> context) {
    context.getClient().resource(configMap(page)).serverSideApply();
    Deployment applied = context.getClient().resource(deployment(page)).serverSideApply();
    Integer ready = applied.getStatus() == null ? null : applied.getStatus().getReadyReplicas();
    Page.Status status = new Page.Status();
    status.readyReplicas = ready == null ? 0 : ready;
    status.observedGeneration = page.getMetadata().getGeneration();
    Page.Status known = page.getStatus();
    if (known != null
        && status.readyReplicas.equals(known.readyReplicas)
        && status.observedGeneration.equals(known.observedGeneration)) {
      return UpdateControl.noUpdate();
    }
    page.setStatus(status);
    return UpdateControl.patchStatus(page);
  }

  /** Owner references do the rest. */
  @Override
  public DeleteControl cleanup(Page page, Context<Page> context) {
    context.getClient().resource(configMap(page)).delete();
    return DeleteControl.defaultDelete();
  }

  private static ConfigMap configMap(Page page) {
    ConfigMap map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(page.getMetadata().getName())
            .withNamespace(page.getMetadata().getNamespace())
            .endMetadata()
            .withData(Map.of("index.html", page.getSpec().html))
            .build();
    map.addOwnerReference(page);
    return map;
  }

  private static Deployment deployment(Page page) {
    Map<String, String> labels = Map.of("page", page.getMetadata().getName());
    Deployment deployment =
        new DeploymentBuilder()
            .withNewMetadata()
            .withName(page.getMetadata().getName())
            .withNamespace(page.getMetadata().getNamespace())
            .endMetadata()
            .withNewSpec()
            .withReplicas(page.getSpec().replicas)
            .withNewSelector()
            .withMatchLabels(labels)
            .endSelector()
            .withNewTemplate()
            .withNewMetadata()
            .withLabels(labels)
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("web")
            .withImage("example.org/web:1")
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build();
    deployment.addOwnerReference(page);
    return deployment;
  }
}
