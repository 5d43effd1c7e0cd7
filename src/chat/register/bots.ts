import { Type } from 'typebox';
import { presentedBots } from '../bots/access.ts';
import { BotObject } from '../bots/bot.ts';
import { isAdministrator } from '../http/caller.ts';
import { webhookServices } from '../incoming-webhooks/access.ts';
import { defineInitialState } from './initial-state.ts';

/** The bots that the caller may manage. */
export const realmBots = defineInitialState({
  types: ['realm_bot'],
  fields: { realm_bots: Type.Array(BotObject, { description: 'Bots that the caller may manage.' }) },
  async load({ reader, facts, services, caller }) {
    const ownerId = isAdministrator(caller) ? null : caller.userId;
    return { realm_bots: await presentedBots(reader, facts, services, caller, ownerId) };
  },
});

/** The services whose webhooks are read, and by which events: what a page offers on which such a bot is made. */
export const incomingWebhookServices = defineInitialState({
  types: ['realm_incoming_webhook_bots'],
  fields: {
    realm_incoming_webhook_bots: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Name of the service in the address of the webhook.' }),
          display_name: Type.String({ description: 'Name of the service for people.' }),
          all_event_types: Type.Union([Type.Array(Type.String()), Type.Null()], {
            description: 'Kinds of events that a webhook can choose from. Null: it cannot choose.',
          }),
        },
        { additionalProperties: false },
      ),
      { description: 'Services whose webhooks can become messages.' },
    ),
  },
  async load() {
    return {
      realm_incoming_webhook_bots: webhookServices().map(({ name, title, events }) => ({
        name,
        display_name: title,
        all_event_types: events ?? null,
      })),
    };
  },
});
