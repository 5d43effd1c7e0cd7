import { type Static, Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { accessOwnerByPath } from '../container-owners/owners.ts';
import type { Actor } from '../events/actor.ts';
import { invalidValue } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable, ObjectId } from '../http/validate.ts';
import { doPlaceTasks, type Placement } from '../tasks/assign.ts';
import { withDependencyGroups } from '../tasks/dependency-group.ts';
import { MAX_CONTAINER_TASKS } from './actions.ts';
import { Container, presentContainer } from './present.ts';

/** What both ways of naming a container take. */
export const containerUpdate = Type.Object({
  tasks: Type.Array(Type.Union([ObjectId, Type.Integer()]), {
    maxItems: MAX_CONTAINER_TASKS + 1,
    description: 'An index (-1 appends) and task IDs; without an index, the whole new list of a worker.',
  }),
  considerDependencies: Type.Optional(Nullable(Type.Boolean())),
});

export const updateContainerOperation = dispatchOperation({
  method: 'PUT',
  path: '/containers/:containerType/:entityId',
  summary: 'Insert tasks into a container at an index, or replace the list of a worker',
  access: 'apiKey',
  ids: ['entityId'],
  pathParams: { containerType: Type.String({ description: '`organizations`, `teams` or `workers`.' }) },
  body: containerUpdate,
  answer: Container,
  errors: [1402, 2400],
  async write({ tx, caller, services }, { path, body }) {
    const owner = await accessOwnerByPath(tx, caller.organizationId, path.containerType, path.entityId!);
    return doUpdateContainer(tx, { caller, publicUrl: services.publicUrl() }, owner, body);
  },
});

/**
 * Puts tasks where a body says, and gives the container as it is then.
 * @throws {DispatchError} what `doPlaceTasks` throws, and 1000 for a list that is none of the two forms
 */
export async function doUpdateContainer(
  tx: Tx,
  actor: Actor,
  owner: Parameters<typeof presentContainer>[2],
  body: Static<typeof containerUpdate>,
): Promise<Static<typeof Container>> {
  const { organizationId } = actor.caller;
  const { ids, place } = readPlacement(body.tasks);
  if (place === 'replace' && owner.type !== 'WORKER')
    throw invalidValue('tasks must start with an index: only the list of a worker can be replaced.');
  const tasks = body.considerDependencies ? await withDependencyGroups(tx, organizationId, ids) : ids;
  await doPlaceTasks(tx, actor, { owner, tasks, place });
  return presentContainer(tx, organizationId, owner);
}

/** The two forms of `tasks` (spec: dispatch 4, Containers). */
function readPlacement(tasks: readonly (string | number)[]): { ids: string[]; place: Placement['place'] } {
  const [index, ...rest] = tasks;
  const ids = typeof index === 'number' ? rest : tasks;
  if (!ids.every((id) => typeof id === 'string'))
    throw invalidValue('Only the first element of tasks may be an index.');
  if (new Set(ids).size < ids.length) throw invalidValue('tasks names a task twice.');
  if (typeof index !== 'number') return { ids: [...ids], place: 'replace' };
  if (index < -1) throw invalidValue('The index of tasks must be -1 or more.');
  return { ids: [...ids], place: index === -1 ? 'end' : Math.min(index, MAX_CONTAINER_TASKS) };
}
