import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { MetadataQuery } from '../metadata/metadata.ts';
import { Destination, presentDestination } from './present.ts';
import { findByMetadata } from './queries.ts';

const MOST = 1000;

export const findDestinationsByMetadata = dispatchOperation({
  method: 'POST',
  path: '/destinations/metadata',
  summary: `Find destinations (the first ${MOST}) that have all of these metadata items`,
  access: 'apiKey',
  body: MetadataQuery,
  answer: Type.Array(Destination),
  async write({ tx, caller }, { body }) {
    return (await findByMetadata(tx, caller.organizationId, body, MOST)).map(presentDestination);
  },
});
