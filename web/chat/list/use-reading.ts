import { useEffect, useRef } from 'preact/hooks';
import type { Narrow } from '../../store/chat/narrow.ts';
import { heldUnread, MARK_READ, marksRead, nextReadIn, readNow, seen, startReading } from '../../store/chat/reading.ts';
import { chat } from '../data/chat.ts';
import { markedUnread } from '../data/intents.ts';
import { act } from '../data/outbox.ts';

interface ReadingPlace {
  /** Notes what is on screen now. @returns the last message whose end is */
  look(scroller: HTMLElement): number;
  /** Keys of the messages on screen. */
  visibleKeys(): readonly string[];
}

/** Marks messages as read whose end was on screen for a moment (`web/store/chat/reading.ts`). */
export function useReading(narrow: Narrow): ReadingPlace {
  const reading = useRef(startReading());
  const visible = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const box = useRef<HTMLElement | undefined>(undefined);

  const isUnread = (id: number) => chat.peek().state.unread.has(id);

  const report = () => {
    timer.current = undefined;
    const due = readNow(reading.current, isUnread, performance.now());
    reading.current = due.reading;
    if (due.ids.length > 0) void act({ kind: 'flag', messageIds: due.ids, op: 'add', flag: 'read' });
    schedule();
  };

  const schedule = () => {
    const settings = (chat.peek().state.fields.user_settings ?? {}) as { web_mark_read_on_scroll_policy?: number };
    if (!marksRead(narrow, settings.web_mark_read_on_scroll_policy ?? MARK_READ.always)) return;
    const wait = nextReadIn(reading.current, isUnread, performance.now());
    if (wait !== undefined) timer.current ??= setTimeout(report, wait);
  };

  const look = (scroller: HTMLElement) => {
    box.current = scroller;
    const { top, bottom } = scroller.getBoundingClientRect();
    const ids: number[] = [];
    visible.current = [];
    let last = 0;
    for (const row of scroller.querySelectorAll<HTMLElement>('[data-message]')) {
      const rect = row.getBoundingClientRect();
      if (rect.bottom <= top || rect.top >= bottom) continue;
      visible.current.push(row.dataset.row!);
      const isEndSeen = rect.bottom <= bottom + 1;
      const id = Number(row.dataset.message);
      if (isEndSeen) last = id;
      // One that fills the window is read too.
      if (isEndSeen || rect.top <= top) ids.push(id);
    }
    reading.current = seen(reading.current, document.visibilityState === 'visible' ? ids : [], performance.now());
    schedule();
    return last;
  };

  useEffect(() => {
    const changed = () => box.current && look(box.current);
    document.addEventListener('visibilitychange', changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      clearTimeout(timer.current);
    };
  }, []);
  const held = markedUnread.value;
  useEffect(() => {
    if (held > 0) reading.current = heldUnread(reading.current);
  }, [held]);
  return { look, visibleKeys: () => visible.current };
}
