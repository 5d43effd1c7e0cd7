import { Type } from 'typebox';
import { invalidValue } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable, ObjectId } from '../http/validate.ts';
import { doPlaceTasks, type Placement } from '../tasks/assign.ts';
import { withFamilies } from '../tasks/family.ts';
import { MOST_TASKS } from './actions.ts';
import { accessOwnerByPath } from './owners.ts';
import { Container, presentContainer } from './present.ts';

export const updateContainer = dispatchOperation({
  method: 'PUT',
  path: '/containers/:containerType/:entityId',
  summary: 'Insert tasks into a container at an index, or replace the list of a worker',
  access: 'apiKey',
  ids: ['entityId'],
  pathParams: { containerType: Type.String({ description: '`organizations`, `teams` or `workers`.' }) },
  body: Type.Object({
    tasks: Type.Array(Type.Union([ObjectId, Type.Integer()]), {
      maxItems: MOST_TASKS + 1,
      description: 'An index (-1 appends) and task IDs; without an index, the whole new list of a worker.',
    }),
    considerDependencies: Type.Optional(Nullable(Type.Boolean())),
  }),
  answer: Container,
  errors: [1402, 2400],
  async write({ tx, caller, services }, { path, body }) {
    const { organizationId } = caller;
    const owner = await accessOwnerByPath(tx, organizationId, path.containerType, path.entityId!);
    const { ids, place } = readPlacement(body.tasks);
    if (place === 'replace' && owner.type !== 'WORKER')
      throw invalidValue('tasks must start with an index: only the list of a worker can be replaced.');
    const tasks = body.considerDependencies ? await withFamilies(tx, organizationId, ids) : ids;
    await doPlaceTasks(tx, { caller, publicUrl: services.publicUrl() }, { owner, tasks, place });
    return presentContainer(tx, organizationId, owner);
  },
});

/** The two forms of `tasks` (spec: dispatch 4, Containers). */
function readPlacement(tasks: readonly (string | number)[]): { ids: string[]; place: Placement['place'] } {
  const [index, ...rest] = tasks;
  const ids = typeof index === 'number' ? rest : tasks;
  if (!ids.every((id) => typeof id === 'string'))
    throw invalidValue('Only the first element of tasks may be an index.');
  if (new Set(ids).size < ids.length) throw invalidValue('tasks names a task twice.');
  if (typeof index !== 'number') return { ids: [...ids], place: 'replace' };
  if (index < -1) throw invalidValue('The index of tasks must be -1 or more.');
  return { ids: [...ids], place: index === -1 ? 'end' : Math.min(index, MOST_TASKS) };
}
