import { Type } from 'typebox';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { invalidValue } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable, ObjectId } from '../http/validate.ts';
import { accessTeam, type TeamRow, teamsInSight } from '../teams/access.ts';
import { doAutoAssignTasks } from './assign.ts';
import { AutoAssignInput } from './input.ts';

const MAX = 500;

export const autoAssignTasks = dispatchOperation({
  method: 'POST',
  path: '/tasks/autoAssign',
  summary: `Assign up to ${MAX} unassigned tasks automatically, in the order given`,
  access: 'apiKey',
  body: Type.Object({
    tasks: Type.Array(ObjectId, {
      maxItems: MAX,
      description: 'IDs of the tasks, at most 500. Only unassigned ones are changed.',
    }),
    options: Type.Optional(
      Nullable(
        Type.Object({
          ...Type.Partial(AutoAssignInput).properties,
          teams: Type.Optional(
            Nullable(Type.Array(ObjectId, { maxItems: 100 }), {
              description: 'IDs of the teams whose workers are candidates. It cannot be combined with `team`.',
            }),
          ),
          restrictAutoAssignmentToTeam: Type.Optional(
            Nullable(Type.Boolean(), {
              description: 'True: tasks of a team go to its own workers only. False if absent.',
            }),
          ),
        }),
        { description: 'How to choose. If absent, the nearest worker of all teams that you see.' },
      ),
    ),
  }),
  answer: Type.Object({
    assignedTasksCount: Type.Integer({ description: 'How many tasks were assigned.' }),
    assignedTasks: Type.Array(Type.String(), { description: 'IDs of the tasks that were assigned.' }),
  }),
  errors: [1402, 2400],
  async write({ tx, caller, services }, { body }) {
    const options = body.options ?? {};
    if (options.team && options.teams) throw invalidValue('options.team and options.teams cannot be combined.');
    const teams: TeamRow[] = [];
    for (const id of options.team ? [options.team] : new Set(options.teams ?? [])) teams.push(await accessTeam(tx, id));
    const actor = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
    const assignedTasks = await doAutoAssignTasks(tx, services, actor, [...new Set(body.tasks)], {
      mode: options.mode ?? 'distance',
      teams: teams.length > 0 ? teams : await teamsInSight(tx, caller),
      maxAssignedTaskCount: options.maxAssignedTaskCount ?? undefined,
      excludedWorkerIds: options.excludedWorkerIds ?? [],
      considerDependencies: options.considerDependencies ?? false,
      restrict: options.restrictAutoAssignmentToTeam ?? false,
    });
    return { assignedTasksCount: assignedTasks.length, assignedTasks };
  },
});
