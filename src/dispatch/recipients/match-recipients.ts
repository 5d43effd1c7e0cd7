import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { matchesMetadata } from '../metadata/match.ts';
import { MetadataQuery } from '../metadata/metadata.ts';
import { presentRecipient, Recipient } from './present.ts';
import { listRecipients } from './queries.ts';

export const matchRecipients = dispatchOperation({
  method: 'POST',
  path: '/recipients/metadata',
  summary: 'Recipients whose metadata has every given item',
  access: 'apiKey',
  body: MetadataQuery,
  answer: Type.Array(Recipient),
  async read({ caller, reader }, { body }) {
    const rows = await listRecipients(reader, caller.organizationId, matchesMetadata('metadata', body));
    return rows.map(presentRecipient);
  },
});
