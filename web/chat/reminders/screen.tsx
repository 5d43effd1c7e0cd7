import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import type { Conversation } from '../../store/chat/conversation.ts';
import { conversationOf } from '../../store/chat/narrow.ts';
import type { Reminder } from '../../store/wire/chat.ts';
import { addressOf } from '../addresses.ts';
import { narrowAddressInHash } from '../addresses-in-hash.ts';
import { findElement, readHtml } from '../composer/html-tree.ts';
import { chat } from '../data/chat.ts';
import { momentInWords } from '../data/clock.ts';
import { ownUserId } from '../data/me.ts';
import { UnsentEntry } from '../drafts/entry.tsx';
import { deleteEntry } from '../drafts/send-now.ts';
import { draftsWords as words } from '../drafts/texts/index.ts';
import { TimeDialog } from '../drafts/time-dialog.tsx';
import { plainText } from '../notify/plain-text.ts';
import { ScreenHead } from '../parts/screen-head.tsx';
import { words as chatWords } from '../texts/index.ts';

/** Reminders of messages, the next first. */
export function RemindersScreen() {
  const reminders = [...chat.value.state.reminders.values()].sort(
    (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
  );
  return (
    <section class="screen">
      <ScreenHead title={chatWords.screens.reminders} />
      <div class="screen-body">
        {reminders.length === 0 ? (
          <Empty level={2} icon="alarm-clock" title={words.noReminders} text={words.remindersText} />
        ) : (
          <ul class="entries">
            {reminders.map((reminder) => (
              <ReminderEntry key={reminder.reminder_id} {...reminder} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** Returns the conversation of the message that a reminder links to; where it names none, the notes to oneself. */
function placeOf(html: string): Conversation {
  const link = findElement(readHtml(html), ({ name }) => name === 'a');
  const narrow = narrowAddressInHash(/#.*/.exec(link?.attributes.href ?? '')?.[0] ?? '')?.narrow;
  return (narrow && conversationOf(narrow)) ?? { userIds: [ownUserId.value] };
}

function ReminderEntry({ reminder_id: id, rendered_content: html, failed, ...reminder }: Reminder) {
  const [isAsking, setAsking] = useState(false);
  const { scheduled_delivery_timestamp: time, reminder_target_message_id: messageId } = reminder;
  const path = `/api/v1/reminders/${id}`;
  const create = (at: number) =>
    request('/api/v1/reminders', {
      method: 'POST',
      form: { message_id: messageId, scheduled_delivery_timestamp: at },
    });
  return (
    <UnsentEntry conversation={placeOf(html)} content={plainText(html)} time={momentInWords(new Date(time * 1000))}>
      {failed && (
        <Badge kind="bad" icon="circle-alert">
          {words.failed}
        </Badge>
      )}
      <Link class="button" href={addressOf({ kind: 'all' }, { near: messageId })}>
        <Icon name="arrow-right" />
        <span>{words.open}</span>
      </Link>
      <Button icon="clock" onClick={() => setAsking(true)}>
        {words.changeTime}
      </Button>
      <Button kind="quiet" icon="trash-2" onClick={() => void deleteEntry(path, () => create(time))}>
        {words.delete}
      </Button>
      {isAsking && (
        <TimeDialog
          time={time}
          save={async (at) => {
            // A reminder has no change of its own: the new one comes before the old one goes.
            await create(at);
            await request(path, { method: 'DELETE' });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </UnsentEntry>
  );
}
