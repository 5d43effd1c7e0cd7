import { metadataQuery } from '../metadata/metadata-query.ts';
import { Destination, presentDestination } from './present.ts';
import { listDestinations } from './queries.ts';

export const findDestinationsByMetadata = metadataQuery({
  path: 'destinations',
  name: 'Destinations',
  row: Destination,
  async find({ reader }, condition, limit) {
    return (await listDestinations(reader, condition, limit)).map(presentDestination);
  },
});
