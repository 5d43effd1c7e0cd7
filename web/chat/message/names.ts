import { locale } from '../../shared/texts/index.ts';
import { whenNeeded } from '../../shared/texts/when-needed.ts';
import { chat } from '../data/chat.ts';
import { nameOf } from '../data/names.ts';
import { rowWords } from './texts/index.ts';

const lists = whenNeeded(() => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** Names written out; the rest is a number. */
const MAX_NAMES = 10;

/** Names of people as one text, the reader as "You" and first. */
export function namesOf(userIds: readonly number[]): string {
  const { ownUserId } = chat.value.state;
  const isOwn = userIds.includes(ownUserId);
  const others = userIds.filter((id) => id !== ownUserId).map(nameOf);
  const names = [...(isOwn ? [rowWords.row.you] : []), ...others];
  const rest = names.length - MAX_NAMES;
  return lists().format(rest > 0 ? [...names.slice(0, MAX_NAMES), rowWords.reactions.others({ count: rest })] : names);
}
