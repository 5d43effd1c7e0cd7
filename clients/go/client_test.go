// The tests drive a real server; tests/clients/go.test.ts of the repository starts it and gives its addresses and keys.
package hubbub_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hubbub.example/client"
	"hubbub.example/client/chat"
	"hubbub.example/client/dispatch"
)

func address(t *testing.T) string {
	t.Helper()
	url := os.Getenv("HUBBUB_URL")
	if url == "" {
		t.Skip("HUBBUB_URL names no server")
	}
	return url
}

// breaking loses the answer to the first request that hits names, itself or as a proxy: the server has it done.
type breaking struct {
	hits  func(*http.Request) bool
	proxy bool
	mu    sync.Mutex
	keys  []string
}

func (b *breaking) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil || !b.hits(request) {
		return response, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keys = append(b.keys, request.Header.Get("Idempotency-Key"))
	if len(b.keys) == 1 {
		response.Body.Close()
		if b.proxy {
			response.StatusCode, response.Body = http.StatusBadGateway, io.NopCloser(strings.NewReader("502 Bad Gateway"))
			return response, nil
		}
		return nil, io.ErrUnexpectedEOF
	}
	return response, nil
}

func chatClient(t *testing.T, options ...chat.Options) *chat.Client {
	t.Helper()
	return chat.New(address(t), os.Getenv("CHAT_EMAIL"), os.Getenv("CHAT_API_KEY"), options...)
}

func dispatchClient(t *testing.T, options ...dispatch.Options) *dispatch.Client {
	t.Helper()
	return dispatch.New(address(t), os.Getenv("API_KEY"), options...)
}

func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal(t *testing.T, actual, expected any) {
	t.Helper()
	if actual != expected {
		t.Fatalf("%v is not %v", actual, expected)
	}
}

func join(t *testing.T, client *chat.Client) {
	t.Helper()
	channels := []chat.RequestedChannel{{Name: "alarms"}}
	_, err := client.Subscribe(testContext(t), chat.SubscribeParams{Subscriptions: channels})
	check(t, err)
}

func send(t *testing.T, client *chat.Client, content, topic string) int64 {
	t.Helper()
	sent, err := client.SendMessage(testContext(t), chat.SendMessageParams{
		Type: "channel", To: "alarms", Topic: &topic, Content: content,
	})
	check(t, err)
	return sent.ID
}

func task() dispatch.TaskInput {
	return dispatch.TaskInput{Destination: dispatch.DestinationInput{
		Address: dispatch.AddressInput{
			Number: "1", Street: hubbub.Ptr("Market Street"), City: hubbub.Ptr("San Francisco"), Country: hubbub.Ptr("US"),
		},
		Location: []float64{-122.395, 37.7938},
	}}
}

func refusal(t *testing.T, err error) *hubbub.Error {
	t.Helper()
	var refused *hubbub.Error
	if !errors.As(err, &refused) {
		t.Fatalf("%v is no refusal", err)
	}
	return refused
}

func TestRefusalsHaveStatusCodeAndText(t *testing.T) {
	_, err := chatClient(t).SendMessage(testContext(t), chat.SendMessageParams{
		Type: "channel", To: "nowhere", Topic: hubbub.Ptr("a"), Content: "b",
	})
	refused := refusal(t, err)
	equal(t, refused.Status, 400)
	equal(t, refused.Code, "STREAM_DOES_NOT_EXIST")
	_, err = dispatchClient(t).GetTask(testContext(t), strings.Repeat("0", 24))
	equal(t, refusal(t, err).Code, "1402")
	_, err = dispatch.New(address(t), "wrong").GetOrganization(testContext(t))
	equal(t, refusal(t, err).Status, 401)
}

