import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import type { Channel } from './channel.ts';
import { loadAllChannels } from './queries.ts';

const allChannels = defineFact('channels', ['chat.channels']);

/** All channels of the organization, without any check of access. */
export function everyChannel(facts: FactSource): Promise<readonly Channel[]> {
  return facts.read(allChannels, '', (reader) => loadAllChannels(reader));
}
