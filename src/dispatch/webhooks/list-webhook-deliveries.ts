import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { accessWebhook } from './access.ts';
import { type DeliveryRow, listDeliveries } from './attempt-queries.ts';

const PAGE = 64;

const Delivery = Type.Object({
  id: Type.String({ description: 'ID of the delivery.' }),
  state: Type.Enum(['delivered', 'pending', 'failed'], { description: '`pending` while attempts go on.' }),
  nextAttempt: Nullable(Type.Integer(), {
    description: 'When it is sent again, in milliseconds since 1970; null: never.',
  }),
  attempts: Type.Array(
    Type.Object({
      time: Type.Integer({ description: 'When the request was sent, in milliseconds since 1970.' }),
      durationMs: Type.Integer({ description: 'Milliseconds until the answer or the failure.' }),
      status: Nullable(Type.Integer(), { description: 'HTTP status of the answer; null if there was none.' }),
      error: Nullable(Type.String(), { description: 'Why there was no answer; null if there was one.' }),
      answer: Type.String({ description: "Start of the answer's body." }),
    }),
    { description: 'Requests that were sent, oldest first.' },
  ),
});

/** Ours: the requests to a webhook's receiver and its answers. */
export const listWebhookDeliveries = dispatchOperation({
  method: 'GET',
  path: '/webhooks/:webhookId/deliveries',
  summary: "List a webhook's deliveries of the last two weeks with their attempts, newest first, 64 a page",
  access: 'apiKey',
  wholeSight: true,
  ids: ['webhookId'],
  query: { lastId: Type.String({ pattern: '^\\d{1,15}$', description: 'The `lastId` of the page before.' }) },
  answer: Type.Object({
    deliveries: Type.Array(Delivery, { description: 'Deliveries, newest first.' }),
    lastId: Type.Optional(
      Type.String({ description: 'Send it as `lastId` for the next page; absent on the last one.' }),
    ),
  }),
  errors: [1402],
  async read({ reader }, { path, query }) {
    const { id } = await accessWebhook(reader, path.webhookId!);
    const before = Number(query.lastId ?? Number.MAX_SAFE_INTEGER);
    const rows = await listDeliveries(reader, id, before, PAGE + 1);
    const deliveries = rows.slice(0, PAGE).map(present);
    return { deliveries, ...(rows.length > PAGE ? { lastId: deliveries.at(-1)!.id } : {}) };
  },
});

function present({ eventId, nextAt, attempts }: DeliveryRow) {
  const isDelivered = attempts.some(({ status }) => status === 200);
  const state = nextAt ? ('pending' as const) : isDelivered ? ('delivered' as const) : ('failed' as const);
  return { id: String(eventId), state, nextAttempt: nextAt?.getTime() ?? null, attempts };
}
