package people

import "context"

// FinishErasing goes on with what a crash interrupted, as Run does.
func (p *People) FinishErasing(ctx context.Context) error { return p.finishErasing(ctx) }
