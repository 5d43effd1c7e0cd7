import type { Narrow } from './narrow.ts';

/** So long a message is on screen, with the page visible, before it counts as read. */
export const READ_AFTER_MS = 300;

/** `web_mark_read_on_scroll_policy` (spec: chat 1). */
export const MARK_READ = { always: 1, inConversations: 2, never: 3 } as const;

/**
 * Messages on screen, and since when: decides what was read. Nothing is read while the page is hidden, and nothing that the
 * person marked as unread here, until they come here anew.
 */
export interface Reading {
  /** By message, in milliseconds. */
  readonly since: ReadonlyMap<number, number>;
  /** Messages that were reported as read. */
  readonly reported: ReadonlySet<number>;
  /** Whether the person marked something here as unread. */
  readonly isHeld: boolean;
}

/** At the opening of a list of messages. */
export function startReading(): Reading {
  return { since: new Map(), reported: new Set(), isHeld: false };
}

/** Notes which messages are on screen from now on; none while the page is hidden. @param now in milliseconds */
export function seen(reading: Reading, ids: readonly number[], now: number): Reading {
  return { ...reading, since: new Map(ids.map((id) => [id, reading.since.get(id) ?? now])) };
}

/**
 * Returns the messages that were read by now and were not reported before, ascending, and the reading after the report.
 * @param isUnread whether a message is unread in the state: others need no report
 */
export function readNow(
  reading: Reading,
  isUnread: (id: number) => boolean,
  now: number,
): { ids: number[]; reading: Reading } {
  if (reading.isHeld) return { ids: [], reading };
  const due = [...reading.since].filter(([, since]) => now - since >= READ_AFTER_MS).map(([id]) => id);
  const ids = due.filter((id) => !reading.reported.has(id) && isUnread(id)).sort((a, b) => a - b);
  if (ids.length === 0) return { ids, reading };
  return { ids, reading: { ...reading, reported: new Set([...reading.reported, ...ids]) } };
}

/** Milliseconds until the next message can be read; undefined when there is none to wait for. */
export function nextReadIn(reading: Reading, isUnread: (id: number) => boolean, now: number): number | undefined {
  if (reading.isHeld) return undefined;
  const waits = [...reading.since].flatMap(([id, since]) =>
    reading.reported.has(id) || !isUnread(id) ? [] : [Math.max(0, since + READ_AFTER_MS - now)],
  );
  return waits.length === 0 ? undefined : Math.min(...waits);
}

/** The person marked messages as unread: what is on screen stays so. */
export function heldUnread(reading: Reading): Reading {
  return { ...reading, isHeld: true, reported: new Set() };
}

/**
 * Whether looking at a list marks its messages as read.
 * @param policy the person's setting, `web_mark_read_on_scroll_policy`
 */
export function marksRead(narrow: Narrow, policy: number): boolean {
  if (narrow.kind === 'search' || narrow.kind === 'starred') return false;
  if (policy === MARK_READ.always) return true;
  return policy === MARK_READ.inConversations && (narrow.kind === 'topic' || narrow.kind === 'direct');
}
