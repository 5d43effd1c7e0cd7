// Package dispatch is a client of Hubbub's dispatch API.
package dispatch

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"

	"hubbub.example/client"
	"hubbub.example/client/internal/api"
)

// Client has a method for each operation.
type Client struct {
	api *api.API
}

// Options of a client.
type Options struct {
	// HTTP sends the requests; http.DefaultClient if it is nil.
	HTTP *http.Client
	// Attempts is how often a request is sent at most; 5 if it is 0.
	Attempts int
}

// New makes a client with the key of an organization or administrator. The address of the server has no path.
func New(address, apiKey string, options ...Options) *Client {
	return newClient(address, "Basic "+base64.StdEncoding.EncodeToString([]byte(apiKey+":")), options)
}

// NewForWorker makes a client with a worker's token.
func NewForWorker(address, token string, options ...Options) *Client {
	return newClient(address, "Bearer "+token, options)
}

func newClient(address, authorization string, options []Options) *Client {
	connection := &api.API{
		Base:          api.Trim(address) + "/api/v2",
		Authorization: authorization,
		Attempts:      5,
		HTTP:          http.DefaultClient,
		Encode:        encode,
	}
	for _, option := range options {
		if option.HTTP != nil {
			connection.HTTP = option.HTTP
		}
		if option.Attempts > 0 {
			connection.Attempts = option.Attempts
		}
	}
	return &Client{api: connection}
}

func encode(request api.Request) (url.Values, []byte, string, error) {
	query, err := api.Form(request.Params)
	if err != nil || request.File != nil {
		if err != nil {
			return nil, nil, "", err
		}
		return query, request.File.Content, request.File.MediaType, nil
	}
	if request.Body == nil {
		return query, nil, "", nil
	}
	body, err := json.Marshal(request.Body)
	return query, body, "application/json", err
}

// ContentDigest lets the server check that a file has arrived whole.
func ContentDigest(content []byte) hubbub.Option {
	digest := sha256.Sum256(content)
	value := "sha-256=:" + base64.StdEncoding.EncodeToString(digest[:]) + ":"
	return func(header http.Header) { header.Set("Content-Digest", value) }
}

// Tasks iterates over tasks, page by page. From is in milliseconds since 1970.
func (c *Client) Tasks(ctx context.Context, params ListTasksParams) iter.Seq2[Task, error] {
	return each(func(lastID *string) ([]Task, *string, error) {
		params.LastID = lastID
		page, err := c.ListTasks(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Tasks, page.LastID, nil
	})
}

// WorkerTasks iterates over the open tasks of a worker.
func (c *Client) WorkerTasks(ctx context.Context, workerID string, params ListWorkerTasksParams) iter.Seq2[Task, error] {
	return each(func(lastID *string) ([]Task, *string, error) {
		params.LastID = lastID
		page, err := c.ListWorkerTasks(ctx, workerID, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Tasks, page.LastID, nil
	})
}

// TeamTasks iterates over the open tasks of a team.
func (c *Client) TeamTasks(ctx context.Context, teamID string, params ListTeamTasksParams) iter.Seq2[Task, error] {
	return each(func(lastID *string) ([]Task, *string, error) {
		params.LastID = lastID
		page, err := c.ListTeamTasks(ctx, teamID, params)
		if err != nil {
			return nil, nil, err
		}
		return page.Tasks, page.LastID, nil
	})
}

// RoutePlans iterates over route plans.
func (c *Client) RoutePlans(ctx context.Context, params ListRoutePlansParams) iter.Seq2[RoutePlan, error] {
	return each(func(lastID *string) ([]RoutePlan, *string, error) {
		params.LastID = lastID
		page, err := c.ListRoutePlans(ctx, params)
		if err != nil {
			return nil, nil, err
		}
		return page.RoutePlans, page.LastID, nil
	})
}

func each[Item any](read func(lastID *string) ([]Item, *string, error)) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		var lastID *string
		for {
			items, next, err := read(lastID)
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if next == nil {
				return
			}
			lastID = next
		}
	}
}

// Frame is a frame of the live fleet: a snapshot at first, then changes.
type Frame = api.Frame

// Live reads the live fleet. It goes on after broken connections, and ends with the error of a refusal or of the context.
func (c *Client) Live(ctx context.Context) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		for frame, err := range c.api.Frames(ctx, c.api.Base+"/live", "") {
			var end struct {
				Reason string `json:"reason"`
			}
			if err == nil && frame.Event == "end" {
				_ = json.Unmarshal(frame.Data, &end)
				if end.Reason != "session_ended" {
					continue
				}
				err = &hubbub.Error{Status: 401, Code: end.Reason, Message: "the key is no longer valid"}
			}
			if !yield(frame, err) || err != nil {
				return
			}
		}
	}
}
