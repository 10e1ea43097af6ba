package table

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// typed is a line as it came, or why there are no more.
type typed struct {
	text string
	err  error // io.EOF at the end
}

// read sends the lines of an input, each when somebody takes it, and at last why
// there are no more. Of a line that is too long the beginning is sent, which is
// too long as well.
func read(ctx context.Context, in io.Reader) <-chan typed {
	out := make(chan typed)
	go func() {
		buf := bufio.NewReaderSize(in, 4*mostLine)
		for {
			text, err := readLine(buf)
			if errors.Is(err, io.EOF) && text != "" {
				err = nil // a last line without its end; the end comes next
			}
			select {
			case out <- typed{text, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}

// readLine reads to the end of a line, however long, and keeps what fits.
func readLine(buf *bufio.Reader) (string, error) {
	part, err := buf.ReadSlice('\n')
	text := string(part)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = buf.ReadSlice('\n')
	}
	return text, err
}
