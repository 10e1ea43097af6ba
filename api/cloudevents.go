package api

import (
	"fmt"

	"plylog/events"
)

// The forms of CloudEvents 1.0 (JSON event format, sections 3 and 4).
const (
	formCloudEvent = "application/cloudevents+json"
	formCloudBatch = "application/cloudevents-batch+json"
)

// appendCloudEvent wraps a stored event. Its own bytes stand in data as they are.
// The sequence is the number of the event, as long as numbers get, so that texts
// sort as numbers do.
func appendCloudEvent(b []byte, e *events.Event) []byte {
	b = fmt.Appendf(b, `{"specversion":"1.0","id":"%d","source":"/v1/games/%s","type":"plylog.%s.%s.v%d","time":"%s","sequence":"%016d","datacontenttype":"application/json","data":`,
		e.N, e.Game, e.Kind, e.Type, e.V, e.Time.UTC().Format("2006-01-02T15:04:05.000Z"), e.N)
	b = append(b, e.Raw...)
	return append(b, '}')
}
