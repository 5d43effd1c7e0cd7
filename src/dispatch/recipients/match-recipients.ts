import { metadataQuery } from '../metadata/metadata-query.ts';
import { presentRecipient, Recipient } from './present.ts';
import { listRecipients } from './queries.ts';

export const matchRecipients = metadataQuery({
  path: 'recipients',
  name: 'Recipients',
  row: Recipient,
  async find({ reader }, condition, limit) {
    return (await listRecipients(reader, condition, limit)).map(presentRecipient);
  },
});
