package org.example;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

@Group("java.example.org")
@Version("v1")
public class Page extends CustomResource<Page.Spec, Page.Status> implements Namespaced {
  public static class Spec {
    public String html;
    public Integer replicas;
  }

  public static class Status {
    public Integer readyReplicas;
    public Long observedGeneration;
  }
}
