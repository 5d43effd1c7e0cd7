import { Type } from 'typebox';
import { anyUser } from '../http/caller.ts';
import { chatOperation } from '../http/operation.ts';
import { presencesOf } from './access.ts';
import { LegacyPresence } from './presence.ts';

export const getRealmPresence = chatOperation({
  method: 'GET',
  path: '/realm/presence',
  summary: "Get everybody's presence, by e-mail address",
  access: anyUser,
  params: {},
  answer: {
    presences: Type.Record(Type.String(), LegacyPresence, {
      description: 'Presence of everybody who shares it, by e-mail address.',
    }),
    server_timestamp: Type.Number({ description: 'Time of the answer, in UNIX seconds.' }),
  },
  async read({ caller, services, now }) {
    const { presences } = await presencesOf(services, services.state.of(caller.organizationId), caller, {
      slim: false,
    });
    return { presences: presences as never, server_timestamp: now.getTime() / 1000 };
  },
});
