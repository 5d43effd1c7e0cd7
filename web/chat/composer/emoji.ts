import { signal } from '@preact/signals';
import { request } from '../../shared/session/session.ts';
import type { RealmEmojiDictionary } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { personalStorageName } from '../data/me.ts';
import { allEmoji, type Emoji } from './emoji-index.ts';

type Codes = Readonly<Record<string, readonly string[]>>;

/** Names of the emoji of Unicode by their codes; undefined until they are loaded. */
const codes = signal<Codes>();
let isLoading = false;

/** Loads the server's names of emoji when somebody looks for the first one. */
export function loadEmoji(): void {
  if (codes.value || isLoading) return;
  isLoading = true;
  const { pathname } = new URL(String(chat.value.state.fields.server_emoji_data_url));
  request<{ code_to_names: Codes }>(pathname)
    .then(
      (answer) => (codes.value = answer.code_to_names),
      // The next one that is looked for tries again.
      () => undefined,
    )
    .finally(() => (isLoading = false));
}

let made: { codes: Codes; own: RealmEmojiDictionary | undefined; all: Emoji[] } | undefined;

/** All emoji, or undefined until they are loaded. */
export function emojiOf(): readonly Emoji[] | undefined {
  if (!codes.value) return undefined;
  const own = chat.value.state.fields.realm_emoji as RealmEmojiDictionary | undefined;
  if (made?.codes !== codes.value || made.own !== own)
    made = { codes: codes.value, own, all: allEmoji(codes.value, own) };
  return made.all;
}

const MAX_RECENT = 24;
const recentKey = () => personalStorageName('emoji');

/** Names of the emoji that were used last on this device, the newest first. */
export function recentEmoji(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(recentKey()) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export function usedEmoji(name: string): void {
  const names = [name, ...recentEmoji().filter((each) => each !== name)].slice(0, MAX_RECENT);
  try {
    localStorage.setItem(recentKey(), JSON.stringify(names));
  } catch {
    // Without room on the device, the list is what it was.
  }
}
