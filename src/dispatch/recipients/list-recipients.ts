import { Type } from 'typebox';
import { Address } from '../geocoding/address.ts';
import { viewerOf } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable } from '../http/validate.ts';
import { pageOfRecipients } from './delivery-queries.ts';
import { presentRecipient, Recipient } from './present.ts';

const MAX_RECIPIENTS = 100;

const ListedRecipient = Type.Object({
  recipient: Recipient,
  lastTask: Nullable(
    Type.Object(
      { id: Type.String(), time: Type.Integer({ description: 'Of its creation' }), address: Address },
      { description: 'The newest task in sight; null: none' },
    ),
  ),
});

export const listAllRecipients = dispatchOperation({
  method: 'GET',
  path: '/recipients/all',
  summary: 'Recipients by name, with the place of their newest task; who sees some teams: those of tasks in sight',
  access: 'apiKey',
  query: {
    q: Type.String({ maxLength: 200, description: 'Part of the name, or digits of the phone number' }),
    lastId: Type.String({ maxLength: 24, description: 'ID of the last recipient of the page before' }),
    limit: Type.Integer({ minimum: 1, maximum: MAX_RECIPIENTS, description: `${MAX_RECIPIENTS} if absent` }),
  },
  answer: Type.Object({ recipients: Type.Array(ListedRecipient), lastId: Type.Optional(Type.String()) }),
  async read({ reader, caller }, { query: { q, lastId, limit = MAX_RECIPIENTS } }) {
    const text = q?.trim() || undefined;
    const rows = await pageOfRecipients(reader, viewerOf(caller), { text, lastId }, limit + 1);
    const recipients = rows
      .slice(0, limit)
      .map((row) => ({ recipient: presentRecipient(row), lastTask: row.lastTask }));
    return { recipients, ...(rows.length > limit && { lastId: recipients.at(-1)!.recipient.id }) };
  },
});
