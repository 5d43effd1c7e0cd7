import { type Static, Type } from 'typebox';

/** Default channels of a bot for requests that name none. */
export interface BotDefaults {
  /** Channel of messages without `to`, and of an incoming webhook without `stream`. */
  sendingChannelId: number | null;
  /** The channel that a queue registered without a narrow is narrowed to. */
  eventsChannelId: number | null;
  /** Whether a queue registered without `all_public_streams` gets the messages of all public channels. */
  allPublicChannels: boolean;
}

/** Defaults of a bot that has none set. */
export const noDefaults: BotDefaults = { sendingChannelId: null, eventsChannelId: null, allPublicChannels: false };

/** A bot's defaults on the wire: channels by their names. */
export const DefaultsObject = Type.Object(
  {
    default_sending_stream: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the channel for messages that name none. Null: no default.',
    }),
    default_events_register_stream: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the channel for event queues without a narrow. Null: no default.',
    }),
    default_all_public_streams: Type.Boolean({
      description: 'Whether event queues receive the messages of all public channels by default.',
    }),
  },
  { additionalProperties: false },
);
export type DefaultsObject = Static<typeof DefaultsObject>;

/** @param names of the channels that the reader may know of; a default that they may not know of is null */
export function presentDefaults(defaults: BotDefaults, names: ReadonlyMap<number, string>): DefaultsObject {
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    default_sending_stream: nameOf(defaults.sendingChannelId),
    default_events_register_stream: nameOf(defaults.eventsChannelId),
    default_all_public_streams: defaults.allPublicChannels,
  };
}
