package chat

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/url"
	"strconv"

	"hubbub.example/client"
	"hubbub.example/client/internal/api"
)

// Event is an event of a queue. Type and Op say what Data has beside them. A newer server may send further kinds.
type Event struct {
	ID   int64  `json:"id"`
	Type string `json:"type"`
	// Message is there for the type "message".
	Message *Message `json:"message"`
	// Op is what was done, for kinds that have several forms.
	Op string `json:"op"`
	// Data is the event as it came. Decode it into the type of its kind: SubscriptionAddEvent for the type "subscription"
	// and the op "add".
	Data json.RawMessage `json:"-"`
}

// Position is a place in an event queue: everything up to the event is handled.
type Position struct {
	QueueID     string
	LastEventID int64
}

// EventReader reads the events of a queue. Set its members before you call All.
type EventReader struct {
	// Register says what the queue receives.
	Register RegisterQueueParams
	// Position is where to go on; nil registers a queue. Keep it after each event to go on later.
	Position *Position
	// OnRegistered is called with the state at the start, and again if the queue has expired. Load your own state here,
	// since events may be missing before it.
	OnRegistered func(*RegisterQueueAnswer) error
	// Stream reads one stream in place of long polls.
	Stream bool

	client *Client
}

// Events makes a reader of events.
func (c *Client) Events() *EventReader { return &EventReader{client: c} }

// All iterates over the events. It goes on after broken connections and restarts of the server, and registers again if
// the queue has expired. An event counts as handled when the next one is asked for. It ends with the error of a refusal,
// or of the context.
func (r *EventReader) All(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for failures := 0; ; {
			hasMore := true
			err := r.read(ctx, func(event Event) bool {
				failures = 0
				if event.Type != "heartbeat" {
					hasMore = yield(event, nil)
				}
				if hasMore {
					r.Position.LastEventID = event.ID
				}
				return hasMore
			})
			if !hasMore {
				return
			}
			if err == nil {
				continue
			}
			failures++
			var refusal *hubbub.Error
			hasExpired := errors.As(err, &refusal) && refusal.Code == "BAD_EVENT_QUEUE_ID"
			if hasExpired {
				r.Position = nil
			}
			if ctx.Err() != nil || (!hasExpired && !api.IsTemporary(err)) {
				yield(Event{}, err)
				return
			}
			// An expired queue is registered anew at once.
			if hasExpired && failures == 1 {
				continue
			}
			if err := api.Pause(ctx, failures, ""); err != nil {
				yield(Event{}, err)
				return
			}
		}
	}
}

// read registers if there is no queue, then receives the answer of one long poll, or of a stream until it ends.
func (r *EventReader) read(ctx context.Context, receive func(Event) bool) error {
	if r.Position == nil {
		state, err := r.client.RegisterQueue(ctx, r.Register)
		if err != nil {
			return err
		}
		if state.QueueID == nil {
			return errors.New("the server has registered no queue")
		}
		// Without the caller's state the queue does not count: after an error for the moment there is another one.
		if r.OnRegistered != nil {
			if err := r.OnRegistered(state); err != nil {
				return err
			}
		}
		r.Position = &Position{QueueID: *state.QueueID, LastEventID: state.LastEventID}
	}
	if r.Stream {
		return r.stream(ctx, receive)
	}
	query := url.Values{"queue_id": {r.Position.QueueID}, "last_event_id": {strconv.FormatInt(r.Position.LastEventID, 10)}}
	var answer struct {
		Events []json.RawMessage `json:"events"`
	}
	request := api.Request{Method: "GET", Path: "/events?" + query.Encode()}
	if err := r.client.api.Call(ctx, request, &answer, nil); err != nil {
		return err
	}
	for _, data := range answer.Events {
		event, err := parseEvent(data)
		if err != nil || !receive(event) {
			return err
		}
	}
	return nil
}

func (r *EventReader) stream(ctx context.Context, receive func(Event) bool) error {
	address := r.client.api.Base + "/events/stream?" + url.Values{"queue_id": {r.Position.QueueID}}.Encode()
	for frame, err := range r.client.api.Frames(ctx, address, strconv.FormatInt(r.Position.LastEventID, 10)) {
		if err != nil {
			return err
		}
		if frame.Event == "end" {
			if err := endError(frame.Data); err != nil {
				return err
			}
			continue
		}
		event, err := parseEvent(frame.Data)
		if err != nil || !receive(event) {
			return err
		}
	}
	return nil
}

// endError returns the error of an end after which another connection would not help.
func endError(data json.RawMessage) error {
	var end struct {
		Reason string `json:"reason"`
	}
	_ = json.Unmarshal(data, &end)
	switch end.Reason {
	case "superseded":
		return &hubbub.Error{Status: 409, Code: end.Reason, Message: "another reader has taken over this queue"}
	case "session_ended":
		return &hubbub.Error{Status: 409, Code: end.Reason, Message: "the key is no longer valid"}
	}
	return nil
}

func parseEvent(data json.RawMessage) (Event, error) {
	event := Event{Data: data}
	err := json.Unmarshal(data, &event)
	return event, err
}
