import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Address } from '../geocoding/address.ts';
import { viewerOf } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { pageOfRecipients } from './delivery-queries.ts';
import { presentRecipient, Recipient } from './present.ts';

const MAX_RECIPIENTS = 100;

const ListedRecipient = Type.Object({
  recipient: described(Recipient, 'Name, phone number and notes.'),
  lastTask: Nullable(
    Type.Object(
      {
        id: Type.String({ description: 'ID of the task.' }),
        time: Type.Integer({ description: 'When it was created, in milliseconds since 1970.' }),
        address: described(Address, 'Where it is done.'),
      },
      { description: 'The newest task that you see; null if there is none.' },
    ),
  ),
});

export const listAllRecipients = dispatchOperation({
  method: 'GET',
  path: '/recipients/all',
  summary:
    'List recipients by name, with the place of their newest task. If you see some teams only: those of their tasks',
  access: 'apiKey',
  query: {
    q: Type.String({ maxLength: 200, description: 'Part of the name, or digits of the phone number.' }),
    lastId: Type.String({ maxLength: 24, description: 'The `lastId` of the page before.' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_RECIPIENTS,
      description: `Maximum number of recipients; ${MAX_RECIPIENTS} if absent.`,
    }),
  },
  answer: Type.Object({
    recipients: Type.Array(ListedRecipient, { description: 'Recipients by name.' }),
    lastId: Type.Optional(
      Type.String({ description: 'Send it as `lastId` for the next page; absent on the last one.' }),
    ),
  }),
  async read({ reader, caller }, { query: { q, lastId, limit = MAX_RECIPIENTS } }) {
    const text = q?.trim() || undefined;
    const rows = await pageOfRecipients(reader, viewerOf(caller), { text, lastId }, limit + 1);
    const recipients = rows
      .slice(0, limit)
      .map((row) => ({ recipient: presentRecipient(row), lastTask: row.lastTask }));
    return { recipients, ...(rows.length > limit && { lastId: recipients.at(-1)!.recipient.id }) };
  },
});
