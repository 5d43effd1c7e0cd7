import { Type } from 'typebox';
import { dispatchOperation, JsonPages } from '../http/operation.ts';
import { MAX_MATCHES, matchesMetadata } from '../metadata/match.ts';
import { MetadataQuery } from '../metadata/metadata.ts';
import { pagesOfWorkers } from './list.ts';
import { Worker } from './present.ts';

export const matchWorkers = dispatchOperation({
  method: 'POST',
  path: '/workers/metadata',
  summary: `Workers (the first ${MAX_MATCHES}) whose metadata has every given item`,
  access: 'apiKey',
  body: MetadataQuery,
  answer: Type.Array(Worker),
  async read({ caller, reader }, { body }) {
    const condition = matchesMetadata('workers.metadata', body);
    return new JsonPages(pagesOfWorkers(reader, caller.organizationId, condition, MAX_MATCHES));
  },
});
