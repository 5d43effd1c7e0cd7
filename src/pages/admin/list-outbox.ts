import { Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { loadOutboxPage } from '../../platform/outbound/outbox.ts';
import { sessionOperation } from '../session/session-operation.ts';
import { readPlace, writePlace } from './place-in-list.ts';

/** Messages that one answer has. */
const PAGE = 50;

const STATES = ['queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'skipped', 'stored'] as const;

/** The text of a message is left out: it belongs to the recipient and contains sign-in links and private messages. */
export const listOutboxOperation = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/outbox',
  summary: "List the organization's e-mails and SMS with their delivery state, newest first, without their text",
  access: 'owner',
  query: ['after'],
  answer: Type.Object({
    messages: Type.Array(
      Type.Object({
        id: Type.Integer(),
        channel: Type.Enum(['email', 'sms']),
        state: Type.Enum([...STATES]),
        recipient: Type.String(),
        subject: Nullable(Type.String()),
        attempts: Type.Integer(),
        detail: Nullable(Type.String()),
        createdAt: Type.Integer(),
        sentAt: Nullable(Type.Integer()),
      }),
    ),
    next: Type.Optional(Type.String()),
  }),
  async serve({ services, session, query }) {
    const before = query.after === undefined ? null : Number(readPlace(query.after, 1)[0]);
    const id = before === null || (Number.isSafeInteger(before) && before > 0) ? before : 0;
    const found = await loadOutboxPage(services.database.reader, session.organizationId, id, PAGE + 1);
    const page = found.slice(0, PAGE);
    return {
      messages: page.map(({ createdAt, sentAt, ...message }) => ({
        ...message,
        createdAt: createdAt.getTime(),
        sentAt: sentAt?.getTime() ?? null,
      })),
      ...(found.length > PAGE && { next: writePlace(String(page.at(-1)!.id)) }),
    };
  },
});
