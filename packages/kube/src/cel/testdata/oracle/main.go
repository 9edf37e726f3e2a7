// Fills in what Kubernetes 1.35 answers to the expressions of ../kubernetes-cases.ts, with `object` as a variable of unknown type.
// To run it, in an empty folder with this file:
//
//	go mod init oracle && go get k8s.io/apiserver@v0.35.4 && go mod tidy && go run . path/to/kubernetes-cases.ts
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

type row struct {
	Area       string `json:"area"`
	Expression string `json:"expression"`
	Kubernetes string `json:"kubernetes"`
	Ours       string `json:"ours,omitempty"`
	Why        string `json:"why,omitempty"`
}

func main() {
	content, err := os.ReadFile(os.Args[1])
	must(err)
	lines := strings.Split(string(content), "\n")
	env := environmentWithObject()
	var object any
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, `"{`):
			var text string
			must(json.Unmarshal([]byte(strings.TrimSuffix(line, ";")), &text))
			must(utiljson.Unmarshal([]byte(text), &object))
		case strings.HasPrefix(line, `{"area"`):
			var c row
			must(json.Unmarshal([]byte(strings.TrimSuffix(line, ",")), &c))
			c.Kubernetes = outcome(env, c.Expression, object)
			lines[i] = encode(c) + ","
		}
	}
	must(os.WriteFile(os.Args[1], []byte(strings.Join(lines, "\n")), 0o644))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func environmentWithObject() *cel.Env {
	set, err := environment.MustBaseEnvSet(version.MajorMinor(1, 35)).Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []cel.EnvOption{cel.Variable("object", cel.DynType)},
	})
	must(err)
	return set.StoredExpressionsEnv()
}

func encode(value any) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	must(encoder.Encode(value))
	return strings.TrimSuffix(text.String(), "\n")
}

// outcome is the value as text, "invalid" where the expression does not compile, or "error".
func outcome(env *cel.Env, expression string, object any) string {
	checked, issues := env.Compile(expression)
	if issues.Err() != nil {
		return "invalid"
	}
	program, err := env.Program(checked, cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		return "invalid"
	}
	value, _, err := program.Eval(map[string]any{"object": object})
	if err != nil {
		return "error"
	}
	return show(value)
}

func show(value ref.Val) string {
	switch v := value.(type) {
	case types.Null:
		return "null"
	case types.Bool:
		return strconv.FormatBool(bool(v))
	case types.Int:
		return strconv.FormatInt(int64(v), 10)
	case types.Uint:
		return strconv.FormatUint(uint64(v), 10) + "u"
	case types.Double:
		return "double(" + showDouble(float64(v)) + ")"
	case types.String:
		return encode(string(v))
	case types.Bytes:
		return fmt.Sprintf("bytes(%x)", []byte(v))
	case *types.Optional:
		if !v.HasValue() {
			return "none"
		}
		return "some(" + show(v.GetValue()) + ")"
	case types.Timestamp:
		return "timestamp(" + v.UTC().Format(time.RFC3339Nano) + ")"
	case types.Duration:
		return "duration(" + string(v.ConvertToType(types.StringType).(types.String)) + ")"
	case apiservercel.IP:
		return "ip(" + v.String() + ")"
	case apiservercel.CIDR:
		return "cidr(" + v.String() + ")"
	case traits.Lister:
		return "[" + strings.Join(showItems(v), ", ") + "]"
	case traits.Mapper:
		return "{" + strings.Join(showEntries(v), ", ") + "}"
	case ref.Type:
		return "type(" + v.TypeName() + ")"
	}
	return value.Type().TypeName()
}

// showDouble writes a number as JavaScript does.
func showDouble(number float64) string {
	size := math.Abs(number)
	switch {
	case math.IsNaN(number):
		return "NaN"
	case math.IsInf(number, 0):
		return strings.TrimPrefix(strings.Replace(strconv.FormatFloat(number, 'g', -1, 64), "Inf", "Infinity", 1), "+")
	case size == 0 || size >= 1e-6 && size < 1e21:
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(number, 'e', -1, 64), "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0")
}

func showItems(list traits.Lister) []string {
	items := []string{}
	for it := list.Iterator(); it.HasNext() == types.True; {
		items = append(items, show(it.Next()))
	}
	return items
}

func showEntries(mapper traits.Mapper) []string {
	entries := []string{}
	for it := mapper.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		entries = append(entries, show(key)+": "+show(mapper.Get(key)))
	}
	sort.Strings(entries)
	return entries
}
