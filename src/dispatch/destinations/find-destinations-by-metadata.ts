import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { MAX_MATCHES } from '../metadata/match.ts';
import { MetadataQuery } from '../metadata/metadata.ts';
import { Destination, presentDestination } from './present.ts';
import { findByMetadata } from './queries.ts';

export const findDestinationsByMetadata = dispatchOperation({
  method: 'POST',
  path: '/destinations/metadata',
  summary: `Destinations (the first ${MAX_MATCHES}) whose metadata has every given item`,
  access: 'apiKey',
  body: MetadataQuery,
  answer: Type.Array(Destination),
  async read({ reader, caller }, { body }) {
    return (await findByMetadata(reader, caller.organizationId, body, MAX_MATCHES)).map(presentDestination);
  },
});
