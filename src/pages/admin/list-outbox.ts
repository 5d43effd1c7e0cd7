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
  query: { after: 'The `next` of the page before.' },
  answer: Type.Object({
    messages: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'ID of the message.' }),
        channel: Type.Enum(['email', 'sms'], { description: 'E-mail or SMS.' }),
        state: Type.Enum([...STATES], { description: 'Its delivery state.' }),
        recipient: Type.String({ description: 'Address or phone number that it goes to.' }),
        subject: Nullable(Type.String(), { description: 'Subject of an e-mail; null for an SMS.' }),
        attempts: Type.Integer({ description: 'How often it was sent.' }),
        detail: Nullable(Type.String(), { description: 'Why it was not delivered; null if nothing went wrong.' }),
        createdAt: Type.Integer({ description: 'When it was written, in milliseconds since 1970.' }),
        sentAt: Nullable(Type.Integer(), {
          description: 'When it was sent, in milliseconds since 1970; null: not yet.',
        }),
      }),
      { description: 'Messages of this page, newest first.' },
    ),
    next: Type.Optional(Type.String({ description: 'Send it as `after` for the next page; absent on the last one.' })),
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
