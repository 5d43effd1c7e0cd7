import { Link } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { narrowOf } from '../../store/chat/narrow.ts';
import type { Draft } from '../../store/wire/chat.ts';
import { addressOf } from '../addresses.ts';
import { chat } from '../data/chat.ts';
import { momentInWords } from '../data/clock.ts';
import { ScreenHead } from '../parts/screen-head.tsx';
import { words as chatWords } from '../texts/index.ts';
import { conversationOfRecipients } from './conversation-of.ts';
import { UnsentEntry } from './entry.tsx';
import { deleteEntry, sendNow } from './send-now.ts';
import { draftsWords as words } from './texts/index.ts';

/** Drafts of all devices, the newest first. */
export function DraftsScreen() {
  const drafts = [...chat.value.state.drafts.values()].sort((one, other) => other.timestamp - one.timestamp);
  return (
    <section class="screen">
      <ScreenHead title={chatWords.screens.drafts} text={drafts.length > 0 ? words.draftsLead : undefined} />
      <div class="screen-body">
        {drafts.length === 0 ? (
          <Empty level={2} icon="pencil" title={words.noDrafts} text={words.draftsLead} />
        ) : (
          <ul class="entries">
            {drafts.map((draft) => (
              <DraftEntry key={draft.id} {...draft} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function DraftEntry({ id, timestamp, content, ...draft }: Draft) {
  const conversation = conversationOfRecipients(draft);
  const path = `/api/v1/drafts/${id}`;
  const restore = () =>
    request('/api/v1/drafts', { method: 'POST', form: { drafts: [{ ...draft, content, timestamp }] } });
  return (
    <UnsentEntry
      {...{ conversation, content }}
      time={<RelativeTime at={new Date(timestamp * 1000)} inWords={momentInWords} />}
    >
      {conversation && (
        <>
          <Link class="button" href={addressOf(narrowOf(conversation))}>
            <Icon name="pencil" />
            <span>{words.continue}</span>
          </Link>
          <Button icon="send" onClick={() => void sendNow(conversation, content, path)}>
            {words.sendNow}
          </Button>
        </>
      )}
      <Button kind="quiet" icon="trash-2" onClick={() => void deleteEntry(path, restore)}>
        {words.delete}
      </Button>
    </UnsentEntry>
  );
}
