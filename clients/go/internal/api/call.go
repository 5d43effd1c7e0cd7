// Package api sends requests, again where a repeat does nothing twice, and reads streams that resume.
package api

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"hubbub.example/client"
)

const (
	firstPause   = 500 * time.Millisecond
	longestPause = time.Minute
)

// API is a connection to one of the APIs.
type API struct {
	Base          string
	Authorization string
	// Attempts is how often a request is sent at most.
	Attempts int
	HTTP     *http.Client
	// Encode gives the query, and the body with its media type.
	Encode func(Request) (query url.Values, body []byte, mediaType string, err error)
}

// Request is a call of an operation.
type Request struct {
	Method string
	Path   string
	Params any
	Body   any
	File   *hubbub.File
}

// Call sends a request and reads its answer into the target, which may be nil.
func (a *API) Call(ctx context.Context, request Request, target any, options []hubbub.Option) error {
	query, body, mediaType, err := a.Encode(request)
	if err != nil {
		return err
	}
	header := http.Header{}
	if mediaType != "" {
		header.Set("Content-Type", mediaType)
	}
	for _, option := range options {
		option(header)
	}
	address := a.Base + request.Path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	content, err := a.Send(ctx, request.Method, address, header, body)
	if err != nil || target == nil || len(content) == 0 {
		return err
	}
	if text, isText := target.(*string); isText {
		*text = string(content)
		return nil
	}
	return json.Unmarshal(content, target)
}

// Send sends a request, again after 429 and 503, and after a broken connection (502 or 504 behind a proxy) if a repeat
// does nothing twice.
func (a *API) Send(ctx context.Context, method, address string, header http.Header, body []byte) ([]byte, error) {
	header.Set("Authorization", a.Authorization)
	if method == http.MethodPost && header.Get("Idempotency-Key") == "" {
		header.Set("Idempotency-Key", newKey())
	}
	isRepeatable := method == http.MethodGet || header.Get("Idempotency-Key") != "" ||
		(method == http.MethodPut && header.Get("If-Match") == "")
	for attempt := 1; ; attempt++ {
		content, status, retryAfter, err := a.sendOnce(ctx, method, address, header, body)
		isLast := attempt >= a.Attempts || ctx.Err() != nil
		if err != nil && (isLast || !isRepeatable) {
			return nil, err
		}
		if err == nil && (isLast || !isForNow(status, isRepeatable)) {
			if status >= 300 {
				return nil, hubbub.NewError(status, content)
			}
			return content, nil
		}
		if err := Pause(ctx, attempt, retryAfter); err != nil {
			return nil, err
		}
	}
}

// isForNow returns true for the statuses of a server that has done nothing yet; also for those of a proxy whose server
// has broken off or is silent, if the request may have been done and can be sent again.
func isForNow(status int, isRepeatable bool) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return true
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return isRepeatable
	}
	return false
}

func (a *API) sendOnce(
	ctx context.Context, method, address string, header http.Header, body []byte,
) (content []byte, status int, retryAfter string, err error) {
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, 0, "", err
	}
	request.Header = header.Clone()
	response, err := a.HTTP.Do(request)
	if err != nil {
		return nil, 0, "", err
	}
	defer response.Body.Close()
	content, err = io.ReadAll(response.Body)
	return content, response.StatusCode, response.Header.Get("Retry-After"), err
}

// Pause waits before a retry: twice as long each time, with a random part so that clients spread out.
func Pause(ctx context.Context, retry int, retryAfter string) error {
	growing := min(longestPause, firstPause<<min(retry-1, 10))
	pause := time.Duration(float64(growing) * (0.5 + mathrand.Float64()/2))
	if seconds, err := strconv.Atoi(retryAfter); err == nil {
		pause = max(pause, time.Duration(seconds)*time.Second)
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// IsTemporary returns true for errors after which the same request may succeed.
func IsTemporary(err error) bool {
	var refusal *hubbub.Error
	if errors.As(err, &refusal) {
		return refusal.Temporary()
	}
	var broken *url.Error
	return errors.As(err, &broken) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

// Form encodes parameters: texts as they are, everything else as JSON text. Absent ones are left out.
func Form(params any) (url.Values, error) {
	values := url.Values{}
	if params == nil {
		return values, nil
	}
	text, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	for name, member := range members {
		var plain string
		if string(member) == "null" {
			continue
		}
		if json.Unmarshal(member, &plain) != nil {
			plain = string(member)
		}
		values.Set(name, plain)
	}
	return values, nil
}

// Trim returns the address of a server without slashes at its end.
func Trim(address string) string { return strings.TrimRight(address, "/") }

func newKey() string {
	key := make([]byte, 16)
	_, _ = rand.Read(key)
	return hex.EncodeToString(key)
}
