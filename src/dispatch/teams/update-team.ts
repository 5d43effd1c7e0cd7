import { actionContext } from '../http/caller.ts';
import { DispatchError } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { accessTeamMembers } from '../memberships/access.ts';
import { inOneOnly } from '../organization/changes.ts';
import { checkVersion } from '../versions/check-version.ts';
import { accessMemberships, accessTeamForUpdate } from './access.ts';
import { doUpdateTeam } from './actions.ts';
import { teamUpdate } from './input.ts';
import { presentTeam, Team } from './present.ts';

export const updateTeamOperation = dispatchOperation({
  method: 'PUT',
  path: '/teams/:teamId',
  summary: 'Changes the given fields of a team',
  access: 'apiKey',
  ids: ['teamId'],
  body: teamUpdate,
  answer: Team,
  errors: [1004, 1402, 2401],
  takesIfMatch: true,
  async write({ caller, tx }, { path, body, ifMatch }) {
    await accessMemberships(tx);
    const team = await accessTeamForUpdate(tx, path.teamId!);
    await checkVersion(tx, 'team', team, ifMatch);
    if (caller.sight.teams !== null && body.managers && inOneOnly(team.managers, body.managers).length > 0)
      throw new DispatchError(
        1300,
        'Only administrators who see the whole organization can change who manages a team.',
      );
    const members = await accessTeamMembers(tx, body);
    return presentTeam(tx, await doUpdateTeam(tx, team, body, members, actionContext(caller)));
  },
});
