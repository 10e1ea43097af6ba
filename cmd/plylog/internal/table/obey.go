package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/remote"
	"plylog/cmd/plylog/internal/wording"
	"plylog/engines"
)

// obey does what a line says. next tells that another game has begun.
func (t *table) obey(ctx context.Context, in *typed) (next bool, err error) {
	switch {
	case errors.Is(in.err, io.EOF):
		return false, errLeave
	case in.err != nil:
		return false, fmt.Errorf("reading the input: %w", in.err)
	}
	l, err := parse(in.text)
	if err != nil {
		t.console.Say("%v; help lists the words", err)
		return false, nil
	}
	switch l.word {
	case wordQuit:
		return false, errLeave
	case wordHelp:
		t.help()
	case wordBoard:
		t.board = ""
		err = t.draw()
	case wordMoves:
		err = t.moves(ctx, l.args)
	case wordHistory:
		err = t.history(ctx)
	case wordExport:
		err = t.export(ctx, l.args[0])
	case wordUndo:
		err = t.undo(ctx)
	case wordRematch:
		err = t.rematch(ctx)
		next = err == nil
	}
	if l.do != nil {
		_, err = t.submit(ctx, *l.do)
	}
	return next && err == nil, t.refused(err)
}

// refused tells of a refusal, which is no error of the table.
func (t *table) refused(err error) error {
	var p *client.Problem
	if !errors.As(err, &p) || p.Status >= 500 || p.Status == 423 {
		return err
	}
	t.console.Say("%v", p)
	for _, line := range wording.Help(p) {
		t.console.Say("%s", line)
	}
	return nil
}

// acting is the seat of ours that a command is meant for.
func (t *table) acting(do *client.Command) engines.Seat {
	if len(t.tokens) == 1 {
		for seat := range t.tokens {
			return seat
		}
	}
	return remote.Acting(t.state, do)
}

// submit sends a command, for the version that was shown, and returns whose it
// was.
func (t *table) submit(ctx context.Context, do client.Command) (engines.Seat, error) {
	seat := t.acting(&do)
	do.IfMatch = t.shown
	done, err := t.api.WithToken(t.tokens[seat]).Submit(ctx, t.game, do)
	if err != nil {
		return seat, err
	}
	t.known = max(t.known, done.Event.N)
	return seat, nil
}

// undo offers a takeback. Two who share a screen agree without a word.
func (t *table) undo(ctx context.Context) error {
	do := client.Command{Type: "offer", What: "takeback"}
	seat, err := t.submit(ctx, do)
	token := t.tokens[seat.Opponent()]
	if err != nil || token == "" {
		return err
	}
	do.Type = "accept"
	done, err := t.api.WithToken(token).Submit(ctx, t.game, do)
	if err == nil {
		t.known = max(t.known, done.Event.N)
	}
	return err
}

// rematch asks for the next game with every seat of ours and moves there.
func (t *table) rematch(ctx context.Context) error {
	seats := make(map[engines.Seat]string, len(t.tokens))
	game := t.game
	for _, seat := range []engines.Seat{engines.First, engines.Second} {
		if t.tokens[seat] == "" {
			continue
		}
		next, err := t.api.WithToken(t.tokens[seat]).Rematch(ctx, t.game)
		if err != nil {
			return err
		}
		game, seats[next.Seat] = next.Game, next.Token
	}
	return t.take(game, seats)
}

// moves lists what can be played now, or what of it has a part in it.
func (t *table) moves(ctx context.Context, part []string) error {
	seat := t.acting(&client.Command{Type: "move"})
	list, err := t.api.WithToken(t.tokens[seat]).Choices(ctx, t.game, seat, 0)
	if err != nil {
		return err
	}
	var moves []string
	for _, c := range list.Choices {
		if len(part) == 0 || strings.Contains(string(c.Move), part[0]) {
			moves = append(moves, string(c.Move))
		}
	}
	if err := t.data(columns(moves, width)); err != nil {
		return err
	}
	for _, b := range list.Barred {
		t.console.Say("barred: %s: %s (%s)", b.Move, b.Detail, b.Rule)
	}
	switch {
	case list.Reason != "":
		t.console.Say("%s", list.Reason)
	case len(moves) == 0:
		t.console.Say("there is no such move; there are %d", len(list.Choices))
	}
	return nil
}

// history lists the moves so far.
func (t *table) history(ctx context.Context) error {
	h, err := t.seated().History(ctx, t.game, false)
	if err != nil {
		return err
	}
	lines := make([]string, len(h.Moves))
	for i := range h.Moves {
		lines[i] = wording.Entry(&h.Moves[i])
	}
	return t.data(lines)
}

// export writes the game in a format.
func (t *table) export(ctx context.Context, format string) error {
	f, err := t.seated().Export(ctx, t.game, format)
	if err != nil {
		return err
	}
	if f.LeftOut != "" {
		t.console.Say("%s has no room for: %s", format, f.LeftOut)
	}
	return t.data([]string{strings.TrimRight(string(f.Data), "\n")})
}
