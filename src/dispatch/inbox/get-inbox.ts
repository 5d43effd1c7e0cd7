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
  summary: 'Get the exceptions that the live stream does not have, and which exceptions are handled',
  access: 'apiKey',
  answer: Type.Object({
    handled: Type.Array(Type.String(), { description: `Names of handled exceptions: the ${MAX_HANDLED} newest.` }),
    failingWebhooks: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID of the webhook.' }),
        name: Type.String({ description: 'Name that you gave it.' }),
        isEnabled: Type.Boolean({ description: 'False if it is turned off.' }),
        failures: Type.Integer({ description: 'Failed requests in a row.' }),
      }),
      { description: 'Webhooks whose last requests failed.' },
    ),
    undeliveredMessages: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID of the SMS.' }),
        phone: Type.String({ description: 'Number that it was sent to.' }),
        recipient: Nullable(Type.String({ description: 'Name of the recipient with this number; null: none.' })),
        time: Type.Integer({ description: 'When it was sent, in milliseconds since 1970.' }),
        reason: Type.String({ description: 'Why it was not delivered.' }),
      }),
      { description: `SMS of a day that were not delivered: the ${MAX_UNDELIVERED} newest.` },
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
