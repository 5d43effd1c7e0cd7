import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useKeys } from '../../shared/keys.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { useAddress, usePin, useSheet } from '../data/address.ts';
import { mayWrite } from '../data/me.ts';
import { windowText } from '../shared/task-window.tsx';
import { words } from '../texts/index.ts';
import { type ExceptionKind, type InboxItem, iconOf, inboxGroups, inboxItems } from './items.ts';
import './inbox.css';

/** Screen with everything that needs a dispatcher, in one list by urgency: `j` goes through it, `e` ends what is open. */
export function InboxScreen() {
  const items = inboxItems.value;
  const list = useRef<HTMLDivElement>(null);
  const open = useOpen();
  const [{ task, worker }] = useAddress();
  /** Place of the last row that had the focus: after its end the next one takes its place. */
  const place = useRef(-1);
  /** ID of its item. */
  const current = useRef<string>(undefined);
  const indexOfCurrent = () => items.findIndex(({ id }) => id === current.current);
  const step = (by: number) => {
    const at = indexOfCurrent();
    // What was there may have gone by an answer: the next one is in its place.
    const next = at < 0 ? place.current + Math.min(by, 0) : at + by;
    const to = Math.max(0, Math.min(items.length - 1, next));
    focusRow(to);
    if (items[to]) open(items[to]);
  };
  const focusRow = (index: number) => {
    place.current = index;
    list.current?.querySelectorAll<HTMLElement>('.inbox-main')[index]?.focus();
  };
  const end = async (item: InboxItem | undefined) => {
    if (!item || !mayWrite.value) return;
    try {
      await item.handle();
    } catch {
      showToast(words.inbox.failed, undefined, 'refused');
    }
  };
  useKeys({
    next: () => step(1),
    previous: () => step(-1),
    ...(mayWrite.value && { handled: () => void end(items[indexOfCurrent()]) }),
  });
  const ids = items.map(({ id }) => id).join('\n');
  // The row that had the focus may have gone: the next one is where it was. At once: a focus that is lost later, such as by
  // Escape, is not this row's, and "next" would pass over it.
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body && place.current >= 0;
    if (isLost && items.length > 0) focusRow(Math.min(place.current, items.length - 1));
  }, [ids]);
  return (
    <div class="inbox">
      <h1>{words.screens.inbox}</h1>
      {items.length === 0 ? (
        <Empty level={2} icon="circle-check" title={words.inbox.none} text={words.inbox.noneText}>
          <Link class="button" href="/map">
            <Icon name="map" />
            <span>{words.inbox.toMap}</span>
          </Link>
        </Empty>
      ) : (
        <div ref={list} class="inbox-groups">
          {inboxGroups.value.map(({ urgency, items: ofGroup }) => (
            <section key={urgency} aria-labelledby={`inbox-${urgency}`}>
              <h2 id={`inbox-${urgency}`}>
                {words.inbox.urgencies[urgency]} <span class="badge count">{ofGroup.length}</span>
              </h2>
              <ul class="inbox-list">
                {ofGroup.map((item) => (
                  <li key={item.id} class="inbox-row" aria-current={isOpen(item, task, worker) ? 'true' : undefined}>
                    <button
                      type="button"
                      class="inbox-main"
                      onFocus={() => {
                        place.current = items.indexOf(item);
                        current.current = item.id;
                      }}
                      onClick={() => open(item)}
                    >
                      <Badge kind={BADGES[item.kind] ?? 'plain'} icon={iconOf(item.kind)}>
                        {words.inbox.kinds[item.kind]}
                      </Badge>
                      <span class="inbox-title" dir="auto">
                        {item.title}
                      </span>
                      <span class="inbox-text" dir="auto">
                        {item.text}
                      </span>
                      <When item={item} />
                    </button>
                    <span class="inbox-actions">
                      <ItemAction item={item} onOpen={() => open(item)} />
                      {mayWrite.value && (
                        <Button size="small" kind="quiet" icon="check" onClick={() => void end(item)}>
                          {item.kind === 'question' ? words.inbox.read : words.inbox.done}
                        </Button>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </div>
  );
}

/** Since when an item waits, or until when its task should be done: the hour says more than how far it is. */
function When({ item: { kind, at } }: { item: InboxItem }) {
  if (kind !== 'late' && kind !== 'soon') return <RelativeTime at={new Date(at)} />;
  return <time dateTime={new Date(at).toISOString()}>{windowText(undefined, new Date(at))}</time>;
}

const BADGES: Partial<Record<ExceptionKind, 'alarm' | 'bad' | 'warning'>> = {
  question: 'alarm',
  pin: 'alarm',
  late: 'bad',
  failed: 'bad',
};

const isOpen = (item: InboxItem, task: string | undefined, worker: string | undefined) =>
  (item.task !== undefined && item.task === task) || (item.worker !== undefined && item.worker === worker);

type Open = (item: InboxItem) => void;

/** Returns what opens an item: the sheet of what it is about. */
function useOpen(): Open {
  const { openTask, openWorker, openWebhook } = useSheet();
  return ({ task, worker, webhook }) => {
    if (task) openTask(task);
    else if (worker) openWorker(worker);
    else if (webhook) openWebhook(webhook);
  };
}

/** The one thing to do about an item, beside marking it as done. */
function ItemAction({ item, onOpen }: { item: InboxItem; onOpen: () => void }) {
  const goToPin = usePin();
  const { kind, task, worker, webhook, phone } = item;
  if (phone)
    return (
      <a class="button plain size-small" href={`tel:${phone}`}>
        <span>{words.inbox.call}</span>
      </a>
    );
  if (kind === 'unplaced' && mayWrite.value)
    return (
      <Button size="small" onClick={() => goToPin(task!)}>
        {words.inbox.place}
      </Button>
    );
  if (!task && !worker && !webhook) return null;
  return (
    <Button size="small" onClick={onOpen}>
      {kind === 'question' && mayWrite.value ? words.inbox.answer : words.inbox.show}
    </Button>
  );
}
