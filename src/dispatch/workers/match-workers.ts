import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { metadataQuery } from '../metadata/metadata-query.ts';
import { pagesOfWorkers } from './list.ts';
import { Worker } from './present.ts';

export const matchWorkers = metadataQuery({
  path: 'workers',
  name: 'Workers',
  row: Worker,
  column: 'workers.metadata',
  async *find({ reader, caller, services }, condition, limit) {
    const url = await organizationUrl(services, caller.organizationId);
    yield* pagesOfWorkers(reader, caller, condition, limit, url);
  },
});
