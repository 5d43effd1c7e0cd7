import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { emitPassing } from '../event-queues/hub.ts';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { Id, json, optional, text, withDefault } from '../http/params.ts';
import { realmOf } from '../realms/access.ts';
import { accessUserById } from '../users/access.ts';
import { presencesOf, sharesPresence } from './access.ts';
import { LegacyPresence, SlimPresence } from './presence.ts';
import { presenceStore } from './store.ts';

/** It writes nothing that a retry could write twice, so it is a `read`: see `PresenceStore`. */
export const updatePresence = chatOperation({
  method: 'POST',
  path: '/users/me/presence',
  summary: "Report the caller's presence and get everybody's",
  access: anyUser,
  params: {
    status: text(
      Type.Union([Type.Literal('active'), Type.Literal('idle')], {
        description: '`active`: the caller uses the client. `idle`: the client is only connected.',
      }),
    ),
    ping_only: withDefault(
      json(Type.Boolean({ description: 'Whether to report only. `true`: the answer has no presences.' })),
      false,
    ),
    // Only statistics of use would need it, and there are none.
    new_user_input: optional(json(Type.Boolean({ description: 'Ignored. Older clients send it.' }))),
    slim_presence: withDefault(
      json(
        Type.Boolean({
          description: 'Whether the answer has presences by user ID. `false`: the older form by e-mail address.',
        }),
      ),
      false,
    ),
    last_update_id: optional(
      json(described(Id, '`presence_last_update_id` of the previous answer: only later changes return. -1: all.')),
    ),
    history_limit_days: optional(
      json(Type.Integer({ minimum: 0, maximum: 36_500, description: 'Days of past presence to return. Default: 14.' })),
    ),
  },
  answer: {
    presences: Type.Optional(
      Type.Record(Type.String(), Type.Union([SlimPresence, LegacyPresence]), {
        description: 'Presences of others. Absent with `ping_only`.',
      }),
    ),
    server_timestamp: Type.Optional(
      Type.Number({ description: 'Time of the answer, in UNIX seconds. Absent with `ping_only`.' }),
    ),
    presence_last_update_id: Type.Optional(
      Type.Integer({ description: 'Value for `last_update_id` of the next request. Absent without it.' }),
    ),
  },
  // Everybody asks each minute: that somebody is there may be taken by kept facts, what others do may not be told by them.
  optimistic: true,
  async read(request, given) {
    const { services, now } = request;
    const { caller } = given.ping_only ? request : await request.reauthorize();
    const { organizationId, userId } = caller;
    const user = await accessUserById(services.state.of(organizationId), userId);
    const { settings } = await realmOf(services.state.of(organizationId));
    if (sharesPresence(user)) {
      const isActive = given.status === 'active';
      const cameBack = await presenceStore(services).beat(organizationId, userId, isActive);
      // That somebody goes away, or is still there, clients learn by asking.
      if (cameBack && !settings.presence_disabled) {
        const at = now.getTime();
        const payload = { userId, at, active: at, connected: at };
        emitPassing(services, { organizationId, kind: 'presence', userIds: null, isOfChannel: false, payload });
      }
    }
    if (given.ping_only) return {};
    const { presences, lastUpdateId } = await presencesOf(services, services.state.of(caller.organizationId), caller, {
      // client: whoever counts updates knows people by ID.
      slim: given.slim_presence || given.last_update_id !== undefined,
      lastUpdateId: given.last_update_id,
      historyDays: given.history_limit_days,
    });
    return {
      presences: presences as never,
      server_timestamp: now.getTime() / 1000,
      ...(given.last_update_id === undefined ? {} : { presence_last_update_id: lastUpdateId }),
    };
  },
});
