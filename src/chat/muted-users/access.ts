import type { FactSource } from '../../platform/events/facts.ts';
import { loadMuters } from './queries.ts';

/** Who has muted a person; of a channel, its subscribers only. */
export function mutersOf(
  facts: FactSource,
  organizationId: string,
  mutedId: number,
  channelId: number | null,
): Promise<readonly number[]> {
  return facts.read(organizationId, `muters of ${mutedId} in ${channelId}`, (reader) =>
    loadMuters(reader, organizationId, mutedId, channelId),
  );
}
