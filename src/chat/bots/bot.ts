import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { ownAvatarUrl } from '../users/avatar.ts';
import type { User } from '../users/user.ts';
import { DefaultsObject } from './defaults.ts';

/** spec: chat 2, User.bot_type */
export const BotType = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;

/** Bots that one person may own, deactivated ones included. */
export const MAX_BOTS = 500;

/** Name of the log reader that finds the messages for outgoing webhooks; an organization without any has none. */
export const OUTGOING_CURSOR = 'chat-outgoing-webhooks';

/** Destination of the messages for an outgoing-webhook bot. */
export interface BotService {
  userId: number;
  baseUrl: string;
  /** 1: the payload that bot frameworks read; 2: Slack's form. */
  interface: 1 | 2;
  sealedToken: Buffer;
}

/** Format of the requests to a service: that of bot frameworks, or Slack's. */
export const BotInterface = Type.Enum([1, 2]);

export const BotServiceObject = Type.Object(
  {
    base_url: Type.String({ description: 'Address that receives the messages for the bot.' }),
    interface: described(BotInterface, "Format of the requests: 1 generic, 2 Slack's."),
    /** Left out of events: the log keeps no secrets. */
    token: Type.Optional(
      Type.String({
        description: 'Secret in each request, so that the service knows who sent it. Absent from events.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type BotServiceObject = Static<typeof BotServiceObject>;

/** A bot for its owner and for administrators. Its key is kept as a digest and shown once, so it is not here. */
export const BotObject = Type.Object(
  {
    user_id: Type.Integer({ description: 'User ID of the bot.' }),
    email: Type.String({ description: 'E-mail address with which the bot signs in.' }),
    full_name: Type.String({ description: 'Name that everybody sees.' }),
    is_active: Type.Boolean({ description: 'Whether the bot can sign in.' }),
    bot_type: Type.Integer({
      minimum: 1,
      maximum: 4,
      description: '1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.',
    }),
    owner_id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'ID of the person who owns the bot. Null: nobody.',
    }),
    avatar_url: Type.String({ description: "Address of the bot's picture." }),
    ...DefaultsObject.properties,
    services: Type.Array(BotServiceObject, {
      description: 'Services that receive messages for the bot, if it is an outgoing webhook.',
    }),
  },
  { additionalProperties: false },
);
export type BotObject = Static<typeof BotObject>;

export function presentBot(bot: User, defaults: DefaultsObject, services: readonly BotServiceObject[]): BotObject {
  return {
    user_id: bot.id,
    email: bot.email,
    full_name: bot.fullName,
    is_active: bot.isActive,
    bot_type: bot.botType!,
    owner_id: bot.botOwnerId,
    avatar_url: ownAvatarUrl(bot),
    ...defaults,
    services: [...services],
  };
}

/** @param token undefined: it is not to be shown */
export function presentService(service: Pick<BotService, 'baseUrl' | 'interface'>, token?: string): BotServiceObject {
  return { base_url: service.baseUrl, interface: service.interface, ...(token === undefined ? {} : { token }) };
}
