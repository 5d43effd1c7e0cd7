import { Type } from 'typebox';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { anyUser } from '../http/caller.ts';
import { badRequest } from '../http/errors.ts';
import { chatOperation } from '../http/operation.ts';
import { json, optional } from '../http/params.ts';
import { realmHost } from '../settings/address.ts';
import { doUpdateSettings } from '../user-settings/actions.ts';
import { accessUserById } from '../users/access.ts';
import { doUpdateStatus } from './actions.ts';
import { readStatusChanges, statusParams } from './status-params.ts';

/** spec: chat 4.10 */
export const updateOwnStatus = chatOperation({
  method: 'POST',
  path: '/users/me/status',
  since: 86,
  summary: "Change the caller's own status",
  access: anyUser,
  params: {
    ...statusParams,
    away: optional(json(Type.Boolean({ description: 'Older form of the setting `presence_enabled`: its opposite.' }))),
  },
  answer: {},
  async write({ tx, caller, services }, { away, ...given }) {
    if (away === undefined && Object.values(given).every((value) => value === undefined))
      throw badRequest('Client did not pass any new values.');
    const { userId } = caller;
    await tx.position();
    const changes = await readStatusChanges(tx, given);
    if (away !== undefined) {
      // The older word for not sharing one's presence.
      const user = await accessUserById(uncachedFacts(tx), userId);
      await doUpdateSettings(tx, user, { presence_enabled: !away }, realmHost(services));
    }
    await doUpdateStatus(tx, userId, changes);
    return {};
  },
});
