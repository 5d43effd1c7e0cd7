import { Type } from 'typebox';
import { presentedBots } from '../../bots/access.ts';
import { BotObject } from '../../bots/bot.ts';
import { isAdministrator } from '../../http/caller.ts';
import { defineInitialState } from './initial-state.ts';

/** The bots that the caller may manage. */
export const realmBots = defineInitialState({
  types: ['realm_bot'],
  fields: { realm_bots: Type.Array(BotObject) },
  async load({ reader, facts, services, caller }) {
    const ownerId = isAdministrator(caller) ? null : caller.userId;
    return { realm_bots: await presentedBots(reader, facts, services, caller, ownerId) };
  },
});
