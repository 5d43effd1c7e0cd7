import { conversationKey } from '../conversation.ts';
import type { ChatState } from '../state.ts';
import { isMuted, mutedUsers } from './muting.ts';

/** A conversation of the catch-up: what was unread in it when it opened, or what came since. */
export interface CatchUpPart {
  key: string;
  /** Ascending. */
  ids: readonly number[];
}

/**
 * Returns what happened since a person was here: the conversations with unread messages, the one with the newest message last.
 * What was read meanwhile stays, and what came meanwhile stands at the end, under its conversation once more: nothing that one reads
 * changes its place. Of muted conversations only what mentions the person is in it.
 * @param before the same, some time ago
 */
export function catchUp(state: ChatState, before: readonly CatchUpPart[]): readonly CatchUpPart[] {
  const known = new Set(before.flatMap(({ ids }) => ids));
  const muted = mutedUsers(state);
  const added = new Map<string, number[]>();
  for (const [id, { mentioned, ...conversation }] of state.unread) {
    if (known.has(id) || (!mentioned && isMuted(state, conversation, muted))) continue;
    const key = conversationKey(conversation);
    added.set(key, [...(added.get(key) ?? []), id]);
  }
  if (added.size === 0) return before;
  for (const ids of added.values()) ids.sort((a, b) => a - b);
  const others = [...added].map(([key, ids]): CatchUpPart => ({ key, ids }));
  others.sort((a, b) => a.ids.at(-1)! - b.ids.at(-1)!);
  const last = before.at(-1);
  const more = others.find(({ key }) => key === last?.key);
  if (!last || !more) return [...before, ...others];
  return [
    ...before.slice(0, -1),
    { ...last, ids: [...last.ids, ...more.ids] },
    ...others.filter((each) => each !== more),
  ];
}
