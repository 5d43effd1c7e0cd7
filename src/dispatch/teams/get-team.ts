import { dispatchOperation } from '../http/operation.ts';
import { accessTeam } from './access.ts';
import { presentTeam, Team } from './present.ts';

export const getTeam = dispatchOperation({
  method: 'GET',
  path: '/teams/:teamId',
  summary: 'Get a team by its ID',
  access: 'apiKey',
  ids: ['teamId'],
  answer: Team,
  errors: [1402],
  async read({ reader }, { path }) {
    return presentTeam(reader, await accessTeam(reader, path.teamId!));
  },
});
