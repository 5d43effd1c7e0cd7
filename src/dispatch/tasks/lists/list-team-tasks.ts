import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { accessTeam } from '../../teams/access.ts';
import { TaskPage } from '../present-tasks.ts';
import { containerPageQuery, pageOfContainer } from './container-page.ts';

export const listTeamTasks = dispatchOperation({
  method: 'GET',
  path: '/teams/:teamId/tasks',
  summary: "List a team's unassigned tasks in their order, 64 a page",
  access: 'apiKey',
  ids: ['teamId'],
  query: containerPageQuery,
  answer: TaskPage,
  errors: [1402],
  async read({ reader, caller, services, now }, { path, query }) {
    const { id } = await accessTeam(reader, path.teamId!);
    return pageOfContainer(reader, { type: 'TEAM', id }, query, {
      publicUrl: await organizationUrl(services, caller.organizationId),
      now,
    });
  },
});
