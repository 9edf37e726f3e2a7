package main

import (
	"reflect"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/apis/apps"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/networking"
	"k8s.io/kubernetes/pkg/apis/policy"
)

// What the API server works with inside, and prints of in messages: types without names for JSON. Per field its Go name, the name that it has
// in the served version, and a shape.
func internalTypes() map[string][]string {
	out := map[string][]string{}
	for _, of := range []reflect.Type{
		reflect.TypeFor[core.PodTemplateSpec](), reflect.TypeFor[core.PersistentVolumeSource](), reflect.TypeFor[core.PersistentVolumeClaimSpec](),
		reflect.TypeFor[core.Taint](), reflect.TypeFor[core.NodeAddress](), reflect.TypeFor[core.ServicePort](), reflect.TypeFor[core.PodIP](),
		reflect.TypeFor[core.HostIP](), reflect.TypeFor[core.ScopeSelector](), reflect.TypeFor[core.ObjectReference](), reflect.TypeFor[core.EventSource](),
		reflect.TypeFor[core.NodeConfigSource](), reflect.TypeFor[core.VolumeNodeAffinity](), reflect.TypeFor[batch.PodFailurePolicy](),
		reflect.TypeFor[batch.SuccessPolicy](), reflect.TypeFor[batch.UncountedTerminatedPods](), reflect.TypeFor[apps.StatefulSetUpdateStrategy](),
		reflect.TypeFor[apps.DeploymentStrategy](), reflect.TypeFor[apps.DaemonSetUpdateStrategy](), reflect.TypeFor[policy.PodDisruptionBudgetSpec](),
		reflect.TypeFor[networking.IngressRule](), reflect.TypeFor[autoscaling.CrossVersionObjectReference](),
	} {
		describeInternal(of, out)
	}
	return out
}

func describeInternal(of reflect.Type, out map[string][]string) {
	name := typeName(of)
	if _, done := out[name]; done {
		return
	}
	out[name] = []string{}
	out[name] = internalFields(of, out)
}

func internalFields(of reflect.Type, out map[string][]string) []string {
	fields := []string{}
	for index := range of.NumField() {
		field := of.Field(index)
		if field.Anonymous && isMeta(field.Type) {
			fields = append(fields, field.Name+" metadata ^Served")
			continue
		}
		if field.Anonymous && field.Type.Kind() == reflect.Struct {
			fields = append(fields, internalFields(field.Type, out)...)
			continue
		}
		fields = append(fields, field.Name+" "+servedName(of, field.Name)+" "+internalShape(field.Type, out))
	}
	return fields
}

// Types that have names for JSON themselves.
func isMeta(of reflect.Type) bool {
	return of.PkgPath() == reflect.TypeFor[metav1.ObjectMeta]().PkgPath()
}

// The name for JSON of the same field of the same type in the served version.
func servedName(of reflect.Type, field string) string {
	parts := strings.SplitN(typeName(of), ".", 2)
	version := ".v1."
	if parts[0] == "autoscaling" {
		version = ".v2."
	}
	if served, known := described[parts[0]+version+parts[1]]; known {
		if found, ok := served.FieldByName(field); ok {
			if name := strings.Split(found.Tag.Get("json"), ",")[0]; name != "" {
				return name
			}
		}
	}
	return strings.ToLower(field[:1]) + field[1:]
}

func internalShape(of reflect.Type, out map[string][]string) string {
	if scalar, ok := scalars[of]; ok {
		return scalar
	}
	switch of.Kind() {
	case reflect.Pointer:
		return "*" + internalShape(of.Elem(), out)
	case reflect.Slice:
		return "[]" + internalShape(of.Elem(), out)
	case reflect.Map:
		return "{}" + internalShape(of.Elem(), out)
	case reflect.Struct:
		if isMeta(of) {
			return "Served"
		}
		describeInternal(of, out)
		return typeName(of)
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	}
	return "number"
}
