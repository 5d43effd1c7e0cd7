import { Type } from 'typebox';
import { dispatchOperation, JsonPages } from '../http/operation.ts';
import { MAX_MATCHES, matchesMetadata } from '../metadata/match.ts';
import { MetadataQuery } from '../metadata/metadata.ts';
import { pagesOfAdministrators } from './list.ts';
import { Administrator } from './present.ts';

export const matchAdministrators = dispatchOperation({
  method: 'POST',
  path: '/admins/metadata',
  summary: `Administrators (the first ${MAX_MATCHES}) whose metadata has every given item`,
  access: 'apiKey',
  body: MetadataQuery,
  answer: Type.Array(Administrator),
  async read({ caller, reader }, { body }) {
    const condition = matchesMetadata('metadata', body);
    return new JsonPages(pagesOfAdministrators(reader, caller.organizationId, condition, MAX_MATCHES));
  },
});
