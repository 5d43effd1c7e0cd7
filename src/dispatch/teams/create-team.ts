import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessTeamMembers } from '../memberships/access.ts';
import { doCreateTeam } from './actions.ts';
import { teamInput } from './input.ts';
import { presentTeam, Team } from './present.ts';

export const createTeam = dispatchOperation({
  method: 'POST',
  path: '/teams',
  summary: 'Create a team with its workers and managers',
  access: 'apiKey',
  wholeSight: true,
  body: teamInput,
  answer: Team,
  errors: [1004, 1402],
  async write({ caller, tx }, { body }) {
    const members = await accessTeamMembers(tx, body);
    return presentTeam(tx, await doCreateTeam(tx, body, members, actionContext(caller)));
  },
});
