import { Type } from 'typebox';
import { knowsLegacyNamesOnly } from '../reading/message-variant.ts';
import { loadStatuses } from '../user-status/access.ts';
import { presentStatus, UserStatusObject } from '../user-status/user-status.ts';
import { knownPeople } from '../users/known-people.ts';
import { defineInitialState } from './initial-state.ts';

export const userStatus = defineInitialState({
  types: ['user_status'],
  fields: {
    user_status: Type.Record(Type.String({ pattern: '^[0-9]+$' }), UserStatusObject, {
      description: 'Statuses that people have set, by user ID.',
    }),
  },
  async load({ reader, facts, caller, options }) {
    const legacyNames = knowsLegacyNamesOnly(options.client);
    const known = await knownPeople(facts, caller);
    const statuses = await loadStatuses(reader, known && [...known]);
    return { user_status: Object.fromEntries(statuses.map((each) => [each.userId, presentStatus(each, legacyNames)])) };
  },
});
