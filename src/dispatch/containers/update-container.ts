import { type Static, Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { accessOwnerByPath } from '../container-owners/owners.ts';
import type { Actor } from '../events/actor.ts';
import { viewerOf } from '../http/caller.ts';
import { invalidValue } from '../http/errors.ts';
import type { ExpectedVersions } from '../http/if-match.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Nullable, ObjectId } from '../http/validate.ts';
import { doPlaceTasks, type Placement } from '../tasks/assign.ts';
import { withDependencyGroups } from '../tasks/dependency-group.ts';
import { Undo } from '../tasks/undo.ts';
import { MAX_CONTAINER_TASKS } from './actions.ts';
import { Container, presentContainer } from './present.ts';

/** Beyond every list, also of what fell into an organization's; greater numbers PostgreSQL does not know. */
const FAR = 2 ** 31;

/** Body of both operations that update a container. */
export const containerUpdate = Type.Object({
  tasks: Type.Array(Type.Union([ObjectId, Type.Integer()]), {
    maxItems: MAX_CONTAINER_TASKS + 1,
    description: 'An index and task IDs: 0 inserts first, -1 last. Without an index, the whole new list of a worker.',
  }),
  considerDependencies: Type.Optional(
    Nullable(Type.Boolean(), { description: 'True moves linked tasks with them. False if absent.' }),
  ),
  versions: Type.Optional(
    Nullable(
      Type.Record(ObjectId, Type.Integer({ minimum: 0 }), {
        description: 'Versions that moved tasks must have, by their IDs. Otherwise the answer is 412 (error 2401).',
        maxProperties: MAX_CONTAINER_TASKS,
      }),
    ),
  ),
});

/** A container, and what takes the move back. */
export const MovedContainer = Type.Intersect([Container, Type.Object({ undo: Type.Optional(Undo) })]);

export const updateContainerOperation = dispatchOperation({
  method: 'PUT',
  path: '/containers/:containerType/:entityId',
  summary: 'Insert tasks into a container at an index, or replace the list of a worker',
  access: 'apiKey',
  ids: ['entityId'],
  pathParams: { containerType: Type.String({ description: '`organizations`, `teams` or `workers`.' }) },
  body: containerUpdate,
  answer: MovedContainer,
  errors: [1402, 2400, 2401],
  takesIfMatch: true,
  async write({ tx, caller, services }, { path, body, ifMatch }) {
    const owner = await accessOwnerByPath(tx, path.containerType, path.entityId!);
    return doUpdateContainer(
      tx,
      { caller, publicUrl: await organizationUrl(services, caller.organizationId) },
      owner,
      body,
      ifMatch,
    );
  },
});

/**
 * Puts tasks where a body says, and gives the container as it is then.
 * @param container versions of which it must have one
 * @throws {DispatchError} what `doPlaceTasks` throws, and 1000 for a list that is none of the two forms
 */
export async function doUpdateContainer(
  tx: Tx,
  actor: Actor,
  owner: Parameters<typeof presentContainer>[1],
  body: Static<typeof containerUpdate>,
  container: ExpectedVersions | undefined,
): Promise<Static<typeof MovedContainer>> {
  const { ids, place } = readPlacement(body.tasks);
  if (place === 'replace' && owner.type !== 'WORKER')
    throw invalidValue("tasks must start with an index: only a worker's list can be replaced as a whole.");
  const tasks = body.considerDependencies ? await withDependencyGroups(tx, viewerOf(actor.caller), ids) : ids;
  // Others are not named: a dispatcher of some teams would learn what is out of sight.
  const versions = tasks.flatMap((id) => {
    const version = body.versions?.[id];
    return version === undefined ? [] : [[id, [version]] as const];
  });
  const expected = { container, ...(versions.length > 0 ? { tasks: new Map(versions) } : {}) };
  const undo = await doPlaceTasks(tx, actor, { owner, tasks, place, expected, isUndoable: true });
  return { ...(await presentContainer(tx, owner)), ...(undo ? { undo } : {}) };
}

/** The two forms of `tasks` (spec: dispatch 4, Containers). */
function readPlacement(tasks: readonly (string | number)[]): { ids: string[]; place: Placement['place'] } {
  const [index, ...rest] = tasks;
  const ids = typeof index === 'number' ? rest : tasks;
  if (!ids.every((id) => typeof id === 'string'))
    throw invalidValue('Only the first element of tasks may be an index.');
  if (new Set(ids).size < ids.length) throw invalidValue('tasks must not name a task twice.');
  if (typeof index !== 'number') return { ids: [...ids], place: 'replace' };
  if (index < -1) throw invalidValue('The index in tasks must be -1 or greater.');
  return { ids: [...ids], place: index === -1 ? 'end' : Math.min(index, FAR) };
}
