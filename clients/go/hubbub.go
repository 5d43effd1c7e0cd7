// Package hubbub has what both clients of Hubbub share: errors, options of requests, and signatures of webhooks.
// The clients are in the packages chat and dispatch.
package hubbub

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
)

// Error is a refusal by the server, in one form for both APIs.
type Error struct {
	Status int
	// Code is the chat API's code (BAD_REQUEST), or the dispatch API's number as text (1000).
	Code    string
	Message string
	// Body is the answer as it came.
	Body []byte
}

func (e *Error) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("the server answered with status %d", e.Status)
	}
	return e.Message
}

// Temporary returns true if the same request may succeed later.
func (e *Error) Temporary() bool {
	return e.Status == http.StatusTooManyRequests || e.Status >= 500
}

// NewError reads a refusal of either API.
func NewError(status int, body []byte) *Error {
	var refusal struct {
		Code    string          `json:"code"`
		Msg     string          `json:"msg"`
		Message json.RawMessage `json:"message"`
	}
	_ = json.Unmarshal(body, &refusal)
	result := &Error{Status: status, Code: refusal.Code, Message: refusal.Msg, Body: body}
	var message struct {
		Error   *int   `json:"error"`
		Message string `json:"message"`
		Cause   any    `json:"cause"`
	}
	if json.Unmarshal(refusal.Message, &message) == nil && message.Error != nil {
		result.Code, result.Message = fmt.Sprint(*message.Error), message.Message
		if cause, isText := message.Cause.(string); isText {
			result.Message += " " + cause
		}
	}
	return result
}

// Option changes one request.
type Option func(http.Header)

// IdempotencyKey names what is to be done, so that it is done once, also across restarts of your program.
func IdempotencyKey(key string) Option {
	return func(header http.Header) { header.Set("Idempotency-Key", key) }
}

// IfMatch lets a change happen only if the object still has this version.
func IfMatch(version int64) Option {
	return func(header http.Header) { header.Set("If-Match", fmt.Sprintf("%q", fmt.Sprint(version))) }
}

// File is a file to upload.
type File struct {
	Name      string
	MediaType string
	Content   []byte
}

// Ptr returns a pointer to a value, for members that may be absent.
func Ptr[T any](value T) *T { return &value }

// IsSigned returns true if the raw body of a webhook is signed with the secret (hexadecimal digits). The signature is
// the header X-Service-Signature. The comparison takes the same time whatever it is.
func IsSigned(body []byte, signature, secret string) bool {
	key, err := hex.DecodeString(secret)
	if err != nil || len(key) == 0 {
		return false
	}
	given, err := hex.DecodeString(signature)
	if err != nil {
		return false
	}
	mac := hmac.New(sha512.New, key)
	mac.Write(body)
	return hmac.Equal(mac.Sum(nil), given)
}
