package node

import (
	"context"

	"plylog/cmd/plylog/internal/auditor"
)

// audit folds the games again, slowly, until ctx ends; done is closed then.
func (n *node) audit(ctx context.Context) (done <-chan struct{}) {
	return beside(func() {
		_ = auditor.New(n.auditing).Run(ctx) // it ends with ctx, without an error
	})
}
