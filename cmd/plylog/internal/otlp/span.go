package otlp

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"plylog/api"
)

// request is a request that was answered.
type request struct {
	at            api.Span
	route, method string
	status        int
	end           time.Time
	took          time.Duration
}

// The kinds and states of spans that are used (opentelemetry/proto/trace/v1).
const (
	kindServer  = 2
	statusError = 2
)

// The messages of ExportTraceServiceRequest. Ids are written in hexadecimal digits and
// 64-bit numbers as texts, as the JSON form asks.
type (
	export struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   resource     `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	resource struct {
		Attributes []attribute `json:"attributes"`
	}
	scopeSpans struct {
		Scope scope  `json:"scope"`
		Spans []span `json:"spans"`
	}
	scope struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	span struct {
		TraceID           string      `json:"traceId"`
		SpanID            string      `json:"spanId"`
		ParentSpanID      string      `json:"parentSpanId,omitempty"`
		Name              string      `json:"name"`
		Kind              int         `json:"kind"`
		StartTimeUnixNano string      `json:"startTimeUnixNano"`
		EndTimeUnixNano   string      `json:"endTimeUnixNano"`
		Attributes        []attribute `json:"attributes"`
		Status            *status     `json:"status,omitempty"`
	}
	status struct {
		Code int `json:"code"`
	}
	attribute struct {
		Key   string `json:"key"`
		Value value  `json:"value"`
	}
	value struct {
		StringValue *string `json:"stringValue,omitempty"`
		IntValue    *string `json:"intValue,omitempty"`
	}
)

func text(key, s string) attribute { return attribute{key, value{StringValue: &s}} }

func whole(key string, n int) attribute {
	s := strconv.Itoa(n)
	return attribute{key, value{IntValue: &s}}
}

// encode writes requests as one message. The attributes are those of OpenTelemetry's
// conventions for HTTP servers: the route, never the path.
func encode(version, instance string, requests []request) ([]byte, error) {
	spans := make([]span, len(requests))
	for i, r := range requests {
		s := span{
			TraceID: r.at.Trace, SpanID: r.at.ID, ParentSpanID: r.at.Parent,
			Name: r.method + " " + r.route, Kind: kindServer,
			StartTimeUnixNano: strconv.FormatInt(r.end.Add(-r.took).UnixNano(), 10),
			EndTimeUnixNano:   strconv.FormatInt(r.end.UnixNano(), 10),
			Attributes: []attribute{
				text("http.request.method", r.method), text("http.route", r.route), whole("http.response.status_code", r.status),
			},
		}
		if r.status >= http.StatusInternalServerError {
			s.Status = &status{statusError}
		}
		spans[i] = s
	}
	return json.Marshal(export{[]resourceSpans{{
		Resource:   resource{[]attribute{text("service.name", "plylog"), text("service.version", version), text("service.instance.id", instance)}},
		ScopeSpans: []scopeSpans{{Scope: scope{Name: "plylog", Version: version}, Spans: spans}},
	}}})
}
