import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Address } from '../geocoding/address.ts';
import { viewerOf } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { accessRecipient } from './access.ts';
import { isSeenRecipient, pageOfDeliveries } from './delivery-queries.ts';
import { presentRecipient, Recipient } from './present.ts';

const MAX_DELIVERIES = 50;

const RecipientDelivery = Type.Object({
  task: Type.String({ description: 'ID of the task.' }),
  shortId: Type.String({ description: 'Eight digits that people can read out.' }),
  state: Type.Integer({ description: '0: unassigned, 1: assigned, 2: active, 3: completed.' }),
  timeCreated: Type.Integer({ description: 'When the task was created, in milliseconds since 1970.' }),
  timeCompleted: Nullable(Type.Integer(), {
    description: 'When it was completed, in milliseconds since 1970; null: not completed.',
  }),
  success: Nullable(Type.Boolean({ description: 'Whether it succeeded; null: not completed.' })),
  workerName: Nullable(Type.String(), { description: 'Name of the worker; null if it has none.' }),
  address: described(Address, 'Where the task was done.'),
  notes: Type.String({ description: 'Notes on the place.' }),
});

export const listRecipientDeliveries = dispatchOperation({
  method: 'GET',
  path: '/recipients/:recipientId/deliveries',
  summary: "List a recipient's tasks that you see, newest first",
  access: 'apiKey',
  ids: ['recipientId'],
  query: {
    lastId: Type.String({ maxLength: 24, description: 'The `lastId` of the page before.' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_DELIVERIES,
      description: `Maximum number of tasks; ${MAX_DELIVERIES} if absent.`,
    }),
  },
  answer: Type.Object({
    recipient: described(Recipient, 'Name, phone number and notes.'),
    deliveries: Type.Array(RecipientDelivery, { description: 'Their tasks, newest first.' }),
    lastId: Type.Optional(
      Type.String({ description: 'Send it as `lastId` for the next page; absent on the last one.' }),
    ),
  }),
  errors: [1402],
  async read({ reader, caller }, { path, query: { lastId, limit = MAX_DELIVERIES } }) {
    const viewer = viewerOf(caller);
    const recipient = await accessRecipient(reader, path.recipientId!);
    if (!(await isSeenRecipient(reader, viewer, recipient.id))) throw notFound('There is no such recipient.');
    const rows = await pageOfDeliveries(reader, viewer, { recipientId: recipient.id, lastId }, limit + 1);
    const deliveries = rows.slice(0, limit).map((row) => ({
      task: row.id,
      shortId: row.shortId,
      state: row.state,
      timeCreated: row.createdAt.getTime(),
      timeCompleted: row.completedAt?.getTime() ?? null,
      success: row.isSuccess,
      workerName: row.workerName,
      address: row.address,
      notes: row.notes,
    }));
    const more = rows.length > limit && { lastId: deliveries.at(-1)!.task };
    return { recipient: presentRecipient(recipient), deliveries, ...more };
  },
});
