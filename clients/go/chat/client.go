// Package chat is a client of Hubbub's chat API.
package chat

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"iter"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"hubbub.example/client"
	"hubbub.example/client/internal/api"
)

// Client has a method for each operation. Texts are sent as they are, everything else as JSON text.
type Client struct {
	api  *api.API
	site string
}

// Options of a client.
type Options struct {
	// HTTP sends the requests; http.DefaultClient if it is nil.
	HTTP *http.Client
	// Attempts is how often a request is sent at most; 5 if it is 0.
	Attempts int
}

// New makes a client for the account of a person or bot. The address of the server has no path.
func New(address, email, apiKey string, options ...Options) *Client {
	site := api.Trim(address)
	connection := &api.API{
		Base:          site + "/api/v1",
		Authorization: "Basic " + base64.StdEncoding.EncodeToString([]byte(email+":"+apiKey)),
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
	return &Client{api: connection, site: site}
}

func encode(request api.Request) (url.Values, []byte, string, error) {
	form, err := api.Form(request.Params)
	if err != nil || request.Method == http.MethodGet {
		return form, nil, "", err
	}
	if request.File == nil {
		return nil, []byte(form.Encode()), "application/x-www-form-urlencoded", nil
	}
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	part, err := writer.CreateFormFile("file", request.File.Name)
	if err == nil {
		_, err = part.Write(request.File.Content)
	}
	if err == nil {
		err = writer.Close()
	}
	return form, body.Bytes(), writer.FormDataContentType(), err
}

// Range says which messages are read. The zero value reads all, from the newest to older ones.
type Range struct {
	// Narrow is a filter: a list of terms.
	Narrow []any
	// OldestFirst reads from the oldest to newer ones.
	OldestFirst bool
	// After reads what is newer than the message with this ID, and Before what is older.
	After, Before int64
	// PageSize is the number of messages in a request; 100 if it is 0.
	PageSize int64
	// Markdown gives the content as Markdown in place of HTML.
	Markdown bool
}

// Messages iterates over messages, page by page.
func (c *Client) Messages(ctx context.Context, of Range) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		isOlder := of.After == 0 && !of.OldestFirst || of.Before != 0
		anchor, isFirst := "newest", true
		if of.OldestFirst {
			anchor = "oldest"
		}
		if id := max(of.After, of.Before); id != 0 {
			anchor, isFirst = strconv.FormatInt(id, 10), false
		}
		size := of.PageSize
		if size == 0 {
			size = 100
		}
		for {
			params := FetchMessagesParams{
				Narrow:        of.Narrow,
				Anchor:        &anchor,
				IncludeAnchor: &isFirst,
				NumBefore:     hubbub.Ptr(int64(0)),
				NumAfter:      &size,
				ApplyMarkdown: hubbub.Ptr(!of.Markdown),
			}
			if isOlder {
				params.NumBefore, params.NumAfter = params.NumAfter, params.NumBefore
			}
			page, err := c.FetchMessages(ctx, params)
			if err != nil {
				yield(Message{}, err)
				return
			}
			messages, isEnd := page.Messages, page.FoundNewest
			if isOlder {
				slices.Reverse(messages)
				isEnd = page.FoundOldest
			}
			for _, message := range messages {
				if !yield(message, nil) {
					return
				}
			}
			if isEnd || len(messages) == 0 {
				return
			}
			anchor, isFirst = strconv.FormatInt(messages[len(messages)-1].ID, 10), false
		}
	}
}

// Download returns a file by the URL that its upload or a message has.
func (c *Client) Download(ctx context.Context, fileURL string) ([]byte, error) {
	address, err := url.Parse(fileURL)
	if err != nil {
		return nil, err
	}
	content, err := c.api.Send(ctx, http.MethodGet, c.api.Base+address.EscapedPath(), http.Header{}, nil)
	if err != nil {
		return nil, err
	}
	var temporary struct {
		URL string `json:"url"`
	}
	if err := json.Unmarshal(content, &temporary); err != nil {
		return nil, err
	}
	return c.api.Send(ctx, http.MethodGet, c.site+temporary.URL, http.Header{}, nil)
}
