import { useEffect, useState } from 'preact/hooks';
import { formatAddress } from '../../../rules/format-address.ts';
import { usePages } from '../../shared/session/use-pages.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { List } from '../../shared/ui/list.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import type { ListRecipientsAnswer } from '../../store/wire/dispatch.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { mayWrite } from '../data/me.ts';
import { PeopleImport } from '../people-import/people-import.tsx';
import { words as consoleWords } from '../texts/index.ts';
import { changedRecipients } from './changed.ts';
import { afterLastId } from './next-page.ts';
import { recipientWords as words } from './texts/index.ts';
import './recipients.css';

type Listed = ListRecipientsAnswer['recipients'][number];

/** Time without a key after which the server is asked. */
const PAUSE_MS = 250;

/** Screen with all recipients by name, and a search by name and number. */
export function RecipientsScreen() {
  const [{ open = '' }] = useAddress();
  const { openRecipient } = useSheet();
  const [typed, setTyped] = useState('');
  const text = usePaused(typed.trim());
  const query = text === '' ? '' : `?${new URLSearchParams({ q: text })}`;
  const { rows, busy, failure, more, reload } = usePages<Listed, ListRecipientsAnswer>(
    `/api/v2/recipients/all${query}`,
    ({ recipients }) => recipients,
    afterLastId,
  );
  const [isImporting, setImporting] = useState(false);
  const items = rows ?? [];
  return (
    <div class="recipients-screen list-screen">
      <div class="recipients-tools">
        <h1>{consoleWords.screens.recipients}</h1>
        <input
          class="input"
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          autocomplete="off"
          dir="auto"
          maxLength={200}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {mayWrite.value && (
          <Button icon="upload" onClick={() => setImporting(true)}>
            {words.import.open}
          </Button>
        )}
      </div>
      {failure && <Failure {...failure} onRetry={reload} />}
      {!rows && !failure && <Loading rows={8} />}
      {rows && items.length === 0 && (
        <Empty
          level={2}
          icon="user"
          title={text ? words.noMatch : words.none}
          text={text ? words.noMatchText : words.noneText}
        />
      )}
      {items.length > 0 && (
        <List
          label={words.list}
          items={items}
          idOf={({ recipient }) => recipient.id}
          selected={open.slice('recipient-'.length)}
          onOpen={({ recipient }) => openRecipient(recipient.id)}
          render={({ recipient: listed, lastTask }) => {
            const recipient = changedRecipients.value.get(listed.id) ?? listed;
            return (
              <span class="recipient-row">
                <span class="recipient-name" dir="auto">
                  {recipient.name}
                </span>
                <bdi>{recipient.phone}</bdi>
                <span class="recipient-about" dir="auto">
                  {lastTask ? formatAddress(lastTask.address) : words.noTask}
                </span>
                <span class="recipient-about">
                  {recipient.skipSMSNotifications && <Badge icon="bell-off">{words.noSms}</Badge>}{' '}
                  {lastTask && <RelativeTime at={new Date(lastTask.time)} />}
                </span>
              </span>
            );
          }}
        />
      )}
      {more && (
        <div>
          <Button busy={busy} onClick={more}>
            {words.more}
          </Button>
        </div>
      )}
      {isImporting && (
        <PeopleImport
          load={async () => (await import('./import/recipient-list.ts')).recipientList()}
          onClose={() => {
            setImporting(false);
            reload();
          }}
        />
      )}
    </div>
  );
}

/** The typed text, once nothing more is typed. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}
