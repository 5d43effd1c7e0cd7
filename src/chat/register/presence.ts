import { Type } from 'typebox';
import { presencesOf } from '../presence/access.ts';
import { LegacyPresence, SlimPresence } from '../presence/presence.ts';
import { defineInitialState } from './initial-state.ts';

/** In memory, so not of the snapshot: what is newer is no harm, and what changes later is told. */
export const presence = defineInitialState({
  types: ['presence'],
  fields: {
    presences: Type.Record(Type.String(), Type.Union([SlimPresence, LegacyPresence]), {
      description: 'When people were last online: by user ID, or by e-mail address in the older form.',
    }),
    presence_last_update_id: Type.Integer({
      description: 'Value for `last_update_id` of the next request for presence.',
    }),
  },
  async load({ services, facts, caller, options, presenceHistoryDays: historyDays }) {
    const asked = { slim: options.slimPresence, historyDays };
    const { presences, lastUpdateId } = await presencesOf(services, facts, caller, asked);
    return { presences, presence_last_update_id: lastUpdateId };
  },
});
