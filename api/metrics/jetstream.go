package metrics

import "github.com/prometheus/client_golang/prometheus"

// JetStream are figures of a NATS server in this process, as it says them itself; see
// jetlog.Figures, which has the same fields.
type JetStream struct {
	Connections   int
	Subscriptions uint32
	SlowConsumers int64
	InMessages    int64
	InBytes       int64
	OutMessages   int64
	OutBytes      int64

	Streams     int
	Messages    uint64
	StoreBytes  uint64
	MemoryBytes uint64
	APIRequests uint64
	APIErrors   uint64
}

// jetStreamMetric is one figure with its name.
type jetStreamMetric struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	of   func(*JetStream) float64
}

// jetStreamCollector asks a server whenever somebody reads the metrics.
type jetStreamCollector struct {
	ask     func() (JetStream, error)
	metrics []jetStreamMetric
}

// JetStream shows the figures of a NATS server in this process; ask is called whenever
// somebody reads the metrics, and an error leaves them out. It is called once.
func (s *Set) JetStream(ask func() (JetStream, error)) {
	c := &jetStreamCollector{ask: ask}
	add := func(name, help string, kind prometheus.ValueType, of func(*JetStream) float64) {
		c.metrics = append(c.metrics, jetStreamMetric{prometheus.NewDesc(prometheus.BuildFQName(prefix, "jetstream", name), help, nil, nil), kind, of})
	}
	const gauge, counter = prometheus.GaugeValue, prometheus.CounterValue
	add("connections", "Connections to the NATS server in this process, its own among them.", gauge, func(j *JetStream) float64 { return float64(j.Connections) })
	add("subscriptions", "Subscriptions at the NATS server.", gauge, func(j *JetStream) float64 { return float64(j.Subscriptions) })
	add("slow_consumers_total", "Clients of the NATS server that were cut off because they read too slowly.", counter, func(j *JetStream) float64 { return float64(j.SlowConsumers) })
	add("in_messages_total", "Messages that the NATS server received.", counter, func(j *JetStream) float64 { return float64(j.InMessages) })
	add("in_bytes_total", "Bytes of those.", counter, func(j *JetStream) float64 { return float64(j.InBytes) })
	add("out_messages_total", "Messages that the NATS server sent.", counter, func(j *JetStream) float64 { return float64(j.OutMessages) })
	add("out_bytes_total", "Bytes of those.", counter, func(j *JetStream) float64 { return float64(j.OutBytes) })
	add("streams", "Streams, those of the store and of what stands beside it.", gauge, func(j *JetStream) float64 { return float64(j.Streams) })
	add("messages", "Messages in all streams.", gauge, func(j *JetStream) float64 { return float64(j.Messages) })
	add("store_bytes", "What the streams take on disk.", gauge, func(j *JetStream) float64 { return float64(j.StoreBytes) })
	add("memory_bytes", "What streams take in memory.", gauge, func(j *JetStream) float64 { return float64(j.MemoryBytes) })
	add("api_requests_total", "Requests to JetStream.", counter, func(j *JetStream) float64 { return float64(j.APIRequests) })
	add("api_errors_total", "Those that JetStream refused.", counter, func(j *JetStream) float64 { return float64(j.APIErrors) })
	s.registry.MustRegister(c)
}

// Describe implements prometheus.Collector.
func (c *jetStreamCollector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range c.metrics {
		to <- m.desc
	}
}

// Collect implements prometheus.Collector.
func (c *jetStreamCollector) Collect(to chan<- prometheus.Metric) {
	j, err := c.ask()
	if err != nil {
		return
	}
	for _, m := range c.metrics {
		to <- prometheus.MustNewConstMetric(m.desc, m.kind, m.of(&j))
	}
}
