import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import { loadMuters } from './queries.ts';

const muters = defineFact('muters', ['chat.muted_users', 'chat.subscriptions']);

/** Returns the people who have muted a person; for a channel, its subscribers only. */
export function mutersOf(facts: FactSource, mutedId: number, channelId: number | null): Promise<readonly number[]> {
  return facts.read(muters, `${mutedId} in ${channelId}`, (reader) => loadMuters(reader, mutedId, channelId));
}