func TestEventsResume(t *testing.T) {
	join(t, chatClient(t))
	for _, path := range []string{"/events", "/events/stream"} {
		topic := "topic " + path
		transport := &breaking{hits: func(request *http.Request) bool { return strings.HasSuffix(request.URL.Path, path) }}
		reader := chatClient(t, chat.Options{HTTP: &http.Client{Transport: transport}}).Events()
		reader.Register = chat.RegisterQueueParams{EventTypes: []string{"message"}, Narrow: []any{[]string{"topic", topic}}}
		reader.Stream = path == "/events/stream"
		reader.OnRegistered = func(*chat.RegisterQueueAnswer) error {
			send(t, chatClient(t), "one", topic)
			send(t, chatClient(t), "two", topic)
			return nil
		}
		var received []string
		for event, err := range reader.All(testContext(t)) {
			check(t, err)
			received = append(received, event.Message.Content)
			if len(received) == 2 {
				break
			}
		}
		equal(t, strings.Join(received, " "), "one two")
		equal(t, len(transport.keys) > 1, true)
		// The second event was not handled to its end: it comes again.
		again := chatClient(t).Events()
		again.Position, again.Stream = reader.Position, reader.Stream
		for event, err := range again.All(testContext(t)) {
			check(t, err)
			equal(t, event.Message.Content, "two")
			break
		}
	}
}

func TestAnExpiredQueueIsRegisteredAnew(t *testing.T) {
	join(t, chatClient(t))
	reader := chatClient(t).Events()
	reader.Register = chat.RegisterQueueParams{EventTypes: []string{"message"}, Narrow: []any{[]string{"topic", "gap"}}}
	reader.Position = &chat.Position{QueueID: "no-such-queue", LastEventID: 5}
	reader.OnRegistered = func(*chat.RegisterQueueAnswer) error {
		send(t, chatClient(t), "after the gap", "gap")
		return nil
	}
	for event, err := range reader.All(testContext(t)) {
		check(t, err)
		equal(t, event.Message.Content, "after the gap")
		break
	}
	for _, err := range chat.New(address(t), os.Getenv("CHAT_EMAIL"), "wrong").Events().All(testContext(t)) {
		equal(t, refusal(t, err).Status, 401)
	}
}

func TestAQueueWhoseStateCouldNotBeLoadedIsRegisteredAnew(t *testing.T) {
	join(t, chatClient(t))
	reader := chatClient(t).Events()
	reader.Register = chat.RegisterQueueParams{EventTypes: []string{"message"}, Narrow: []any{[]string{"topic", "load"}}}
	loads := 0
	reader.OnRegistered = func(*chat.RegisterQueueAnswer) error {
		if loads++; loads == 1 {
			return &hubbub.Error{Status: http.StatusServiceUnavailable}
		}
		send(t, chatClient(t), "loaded", "load")
		return nil
	}
	for event, err := range reader.All(testContext(t)) {
		check(t, err)
		equal(t, event.Message.Content, "loaded")
		break
	}
	equal(t, loads, 2)
}

func TestACancelledReadingEndsWithTheErrorOfItsContext(t *testing.T) {
	join(t, chatClient(t))
	for _, stream := range []bool{false, true} {
		ctx, cancel := context.WithCancel(testContext(t))
		t.Cleanup(cancel)
		reader := chatClient(t).Events()
		reader.Register, reader.Stream = chat.RegisterQueueParams{EventTypes: []string{"message"}}, stream
		reader.OnRegistered = func(*chat.RegisterQueueAnswer) error {
			send(t, chatClient(t), "the last one", "ends")
			return nil
		}
		var ends []error
		for _, err := range reader.All(ctx) {
			cancel()
			ends = append(ends, err)
		}
		equal(t, len(ends), 2)
		equal(t, errors.Is(ends[1], context.Canceled), true)
	}
}

func TestPagesAreIterators(t *testing.T) {
	client := chatClient(t)
	join(t, client)
	var ids []int64
	for _, content := range strings.Split("12345", "") {
		ids = append(ids, send(t, client, content, "pages"))
	}
	contents := func(of chat.Range) string {
		of.PageSize, of.Markdown = 2, true
		of.Narrow = []any{map[string]string{"operator": "topic", "operand": "pages"}}
		var found strings.Builder
		for message, err := range client.Messages(testContext(t), of) {
			check(t, err)
			found.WriteString(message.Content)
		}
		return found.String()
	}
	equal(t, contents(chat.Range{}), "54321")
	equal(t, contents(chat.Range{OldestFirst: true}), "12345")
	equal(t, contents(chat.Range{After: ids[0]}), "2345")
	equal(t, contents(chat.Range{Before: ids[1]}), "1")

	made, err := dispatchClient(t).CreateTasks(testContext(t), dispatch.BatchInput{Tasks: slices.Repeat([]any{task()}, 66)})
	check(t, err)
	equal(t, len(made.Tasks), 66)
	listed := map[string]bool{}
	for each, err := range dispatchClient(t).Tasks(testContext(t), dispatch.ListTasksParams{From: hubbub.Ptr(0.0)}) {
		check(t, err)
		listed[each.ID] = true
	}
	for _, each := range made.Tasks {
		equal(t, listed[each.ID], true)
	}
}

