import { Type } from 'typebox';
import { organizationUrl } from '../../../platform/organizations/hosts.ts';
import { containerId } from '../../containers/access.ts';
import { presentOwnTasks } from '../../driver/own-view.ts';
import { dispatchOperation } from '../../http/operation.ts';
import { teamsAmong } from '../../teams/access.ts';
import { accessWorker } from '../../workers/access.ts';
import { Task } from '../present.ts';
import { listWaiting } from './available-queries.ts';

/** More than somebody on the road looks through. */
const MAX = 50;

export const listAvailableTasks = dispatchOperation({
  method: 'GET',
  path: '/driver/tasks/available',
  summary: 'List the unassigned tasks that the worker may take, by team and skills',
  access: 'worker',
  answer: Type.Object({ tasks: Type.Array(Task, { description: 'At most 50 tasks.' }) }),
  errors: [1402],
  async read({ reader, caller, services, now }) {
    const { organizationId, workerId } = caller;
    const { teams, skills } = await accessWorker(reader, workerId);
    const open = (await teamsAmong(reader, teams)).filter(({ enableSelfAssignment }) => enableSelfAssignment);
    const containers = open.map(({ id }) => containerId(organizationId, 'TEAM', id));
    const rows = containers.length === 0 ? [] : await listWaiting(reader, containers, skills, MAX);
    const publicUrl = await organizationUrl(services, organizationId);
    return { tasks: await presentOwnTasks(reader, rows, { publicUrl, now }) };
  },
});
