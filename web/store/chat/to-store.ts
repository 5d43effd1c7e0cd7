import type { ChatState } from './state.ts';
import { MAPS, PLAIN, SETS, type StoredState, VERSION } from './stored.ts';
import type { MessageWindow } from './windows/message-windows.ts';
import { nearest } from './windows/ranges.ts';

/** Windows that are stored: those that were looked at last, and messages of each, around what was looked at. */
const STORED_WINDOWS = 20;
const STORED_OF_WINDOW = 200;

/** Returns what is stored of a state: enough to paint the page of the next visit. Who is subscribed to what is not. */
export function storedState(state: ChatState): StoredState {
  const windows = [...state.windows]
    .filter(([, { ranges }]) => ranges.length > 0)
    .sort(([, a], [, b]) => b.lookedAt - a.lookedAt)
    .slice(0, STORED_WINDOWS)
    .map(([key, each]): [string, MessageWindow] => [key, shortened(each)]);
  const ids = new Set(windows.flatMap(([, { ranges }]) => ranges.flatMap((range) => range.ids)));
  return {
    version: VERSION,
    parts: Object.fromEntries([
      ...MAPS.map((name) => [name, [...(state[name] as ReadonlyMap<unknown, unknown>)]]),
      ...SETS.map((name) => [name, [...(state[name] as ReadonlySet<number>)]]),
      ...PLAIN.map((name) => [name, state[name]]),
      ['directConversations', state.directConversations && [...state.directConversations]],
    ]),
    messages: [...ids].flatMap((id) => state.messages.get(id) ?? []),
    windows,
  };
}

function shortened(each: MessageWindow): MessageWindow {
  const { ranges, lookedFor } = each;
  const range = ranges.find(({ from, to }) => from <= lookedFor && lookedFor <= to) ?? ranges.at(-1)!;
  return { ...each, ranges: [nearest(range, lookedFor, STORED_OF_WINDOW)] };
}
