import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import type { Narrow } from '../../store/chat/narrow.ts';
import { mutedUsers } from '../../store/chat/select/muting.ts';
import { chat } from '../data/chat.ts';
import { carryOut } from '../message/commands.ts';
import { MessageRow } from '../message/message-row.tsx';
import { OpenedParts } from '../message/opened-parts.tsx';
import { dayInZone, decoration } from '../message/reader.ts';
import { useLongPress } from '../message/use-long-press.ts';
import { useMessageKeys } from '../message/use-message-keys.ts';
import { Announcer } from './announcer.tsx';
import { DayLine, UnreadLine } from './lines.tsx';
import './list.css';
import { type ListedMessage, type ListRow, rowsOf } from '../message/rows.ts';
import { NewestButton } from './newest-button.tsx';
import { listWords } from './texts/index.ts';
import { useReading } from './use-reading.ts';
import { type Placed, useVirtualRows } from './use-virtual-rows.ts';

interface MessageRowsProps {
  /** Narrow that is looked at: it decides whether messages are read by scrolling, and what waits below. */
  narrow: Narrow;
  /** In the order in which they are shown. */
  listed: readonly ListedMessage[];
  /** Whether messages of several conversations are shown. */
  hasPlaces: boolean;
  /** Message that an address leads to. */
  near?: number | undefined;
  /** First message that was unread when the list opened. */
  firstUnread?: number | undefined;
  /** Whether the list opens at its first message, which then is the one for keys. */
  opensAtFirst?: boolean;
  autoFocus: boolean;
  foundOldest: boolean;
  foundNewest: boolean;
  isLoading: 'older' | 'newer' | undefined;
  more(end: 'older' | 'newer'): void;
  toNewest(): void;
  /** The last message whose end is on screen. */
  onLook?(id: number): void;
  /** Stands above the first message, where that is the first of all. */
  beginning?: ComponentChildren;
  /** Stands below the last message. */
  end?: ComponentChildren;
}

/** Place of the first row to read, as a part of the height from the upper edge. */
const OPENS_AT = { unread: 0.2, linked: 0.3 };
/** Windows' heights of rows that should be there beyond the edges: fewer, and more are fetched. */
const FETCH_BEYOND = 1.5;

