package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"

	"plylog/api/people/vault"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/events/jetlog"
	"plylog/events/merkle"
)

// store reads every record of a store that nobody has open, and holds it against what
// was signed. One that is in use was read when its server started, and is watched.
func (d *doctor) store(ctx context.Context) {
	if d.running {
		d.add(note("store", "in use: it was checked when its server started, and the server watches it since (see server)"))
		return
	}
	dir := datadir.LogIn(d.cfg.Data)
	if _, err := os.Stat(dir); err != nil {
		d.add(note("store", "there is none yet"))
		return
	}
	const restore = "copy the folder, then: plylog restore --data DIR --from BACKUP (deploy/runbook.md)"
	signed, err := merkle.ReadSigned(d.cfg.Data)
	if err != nil {
		d.add(bad("store", fmt.Sprintf("what was signed cannot be read: %v", err), "put back the files "+merkle.KeyFile+" and "+merkle.ArchiveFile+" that belong to this log: a backup has both"))
		return
	}
	checked, err := jetlog.CheckStore(ctx, jetlog.StoreFolder(dir), jetlog.Check{Signed: signed, Beside: []string{vault.Stream}})
	var damaged *jetlog.StoreError
	switch {
	case errors.As(err, &damaged):
		d.add(bad("store", damaged.Error(), restore))
		return
	case err != nil:
		d.add(bad("store", err.Error(), "let the user of the server read the folder"))
		return
	}
	var events, archived, bytes uint64
	torn := 0
	for _, c := range checked {
		events += c.Events
		archived += c.Archived
		bytes += uint64(c.Bytes)
		if c.Torn != nil {
			torn++
		}
	}
	says := fmt.Sprintf("%d events in %d shards, %d MiB", events, len(checked), bytes>>20)
	if archived > 0 {
		says = fmt.Sprintf("%d events in %d shards, %d of them archived, %d MiB of the others", events, len(checked), archived, bytes>>20)
	}
	d.add(good("store", "%s: every record and all that was signed is there", says))
	if torn > 0 {
		d.add(note("store", "a power cut has cut off a write that nobody was told of; the next start removes it"))
	}
}
