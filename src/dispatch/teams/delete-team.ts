import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { actionContext } from '../http/caller.ts';
import { dispatchOperation } from '../http/operation.ts';
import { doReleaseContainer } from '../tasks/actions.ts';
import { checkVersion } from '../versions/check-version.ts';
import { accessMemberships, accessTeamForUpdate } from './access.ts';
import { doDeleteTeam } from './actions.ts';

export const deleteTeamOperation = dispatchOperation({
  method: 'DELETE',
  path: '/teams/:teamId',
  summary: "Delete a team. Its tasks move to the organization's container",
  access: 'apiKey',
  wholeSight: true,
  ids: ['teamId'],
  errors: [1402, 2400, 2401],
  takesIfMatch: true,
  async write({ caller, tx, services }, { path, ifMatch }) {
    await accessMemberships(tx);
    const team = await accessTeamForUpdate(tx, path.teamId!);
    await checkVersion(tx, 'team', team, ifMatch);
    await doReleaseContainer(
      tx,
      { caller, publicUrl: await organizationUrl(services, caller.organizationId) },
      { type: 'TEAM', id: team.id },
    );
    await doDeleteTeam(tx, team, actionContext(caller));
    return undefined;
  },
});
