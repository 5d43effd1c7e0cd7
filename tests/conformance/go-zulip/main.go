// Drives a server with a chat client in Go, and prints what it read.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	zulip "github.com/wakumaku/go-zulip"
	"github.com/wakumaku/go-zulip/messages"
	"github.com/wakumaku/go-zulip/messages/recipient"
	"github.com/wakumaku/go-zulip/realtime"
	"github.com/wakumaku/go-zulip/realtime/events"
)

type answer interface {
	IsError() bool
	Msg() string
}

func must[T answer](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	if value.IsError() {
		log.Fatal(value.Msg())
	}
	return value
}

func main() {
	ctx := context.Background()
	client, err := zulip.NewClient(zulip.Credentials(os.Getenv("HUBBUB_URL"), os.Getenv("CHAT_EMAIL"), os.Getenv("CHAT_API_KEY")))
	if err != nil {
		log.Fatal(err)
	}
	chat, live := messages.NewService(client), realtime.NewService(client)
	queue := must(live.RegisterEvetQueue(ctx, realtime.EventTypes(events.MessageType, events.UpdateMessageType)))
	self := recipient.ToUser(os.Getenv("CHAT_EMAIL"))
	sent := must(chat.SendMessageToUsers(ctx, self, "Gate 4 is **shut**"))
	must(chat.AddEmojiReaction(ctx, sent.ID, "thumbs_up"))
	must(chat.EditMessage(ctx, sent.ID, messages.NewContent("Gate 4 is open")))
	read := must(chat.FetchSingleMessage(ctx, sent.ID))
	fmt.Println(read.Message.Content)
	last := queue.LastEventID
	for count := 0; count < 2; {
		for _, event := range must(live.GetEventsEventQueue(ctx, queue.QueueID, realtime.LastEventID(last))).Events {
			fmt.Println(event.EventType())
			last = event.EventID()
			count++
		}
	}
	must(chat.DeleteMessage(ctx, sent.ID))
}
