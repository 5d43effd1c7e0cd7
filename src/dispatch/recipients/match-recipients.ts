import { metadataQuery } from '../metadata/metadata-query.ts';
import { presentRecipient, Recipient } from './present.ts';
import { listRecipients } from './queries.ts';

export const matchRecipients = metadataQuery({
  path: 'recipients',
  name: 'Recipients',
  row: Recipient,
  async find({ reader, caller }, condition, limit) {
    return (await listRecipients(reader, caller.organizationId, condition, limit)).map(presentRecipient);
  },
});
