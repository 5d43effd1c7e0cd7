import { Type } from 'typebox';
import type { FactSource } from '../../platform/events/facts.ts';
import type { ChannelCaller } from '../channels/access.ts';
import { json, optional, type ParamValues, text } from '../http/params.ts';
import { accessDefaultChannel } from './access.ts';
import type { BotDefaults } from './defaults.ts';

/** Default channels of a bot; an empty name removes a default. */
export const defaultParams = {
  default_sending_stream: optional(
    text(Type.String({ description: 'Name of the channel for messages that name none. Empty: no default.' })),
  ),
  default_events_register_stream: optional(
    text(Type.String({ description: 'Name of the channel for event queues without a narrow. Empty: no default.' })),
  ),
  default_all_public_streams: optional(
    json(Type.Boolean({ description: 'Whether event queues receive the messages of all public channels by default.' })),
  ),
};

/**
 * The defaults that a request gives a bot; those that it does not name stay.
 * @throws {ChatError} `BAD_REQUEST`
 */
export async function readDefaults(
  facts: FactSource,
  caller: ChannelCaller,
  given: ParamValues<typeof defaultParams>,
  before: BotDefaults,
): Promise<BotDefaults> {
  const channelOf = async (name: string | undefined, id: number | null) => {
    if (name === undefined) return id;
    return name.trim() === '' ? null : accessDefaultChannel(facts, caller, name);
  };
  return {
    sendingChannelId: await channelOf(given.default_sending_stream, before.sendingChannelId),
    eventsChannelId: await channelOf(given.default_events_register_stream, before.eventsChannelId),
    allPublicChannels: given.default_all_public_streams ?? before.allPublicChannels,
  };
}
