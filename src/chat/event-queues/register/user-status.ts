import { Type } from 'typebox';
import { knowsLegacyNamesOnly } from '../../messages/message-variant.ts';
import { loadStatuses } from '../../user-status/access.ts';
import { presentStatus, UserStatusObject } from '../../user-status/user-status.ts';
import { defineInitialState } from './initial-state.ts';

export const userStatus = defineInitialState({
  types: ['user_status'],
  fields: { user_status: Type.Record(Type.String({ pattern: '^[0-9]+$' }), UserStatusObject) },
  async load({ reader, caller, options }) {
    const legacyNames = knowsLegacyNamesOnly(options.client);
    const statuses = await loadStatuses(reader, caller.organizationId, undefined);
    return { user_status: Object.fromEntries(statuses.map((each) => [each.userId, presentStatus(each, legacyNames)])) };
  },
});
