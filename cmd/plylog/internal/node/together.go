package node

import (
	"context"
	"errors"
	"fmt"

	"plylog/events/jetlog"
	"plylog/projections/checkpoints"
)

// together is what the nodes of a store share of its checkpoints: beside their leases,
// in the store itself.
type together struct{ leases *jetlog.Leases }

var _ checkpoints.Shared = together{}

func checkpointName(shard int) string { return fmt.Sprintf("checkpoint.%d", shard) }

// Newest implements checkpoints.Shared.
func (t together) Newest(ctx context.Context, shard int) ([]byte, uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	return t.leases.Agreed(ctx, checkpointName(shard))
}

// Add implements checkpoints.Shared.
func (t together) Add(ctx context.Context, shard int, note []byte, rev uint64) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	err := t.leases.Agree(ctx, checkpointName(shard), note, rev)
	if errors.Is(err, jetlog.ErrOther) {
		return fmt.Errorf("%w: %w", checkpoints.ErrTaken, err)
	}
	return err
}

// Lead implements checkpoints.Shared.
func (t together) Lead(ctx context.Context, while func(context.Context) error) error {
	return t.leases.Hold(ctx, "checkpoints", 0, func(ctx context.Context, _ uint64, _ func(uint64)) error { return while(ctx) })
}
