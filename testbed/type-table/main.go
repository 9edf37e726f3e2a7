// Prints, as JSON, how the Go types behind the API's kinds are laid out: what scripts/update-type-table.ts turns into a table.
// Per type its fields: JSON name, protobuf number, and a shape (see docs of packages/control-plane/src/api/generated/type-table.ts).
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// Types with a JSON form of their own.
var scalars = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():                                "Time",
	reflect.TypeFor[metav1.MicroTime]():                           "MicroTime",
	reflect.TypeFor[metav1.Duration]():                            "Duration",
	reflect.TypeFor[resource.Quantity]():                          "Quantity",
	reflect.TypeFor[intstr.IntOrString]():                         "IntOrString",
	reflect.TypeFor[runtime.RawExtension]():                       "RawExtension",
	reflect.TypeFor[metav1.FieldsV1]():                            "FieldsV1",
	reflect.TypeFor[apiextensions.JSON]():                         "JSON",
	reflect.TypeFor[apiextensions.JSONSchemaPropsOrBool]():        "JSONSchemaPropsOrBool",
	reflect.TypeFor[apiextensions.JSONSchemaPropsOrArray]():       "JSONSchemaPropsOrArray",
	reflect.TypeFor[apiextensions.JSONSchemaPropsOrStringArray](): "JSONSchemaPropsOrStringArray",
}

type table struct {
	Kinds map[string]string   `json:"kinds"`
	Types map[string][]string `json:"types"`
	// What of them the API server holds in types of its own.
	Internal map[string][]string `json:"internal"`
}

// The types of the table, by name.
var described = map[string]reflect.Type{}

func main() {
	scheme := runtime.NewScheme()
	must(clientscheme.AddToScheme(scheme))
	must(apiextensions.AddToScheme(scheme))
	must(apiregistration.AddToScheme(scheme))
	metav1.AddMetaToScheme(scheme)
	out := table{Kinds: map[string]string{}, Types: map[string][]string{}}
	for kind, of := range scheme.AllKnownTypes() {
		if !served(kind.Version, kind.Group) || kind.Kind == "WatchEvent" || of.Kind() != reflect.Struct {
			continue
		}
		name := typeName(of)
		if own := kind.Group + "/" + kind.Version; !strings.HasSuffix(own, "meta.k8s.io/v1") && strings.HasPrefix(name, "meta.v1.") {
			continue
		}
		out.Kinds[strings.TrimPrefix(kind.Group+"/"+kind.Version+"/"+kind.Kind, "/")] = name
		describe(of, out.Types)
	}
	describe(reflect.TypeFor[apiextensions.JSONSchemaProps](), out.Types)
	describe(reflect.TypeFor[runtime.Unknown](), out.Types)
	describe(reflect.TypeFor[metav1.WatchEvent](), out.Types)
	describe(reflect.TypeFor[metav1.Timestamp](), out.Types)
	for _, of := range []reflect.Type{
		reflect.TypeFor[metav1.Status](), reflect.TypeFor[metav1.DeleteOptions](), reflect.TypeFor[metav1.Table](),
		reflect.TypeFor[metav1.PartialObjectMetadata](), reflect.TypeFor[metav1.PartialObjectMetadataList](),
		reflect.TypeFor[metav1.APIGroupList](), reflect.TypeFor[metav1.APIResourceList](), reflect.TypeFor[metav1.APIVersions](),
		reflect.TypeFor[metav1.CreateOptions](), reflect.TypeFor[metav1.UpdateOptions](), reflect.TypeFor[metav1.PatchOptions](),
	} {
		describe(of, out.Types)
	}
	out.Internal = internalTypes()
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	must(encoder.Encode(out))
}

