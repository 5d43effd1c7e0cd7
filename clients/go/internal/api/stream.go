package api

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"strings"

	"hubbub.example/client"
)

// Frame is a frame of a stream of Server-Sent Events.
type Frame struct {
	Event string
	// ID is where to go on after it; empty where that is not possible.
	ID   string
	Data json.RawMessage
}

// Frames reads a stream, and connects again after the last ID when the connection breaks. It ends with the error of a
// refusal, or of the context.
func (a *API) Frames(ctx context.Context, address, lastID string) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		for failures := 1; ; failures++ {
			hasMore := true
			err := a.readStream(ctx, address, lastID, func(frame Frame) bool {
				failures = 0
				if hasMore = yield(frame, nil); !hasMore {
					return false
				}
				if frame.ID != "" {
					lastID = frame.ID
				}
				return frame.Event != "end"
			})
			if !hasMore {
				return
			}
			if err != nil && ctx.Err() == nil && !IsTemporary(err) {
				yield(Frame{}, err)
				return
			}
			if err := Pause(ctx, failures+1, ""); err != nil {
				yield(Frame{}, err)
				return
			}
		}
	}
}

func (a *API) readStream(ctx context.Context, address, lastID string, receive func(Frame) bool) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", a.Authorization)
	if lastID != "" {
		request.Header.Set("Last-Event-ID", lastID)
	}
	response, err := a.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		content, _ := io.ReadAll(response.Body)
		return hubbub.NewError(response.StatusCode, content)
	}
	reader := bufio.NewReader(response.Body)
	frame := Frame{Event: "message"}
	for {
		line, err := reader.ReadString('\n')
		if err != nil {
			return io.ErrUnexpectedEOF
		}
		name, value, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "event":
			frame.Event = value
		case "id":
			frame.ID = value
		case "data":
			frame.Data = append(frame.Data, value...)
		case "":
			// A line that begins with a colon is a comment; an empty one ends a frame.
			if value == "" && len(frame.Data) > 0 {
				if !receive(frame) {
					return nil
				}
				frame = Frame{Event: "message"}
			}
		}
	}
}
