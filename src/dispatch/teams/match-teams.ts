import { Type } from 'typebox';
import { dispatchOperation, JsonPages } from '../http/operation.ts';
import { MAX_MATCHES, matchesMetadata } from '../metadata/match.ts';
import { MetadataQuery } from '../metadata/metadata.ts';
import { pagesOfTeams } from './list.ts';
import { Team } from './present.ts';

export const matchTeams = dispatchOperation({
  method: 'POST',
  path: '/teams/metadata',
  summary: `Teams (the first ${MAX_MATCHES}) whose metadata has every given item`,
  access: 'apiKey',
  body: MetadataQuery,
  answer: Type.Array(Team),
  async read({ caller, reader }, { body }) {
    const condition = matchesMetadata('metadata', body);
    return new JsonPages(pagesOfTeams(reader, caller.organizationId, condition, MAX_MATCHES));
  },
});
