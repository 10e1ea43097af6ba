package node

import (
	"reflect"
	"testing"

	"github.com/spf13/pflag"

	"plylog/api"
	"plylog/cmd/plylog/internal/config"
)

// Without any setting every bound is on, and 0 takes away the one that it is given
// to.
func TestLimits(t *testing.T) {
	resolve := func(args ...string) api.Limits {
		t.Helper()
		flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
		set := config.Bind(flags, settings())
		if err := flags.Parse(args); err != nil {
			t.Fatal(err)
		}
		values, err := set.Resolve(func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		s, err := read(values)
		if err != nil {
			t.Fatal(err)
		}
		return s.limits()
	}
	minute, hour := 1.0/60, 1.0/3600
	quota := func(perSecond float64, n, burst int) api.Quota {
		rate := func(times int) api.Rate {
			return api.Rate{PerSecond: float64(times*n) * perSecond, Burst: times * burst}
		}
		return api.Quota{Session: rate(1), Address: rate(10), Network: rate(40)}
	}
	letters := func(n int) api.Rate { return api.Rate{PerSecond: float64(n) * hour, Burst: n} }
	got := resolve()
	want := api.Limits{
		Session: api.Rate{PerSecond: 100, Burst: 1000}, Address: api.Rate{PerSecond: 500, Burst: 5000},
		Create: quota(minute, 60, 60), Move: quota(1, 50, 500), Feed: quota(minute, 60, 60),
		Mail:            api.MailQuota{Mailbox: letters(6), Address: letters(30), Network: letters(120), All: letters(1000)},
		FeedsPerSession: 100, FeedsPerAddress: 20,
	}
	if !near(got, want) {
		t.Errorf("by default\n%+v, want\n%+v", got, want)
	}
	none := resolve("--rate-session=0", "--rate-address=0", "--rate-create=0", "--rate-move=0", "--rate-feed=0", "--rate-mail=0", "--rate-mails=0", "--feeds-session=0", "--feeds-address=0")
	if none != (api.Limits{}) {
		t.Errorf("without bounds: %+v", none)
	}
}

// near compares numbers as closely as they are computed.
func near(a, b api.Limits) bool {
	var walk func(a, b reflect.Value) bool
	walk = func(a, b reflect.Value) bool {
		switch a.Kind() {
		case reflect.Struct:
			for i := range a.NumField() {
				if !walk(a.Field(i), b.Field(i)) {
					return false
				}
			}
			return true
		case reflect.Float64:
			return a.Float()-b.Float() < 1e-9 && b.Float()-a.Float() < 1e-9
		default:
			return a.Interface() == b.Interface()
		}
	}
	return walk(reflect.ValueOf(a), reflect.ValueOf(b))
}