/** Messages that are loaded. It is one stop for Tab: the focus goes from message to message by key. */
export function MessageRows(props: MessageRowsProps) {
  const { narrow, listed, near, firstUnread, hasPlaces, opensAtFirst = false, autoFocus } = props;
  const { foundOldest, foundNewest, isLoading, more } = props;
  const { state } = chat.value;
  const rows = rowsOf(listed, { hasPlaces, firstUnread, dayOf: dayInZone });
  const keys = rows.map(({ key }) => key);
  const rowsByKey = new Map(rows.map((row) => [row.key, row]));
  const firstKey = listed[0]?.key;
  const seen = useSignal({ isAtEnd: false, lastId: 0 });
  const reading = useReading(narrow);

  const onPlaced = ({ scroller, above, below, isAtEnd }: Placed) => {
    const wanted = scroller.clientHeight * FETCH_BEYOND;
    if (above < wanted && !foundOldest) more('older');
    else if (below < wanted && !foundNewest) more('newer');
    const lastId = reading.look(scroller);
    if (seen.peek().isAtEnd === isAtEnd && seen.peek().lastId === lastId) return;
    seen.value = { isAtEnd, lastId };
    if (lastId > 0) props.onLook?.(lastId);
  };
  const {
    scroller,
    range: drawn,
    above,
    below,
    reveal,
    revealEnd,
  } = useVirtualRows({
    keys,
    opening: (viewport) => openingAt(rows, { near, firstUnread, opensAtFirst }, viewport),
    reachesEnd: foundNewest,
    isSteady: (key) => key !== firstKey && rowsByKey.get(key)?.kind === 'message',
    onPlaced,
  });

  const keyOfNear = rows.find((row) => isMessage(row, near))?.key;
  useEffect(() => {
    if (keyOfNear) reveal(keyOfNear, scroller.current!.clientHeight * OPENS_AT.linked);
  }, [near]);

  const [chosen, setActive] = useState<string>();
  const messageRows = rows.filter((row) => row.kind === 'message');
  const activeRow =
    messageRows.find(({ key }) => key === chosen) ??
    messageRows.find((row) => isMessage(row, near ?? firstUnread)) ??
    (opensAtFirst ? messageRows[0] : messageRows.at(-1));
  const wantsFocus = useRef<string | undefined>(undefined);
  const goTo = (key: string) => {
    wantsFocus.current = key;
    setActive(key);
    reveal(key);
  };
  useEffect(() => {
    // A person who writes already, or looks for another place, goes on.
    const isBusy = document.activeElement?.matches('input, textarea, dialog *, [popover] *');
    if (autoFocus && activeRow && !isBusy) wantsFocus.current = activeRow.key;
  }, []);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const row = scroller.current!.querySelector<HTMLElement>(`[data-row="${CSS.escape(wantsFocus.current)}"]`);
    row?.focus({ preventScroll: true });
    if (row) wantsFocus.current = undefined;
  });

  /** A message near the middle of what is seen, when the active one was scrolled away. */
  const step = (by: number) => {
    const visible = reading.visibleKeys();
    const at = messageRows.findIndex(({ key }) => key === activeRow?.key);
    const isSeen = activeRow && visible.includes(activeRow.key);
    const to = isSeen ? messageRows[at + by]?.key : by > 0 ? visible[0] : visible.at(-1);
    if (to) goTo(to);
  };
  const toNewest = () => {
    props.toNewest();
    revealEnd();
  };
  // What one sends is seen, wherever one was.
  const lastPending = listed.at(-1)?.pending && listed.at(-1)?.key;
  useEffect(() => {
    if (lastPending && listed.at(-1)?.pending?.refusal === undefined) revealEnd();
  }, [lastPending]);
  useKeys({ next: () => step(1), previous: () => step(-1), toNewest });
  useMessageKeys(activeRow?.listed.message);
  const longPress = useLongPress(setActive);

  const muted = mutedUsers(state);
  return (
    <div class="message-list">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: buttons and links within make clicks of keys */}
      <div
        ref={scroller}
        class="message-feed"
        role="feed"
        aria-label={listWords.label}
        aria-busy={isLoading !== undefined}
        onClick={carryOut}
        {...longPress}
      >
        <div class="message-filler">
          {isLoading === 'older' && <p class="message-loading">{listWords.loadingOlder}</p>}
          {foundOldest && drawn.from === 0 && props.beginning}
          <div style={{ blockSize: `${above}px` }} />
          {rows.slice(drawn.from, drawn.to).map((row, index) => {
            if (row.kind === 'day') return <DayLine key={row.key} row={row} />;
            if (row.kind === 'unread') return <UnreadLine key={row.key} row={row} />;
            const { message } = row.listed;
            return (
              <MessageRow
                key={row.key}
                row={row}
                decorate={decoration(message.flags)}
                sender={state.users.get(message.sender_id)}
                ownUserId={state.ownUserId}
                isActive={row === activeRow}
                isTarget={message.id === near}
                isMuted={muted.has(message.sender_id)}
                isStarred={state.starred.has(message.id)}
                status={state.statuses.get(message.sender_id)}
                position={drawn.from + index + 1}
                onActivate={setActive}
              />
            );
          })}
          <div style={{ blockSize: `${below}px` }} />
          {isLoading === 'newer' && <p class="message-loading">{listWords.loadingNewer}</p>}
          {foundNewest && drawn.to === rows.length && props.end}
        </div>
      </div>
      {!opensAtFirst && <NewestButton {...{ narrow, seen }} isComplete={foundNewest} onPress={toNewest} />}
      <Announcer {...{ listed }} />
      <OpenedParts />
    </div>
  );
}

const isMessage = (row: ListRow, id: number | undefined) => row.kind === 'message' && row.listed.message.id === id;

function openingAt(
  rows: readonly ListRow[],
  { near, firstUnread, opensAtFirst }: Pick<MessageRowsProps, 'near' | 'firstUnread' | 'opensAtFirst'>,
  viewport: number,
) {
  if (opensAtFirst) return { key: rows[0]!.key, offset: 0 };
  const linked = rows.find((row) => isMessage(row, near));
  if (linked) return { key: linked.key, offset: viewport * OPENS_AT.linked };
  const unread = rows.find((row) => row.kind === 'unread') ?? rows.find((row) => isMessage(row, firstUnread));
  return unread ? { key: unread.key, offset: viewport * OPENS_AT.unread } : 'end';
}
