import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import type { ScheduledMessage } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { momentInWords } from '../data/clock.ts';
import { conversationOfRecipients } from '../drafts/conversation-of.ts';
import { UnsentEntry } from '../drafts/entry.tsx';
import { deleteEntry, sendNow } from '../drafts/send-now.ts';
import { draftsWords as words } from '../drafts/texts/index.ts';
import { TimeDialog } from '../drafts/time-dialog.tsx';
import { ScreenHead } from '../parts/screen-head.tsx';
import { words as chatWords } from '../texts/index.ts';

/** Messages that go out later, the next first. */
export function ScheduledScreen() {
  const messages = [...chat.value.state.scheduledMessages.values()].sort(
    (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
  );
  return (
    <section class="screen">
      <ScreenHead title={chatWords.screens.scheduled} />
      <div class="screen-body">
        {messages.length === 0 ? (
          <Empty level={2} icon="calendar-clock" title={words.noScheduled} text={words.scheduledText} />
        ) : (
          <ul class="entries">
            {messages.map((message) => (
              <ScheduledEntry key={message.scheduled_message_id} {...message} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function ScheduledEntry({ scheduled_message_id: id, content, failed, ...message }: ScheduledMessage) {
  const [isAsking, setAsking] = useState(false);
  const time = message.scheduled_delivery_timestamp;
  const conversation = conversationOfRecipients(message);
  const path = `/api/v1/scheduled_messages/${id}`;
  const { type, to, topic } = message;
  const restore = () =>
    request('/api/v1/scheduled_messages', {
      method: 'POST',
      form: {
        ...{ type: type === 'private' ? 'direct' : 'channel', to, content, scheduled_delivery_timestamp: time },
        ...(topic !== undefined && { topic }),
      },
    });
  return (
    <UnsentEntry {...{ conversation, content }} time={momentInWords(new Date(time * 1000))}>
      {failed && (
        <Badge kind="bad" icon="circle-alert">
          {words.failed}
        </Badge>
      )}
      {conversation && (
        <Button icon="send" onClick={() => void sendNow(conversation, content, path)}>
          {words.sendNow}
        </Button>
      )}
      <Button icon="clock" onClick={() => setAsking(true)}>
        {words.changeTime}
      </Button>
      <Button kind="quiet" icon="trash-2" onClick={() => void deleteEntry(path, restore)}>
        {words.delete}
      </Button>
      {isAsking && (
        <TimeDialog
          time={time}
          save={(at) => request(path, { method: 'PATCH', form: { scheduled_delivery_timestamp: at } })}
          onClose={() => setAsking(false)}
        />
      )}
    </UnsentEntry>
  );
}