func TestALostAnswerIsAskedForAgainAndNothingHappensTwice(t *testing.T) {
	join(t, chatClient(t))
	isMethod := func(method string) func(*http.Request) bool {
		return func(request *http.Request) bool { return request.Method == method }
	}
	for topic, proxy := range map[string]bool{"lost here": false, "lost behind a proxy": true} {
		transport := &breaking{hits: isMethod(http.MethodPost), proxy: proxy}
		send(t, chatClient(t, chat.Options{HTTP: &http.Client{Transport: transport}}), "exactly once", topic)
		equal(t, len(transport.keys), 2)
		equal(t, transport.keys[0], transport.keys[1])
		count := 0
		for _, err := range chatClient(t).Messages(testContext(t), chat.Range{Narrow: []any{[]string{"topic", topic}}}) {
			check(t, err)
			count++
		}
		equal(t, count, 1)
		// A deletion may have happened already: nobody repeats it unasked.
		lost := &breaking{hits: isMethod(http.MethodDelete), proxy: proxy}
		made, err := dispatchClient(t).CreateTask(testContext(t), task())
		check(t, err)
		client := dispatchClient(t, dispatch.Options{HTTP: &http.Client{Transport: lost}})
		err = client.DeleteTask(testContext(t), made.ID)
		if proxy {
			equal(t, refusal(t, err).Status, http.StatusBadGateway)
		} else {
			equal(t, errors.Is(err, io.ErrUnexpectedEOF), true)
		}
		equal(t, len(lost.keys), 1)
	}
}

func TestFilesGoUpAndDown(t *testing.T) {
	client := chatClient(t)
	join(t, client)
	uploaded, err := client.UploadFile(testContext(t), hubbub.File{Name: "gates.txt", Content: []byte("closed on Sundays")})
	check(t, err)
	send(t, client, "[gates]("+uploaded.URL+")", "gates")
	content, err := client.Download(testContext(t), uploaded.URL)
	check(t, err)
	equal(t, string(content), "closed on Sundays")

	signedIn, err := dispatchClient(t).SignIn(testContext(t), dispatch.SignInBody{
		Phone: os.Getenv("DRIVER_PHONE"), Password: os.Getenv("DRIVER_PASSWORD"),
	})
	check(t, err)
	pixel, _ := base64.StdEncoding.DecodeString(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
	driver := dispatch.NewForWorker(address(t), signedIn.Token)
	picture := hubbub.File{MediaType: "image/png", Content: pixel}
	proof, err := driver.CreateUpload(testContext(t), picture, dispatch.ContentDigest(pixel))
	check(t, err)
	equal(t, len(proof.UploadID), 24)
}

func TestTheLiveFleetComesWholeThenEachChange(t *testing.T) {
	client := dispatchClient(t)
	administrators, err := client.ListAdministrators(testContext(t))
	check(t, err)
	first := ""
	for frame, err := range client.Live(testContext(t)) {
		check(t, err)
		if first == "" {
			first = frame.Event
		}
		if frame.Event == "ready" {
			team := dispatch.TeamInput{Name: "South", Workers: []string{}, Managers: []string{(*administrators)[0].ID}}
			_, err := client.CreateTeam(testContext(t), team)
			check(t, err)
		}
		if frame.Event == "changes" && strings.Contains(string(frame.Data), "South") {
			break
		}
	}
	equal(t, first, "snapshot")
}

func TestSignatures(t *testing.T) {
	body, secret := []byte(`{"triggerId":6}`), "9f86d081884c7d65"
	key, _ := hex.DecodeString(secret)
	mac := hmac.New(sha512.New, key)
	mac.Write(body)
	right := hex.EncodeToString(mac.Sum(nil))
	equal(t, hubbub.IsSigned(body, right, secret), true)
	for _, wrong := range []string{"", "zz", right[2:], right + "00", "00" + right[2:126] + "11"} {
		equal(t, hubbub.IsSigned(body, wrong, secret), false)
	}
	equal(t, hubbub.IsSigned(body, right, ""), false)
	equal(t, hubbub.IsSigned(append(body, ' '), right, secret), false)
}
