import { useEffect, useRef } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import type { Narrow } from '../../store/chat/narrow.ts';
import { chat } from '../data/chat.ts';
import type { LoadedRange } from '../data/messages.ts';

/** Time on screen, with the page visible, after which a message is read. */
const READ_AFTER_MS = 300;
/** Marked together. */
const SEND_AFTER_MS = 200;

/** By scrolling (`web_mark_read_on_scroll_policy`). */
const POLICY = { always: 1, conversations: 2, never: 3 };

interface Reading {
  /** Notes what is on screen now. @returns the last message whose end is */
  look(scroller: HTMLElement): number;
  /** Keys of the messages on screen. */
  visibleKeys(): string[];
}

/** Marks messages as read whose end was on screen for a moment. */
export function useReading(narrow: Narrow, _range: LoadedRange): Reading {
  const since = useRef(new Map<number, number>());
  const visible = useRef<string[]>([]);
  const read = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const box = useRef<HTMLElement | undefined>(undefined);

  const mayMark = () => {
    const { web_mark_read_on_scroll_policy: policy } = (chat.peek().state.fields.user_settings ?? {}) as {
      web_mark_read_on_scroll_policy?: number;
    };
    const isConversation = narrow.kind === 'topic' || narrow.kind === 'direct';
    return policy !== POLICY.never && (policy !== POLICY.conversations || isConversation);
  };

  const check = () => {
    timer.current = undefined;
    const now = performance.now();
    const { unread } = chat.peek().state;
    const seen = [...since.current].filter(([, at]) => now - at >= READ_AFTER_MS).map(([id]) => id);
    const ids = seen.filter((id) => unread.has(id) && !read.current.has(id));
    if (ids.length > 0) {
      for (const id of ids) read.current.add(id);
      void request('/api/v1/messages/flags', {
        method: 'POST',
        form: { messages: ids, op: 'add', flag: 'read' },
      }).catch(() => {
        for (const id of ids) read.current.delete(id);
      });
    }
    if ([...since.current.keys()].some((id) => unread.has(id) && !read.current.has(id)))
      timer.current = setTimeout(check, SEND_AFTER_MS);
  };

  const look = (scroller: HTMLElement) => {
    box.current = scroller;
    const { top, bottom } = scroller.getBoundingClientRect();
    const now = performance.now();
    const before = since.current;
    const present = new Map<number, number>();
    visible.current = [];
    let last = 0;
    for (const row of scroller.querySelectorAll<HTMLElement>('[data-message]')) {
      const rect = row.getBoundingClientRect();
      if (rect.bottom <= top || rect.top >= bottom) continue;
      visible.current.push(row.dataset.row!);
      const isEndSeen = rect.bottom <= bottom + 1;
      if (!isEndSeen && rect.top > top) continue;
      const id = Number(row.dataset.message);
      if (isEndSeen) last = id;
      if (document.visibilityState === 'visible') present.set(id, before.get(id) ?? now);
    }
    since.current = present;
    if (mayMark() && !timer.current) timer.current = setTimeout(check, READ_AFTER_MS);
    return last;
  };

  useEffect(() => {
    const changed = () => {
      since.current.clear();
      if (box.current) look(box.current);
    };
    document.addEventListener('visibilitychange', changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      clearTimeout(timer.current);
    };
  }, []);
  return { look, visibleKeys: () => visible.current };
}
