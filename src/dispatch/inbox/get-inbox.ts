import { Type } from 'typebox';
import { viewerOf } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { listFailingWebhooks, listHandled, listUndelivered } from './queries.ts';

const MAX_HANDLED = 5000;
const MAX_UNDELIVERED = 100;
const DAY_MS = 86_400_000;

export const getInbox = dispatchOperation({
  method: 'GET',
  path: '/inbox',
  summary: 'Exceptions that the live feed does not hold, and which exceptions a dispatcher has marked as handled',
  access: 'apiKey',
  answer: Type.Object({
    handled: Type.Array(Type.String(), { description: `Names of handled exceptions: the ${MAX_HANDLED} newest` }),
    failingWebhooks: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        isEnabled: Type.Boolean(),
        failures: Type.Integer({ description: 'Failed requests in a row' }),
      }),
    ),
    undeliveredMessages: Type.Array(
      Type.Object({
        id: Type.String(),
        phone: Type.String(),
        recipient: Nullable(Type.String({ description: 'Name of the recipient with this number' })),
        time: Type.Integer(),
        reason: Type.String(),
      }),
      { description: `SMS of a day: the ${MAX_UNDELIVERED} newest` },
    ),
  }),
  async read({ reader, caller, now }) {
    const viewer = viewerOf(caller);
    const handled = await listHandled(reader, viewer, MAX_HANDLED);
    // Webhooks and messages are of the whole organization.
    if (viewer.sight.teams !== null) return { handled, failingWebhooks: [], undeliveredMessages: [] };
    const undelivered = await listUndelivered(reader, new Date(now.getTime() - DAY_MS), MAX_UNDELIVERED);
    return {
      handled,
      failingWebhooks: await listFailingWebhooks(reader),
      undeliveredMessages: undelivered.map(({ id, phone, name, at, reason }) => ({
        id,
        phone,
        recipient: name,
        time: at.getTime(),
        reason: reason ?? '',
      })),
    };
  },
});