// Only what the API server of this level serves without flags; and the meta kinds.
func served(version, group string) bool {
	return version == "v1" || (group == "autoscaling" && version == "v2")
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// k8s.io/api/apps/v1.Deployment -> apps.v1.Deployment
func typeName(of reflect.Type) string {
	parts := strings.Split(of.PkgPath(), "/")
	last := parts[len(parts)-1]
	if strings.HasPrefix(last, "v") && len(parts) > 1 {
		last = parts[len(parts)-2] + "." + last
	}
	return last + "." + of.Name()
}

func describe(of reflect.Type, types map[string][]string) {
	name := typeName(of)
	if _, done := types[name]; done {
		return
	}
	types[name] = []string{}
	described[name] = of
	fields := []string{}
	for index := range of.NumField() {
		field := of.Field(index)
		if field.Type == reflect.TypeFor[metav1.TypeMeta]() {
			fields = append(fields, "kind 0 ?string", "apiVersion 0 ?string")
			continue
		}
		if text, ok := fieldText(field, types); ok {
			fields = append(fields, text)
		}
	}
	types[name] = fields
}

func fieldText(field reflect.StructField, types map[string][]string) (string, bool) {
	tag := strings.Split(field.Tag.Get("json"), ",")
	if tag[0] == "-" || !field.IsExported() {
		return "", false
	}
	flags := ""
	for _, option := range tag[1:] {
		switch option {
		case "omitempty":
			flags += "?"
		case "omitzero":
			flags += "~"
		}
	}
	number := "0"
	if parts := strings.Split(field.Tag.Get("protobuf"), ","); len(parts) > 1 {
		number = parts[1]
	}
	name := tag[0]
	if name == "" {
		if field.Anonymous {
			flags = "^"
		}
		name = field.Name
	}
	return withGoName(name, field.Name) + " " + number + " " + flags + shape(field.Type, types), true
}

// name, with the Go name where it is not the same with a capital letter.
func withGoName(name, goName string) string {
	if strings.ToUpper(name[:1])+name[1:] == goName {
		return name
	}
	return name + "=" + goName
}

type protoMessage interface{ ProtoMessage() }

func shape(of reflect.Type, types map[string][]string) string {
	if scalar, ok := scalars[of]; ok {
		if of.Kind() == reflect.Struct && strings.HasPrefix(scalar, "JSONSchemaProps") {
			describe(reflect.TypeFor[apiextensions.JSONSchemaProps](), types)
		}
		return scalar
	}
	switch of.Kind() {
	case reflect.Pointer:
		return "*" + shape(of.Elem(), types)
	case reflect.Slice:
		if of.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		wrapped := ""
		if of.Name() != "" && (reflect.PointerTo(of).Implements(reflect.TypeFor[protoMessage]()) || hasMarshal(of)) {
			wrapped = "w"
		}
		return wrapped + "[" + nameOf(of) + "]" + shape(of.Elem(), types)
	case reflect.Map:
		if of.Key().Kind() != reflect.String {
			must(fmt.Errorf("a map with keys of %v", of.Key()))
		}
		return "{" + nameOf(of) + "}" + shape(of.Elem(), types)
	case reflect.Struct:
		describe(of, types)
		return typeName(of)
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64, reflect.Uint32, reflect.Uint64, reflect.Float64, reflect.Float32, reflect.Int:
		if of.PkgPath() == "" {
			return of.Kind().String()
		}
		parts := strings.Split(of.PkgPath(), "/")
		return of.Kind().String() + "=" + parts[len(parts)-1] + "." + of.Name()
	}
	if of.Kind() == reflect.Interface {
		return "any"
	}
	must(fmt.Errorf("no shape for %v", of))
	return ""
}

// How messages name a list or a map, where that is not seen from its elements: v1.ResourceList.
func nameOf(of reflect.Type) string {
	if of.Name() != "" || (of.Kind() == reflect.Map && of.Key() != reflect.TypeFor[string]()) {
		return of.String()
	}
	return ""
}

func hasMarshal(of reflect.Type) bool {
	_, found := reflect.PointerTo(of).MethodByName("MarshalToSizedBuffer")
	return found
}
