import { Type } from 'typebox';
import { sql } from '../../platform/db/sql.ts';
import { dispatchOperation, JsonPages } from '../http/operation.ts';
import { MAX } from '../organization/quotas.ts';
import { pagesOfTeams } from './list.ts';
import { Team } from './present.ts';

export const listTeams = dispatchOperation({
  method: 'GET',
  path: '/teams',
  summary: 'List all teams that you see',
  access: 'apiKey',
  answer: Type.Array(Team),
  async read({ caller, reader }) {
    return new JsonPages(pagesOfTeams(reader, caller, sql`true`, MAX.teams));
  },
});
