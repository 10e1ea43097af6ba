package projections

// lists are the lists of many players. Most have one game alone, as guests do, who are
// somebody else in each: such a list is a number.
type lists map[uint32]held

// held is the list of one player.
type held struct {
	one  uint32 // a row, and one; 0: there is none or several
	many *order
}

// insert takes a row into a player's list, if it is not there.
func (l lists) insert(r *rows, player, i uint32) {
	switch h := l[player]; {
	case h.many != nil:
		h.many.insert(r, i)
	case h.one == 0:
		l[player] = held{one: i + 1}
	case h.one != i+1:
		o := new(order)
		o.insert(r, h.one-1)
		o.insert(r, i)
		l[player] = held{many: o}
	}
}

// remove takes a row out of a player's list, if it is there.
func (l lists) remove(r *rows, player, i uint32) {
	switch h := l[player]; {
	case h.many != nil:
		if h.many.remove(r, i); len(h.many.runs) == 0 {
			delete(l, player)
		}
	case h.one == i+1:
		delete(l, player)
	}
}

// list returns a player's list, nil if it is empty. It is not to be changed.
func (l lists) list(player uint32) *order {
	h := l[player]
	if h.one > 0 {
		return &order{runs: [][]uint32{{h.one - 1}}}
	}
	return h.many
}
