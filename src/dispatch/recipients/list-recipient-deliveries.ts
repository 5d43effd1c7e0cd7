import { Type } from 'typebox';
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
  task: Type.String(),
  shortId: Type.String(),
  state: Type.Integer({ description: '0 unassigned, 1 assigned, 2 active, 3 completed' }),
  timeCreated: Type.Integer(),
  timeCompleted: Nullable(Type.Integer()),
  success: Nullable(Type.Boolean({ description: 'null: not completed' })),
  workerName: Nullable(Type.String()),
  address: Address,
  notes: Type.String({ description: 'Notes on the place' }),
});

export const listRecipientDeliveries = dispatchOperation({
  method: 'GET',
  path: '/recipients/:recipientId/deliveries',
  summary: 'A recipient with their tasks in sight, the newest first',
  access: 'apiKey',
  ids: ['recipientId'],
  query: {
    lastId: Type.String({ maxLength: 24, description: 'ID of the last task of the page before' }),
    limit: Type.Integer({ minimum: 1, maximum: MAX_DELIVERIES, description: `${MAX_DELIVERIES} if absent` }),
  },
  answer: Type.Object({
    recipient: Recipient,
    deliveries: Type.Array(RecipientDelivery),
    lastId: Type.Optional(Type.String()),
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
