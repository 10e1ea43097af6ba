package projections

// lists are the lists of many players. Most have one game alone, as guests do, who are
// somebody else in each: such a list is a number. The zero value is empty.
type lists struct {
	one  map[uint32]uint32 // rows of players who have one
	many map[uint32]*order // of those who have more, or once had
}

// insert takes a row into a player's list, if it is not there.
func (l *lists) insert(r *rows[row], player, i uint32) {
	if o := l.many[player]; o != nil {
		o.insert(r, i)
		return
	}
	if l.one == nil {
		l.one, l.many = make(map[uint32]uint32), make(map[uint32]*order)
	}
	switch had, ok := l.one[player]; {
	case !ok:
		l.one[player] = i
	case had != i:
		o := new(order)
		o.insert(r, had)
		o.insert(r, i)
		l.many[player] = o
		delete(l.one, player)
	}
}

// remove takes a row out of a player's list, if it is there.
func (l *lists) remove(r *rows[row], player, i uint32) {
	if o := l.many[player]; o != nil {
		if o.remove(r, i); len(o.runs) == 0 {
			delete(l.many, player)
		}
		return
	}
	if had, ok := l.one[player]; ok && had == i {
		delete(l.one, player)
	}
}

// list returns a player's list, nil if it is empty. It is not to be changed.
func (l *lists) list(player uint32) *order {
	if i, ok := l.one[player]; ok {
		return &order{runs: [][]uint32{{i}}}
	}
	return l.many[player]
}
