package post

// Settle waits until no letter is under way.
func (c *Courier) Settle() { c.gone.Wait() }
