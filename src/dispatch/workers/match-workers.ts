import { metadataQuery } from '../metadata/metadata-query.ts';
import { pagesOfWorkers } from './list.ts';
import { Worker } from './present.ts';

export const matchWorkers = metadataQuery({
  path: 'workers',
  name: 'Workers',
  row: Worker,
  column: 'workers.metadata',
  find: ({ reader, caller, services }, condition, limit) =>
    pagesOfWorkers(reader, caller, condition, limit, services.publicUrl()),
});
