import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { MAX_MATCHES, matchesMetadata } from '../metadata/match.ts';
import { MetadataQuery } from '../metadata/metadata.ts';
import { presentRecipient, Recipient } from './present.ts';
import { listRecipients } from './queries.ts';

export const matchRecipients = dispatchOperation({
  method: 'POST',
  path: '/recipients/metadata',
  summary: `Recipients (the first ${MAX_MATCHES}) whose metadata has every given item`,
  access: 'apiKey',
  body: MetadataQuery,
  answer: Type.Array(Recipient),
  async read({ caller, reader }, { body }) {
    const condition = matchesMetadata('metadata', body);
    const rows = await listRecipients(reader, caller.organizationId, condition, MAX_MATCHES);
    return rows.map(presentRecipient);
  },
});
