import { Type } from 'typebox';
import { dispatchOperation } from '../http/operation.ts';
import { presentTeams, Team } from './present.ts';
import { listTeams as list } from './queries.ts';

export const listTeams = dispatchOperation({
  method: 'GET',
  path: '/teams',
  summary: 'All teams',
  access: 'apiKey',
  answer: Type.Array(Team),
  async read({ caller, reader }) {
    return presentTeams(reader, await list(reader, caller.organizationId));
  },
});
