import { metadataQuery } from '../metadata/metadata-query.ts';
import { Destination, presentDestination } from './present.ts';
import { listDestinations } from './queries.ts';

export const findDestinationsByMetadata = metadataQuery({
  path: 'destinations',
  name: 'Destinations',
  row: Destination,
  async find({ reader, caller }, condition, limit) {
    return (await listDestinations(reader, caller.organizationId, condition, limit)).map(presentDestination);
  },
});
