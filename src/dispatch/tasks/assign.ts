import type { Static } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import type { AutoAssign } from '../assignment/auto-assign.ts';
import { doSaveDecision, explainDecision } from '../assignment/explain-decision.ts';
import { findNearbyWorkers } from '../assignment/nearby.ts';
import { type ContainerRow, containerId, listMembers, type MemberRow } from '../containers/access.ts';
import {
  doDropTasks,
  doMoveTasks,
  type InsertionPoint,
  lockMembers,
  type Moved,
  type Owner,
} from '../containers/actions.ts';
import { type Actor, actorWithin } from '../events/actor.ts';
import type { Location } from '../geography/location.ts';
import { viewerOf } from '../http/caller.ts';
import { invalidValue, notFound } from '../http/errors.ts';
import { missingSkills } from '../skills/skills.ts';
import { accessTeam } from '../teams/access.ts';
import { accessWorker } from '../workers/access.ts';
import { checkContainerVersion, checkTaskVersions, type Expectation } from './check-version.ts';
import { chooseForDependencyGroup, dependencyGroupOf, withDependencyGroups } from './dependency-group.ts';
import { locatedTasks } from './destination-queries.ts';
import { emitMoves } from './events.ts';
import { placesBefore, undoOf } from './former-places.ts';
import { markAutoAssigned } from './queries.ts';
import type { Undo } from './undo.ts';

/** Tasks that go to a container together, in their order. */
export interface Placement {
  owner: Owner;
  tasks: readonly string[];
  /** `'replace'`: the tasks become the whole list, and what is left out goes to its executor's organization. */
  place: InsertionPoint | 'replace';
  /** Whether the owner was chosen automatically: the tasks show it. */
  isAutomatic?: boolean;
  /** Versions that there must be. */
  expected?: Expectation;
  /** Whether what takes the move back is wanted. */
  isUndoable?: boolean;
}

/**
 * Puts tasks into a container (spec: dispatch 3, container membership); gives what takes the move back, where that is wanted.
 * @throws {DispatchError} 1402 for a task that does not exist, 1000 for one that was started, 2400 when a container is
 *   locked for too long, 2401 when something has another version than is expected
 */
export async function doPlaceTasks(
  tx: Tx,
  actor: Actor,
  { owner, tasks, place, isAutomatic, expected, isUndoable }: Placement,
): Promise<Static<typeof Undo> | undefined> {
  const { organizationId } = actor.caller;
  const by = actorWithin(actor, organizationId);
  const replaces = place === 'replace';
  const targetId = containerId(organizationId, owner.type, owner.id);
  // Where what is left out goes is locked with the others.
  const homes = replaces ? homesOf(await leftOut(tx, targetId, tasks)) : [];
  const { members, containers } = await lockMembers(tx, tasks, [owner, ...homes]);
  const target = containers.get(targetId)!;
  await checkContainerVersion(tx, target, expected?.container);
  if (expected?.tasks) await checkTaskVersions(tx, expected.tasks);
  const moving = tasks.map((id) => waiting(members, id));
  const before = isUndoable && (await placesBefore(tx, moving, replaces ? targetId : undefined));
  const moves: Moved[] = [];
  if (replaces) moves.push(...(await expel(tx, actor, containers, target, tasks)));
  moves.push(...(await doMoveTasks(tx, by, containers, containers.get(target.id)!, moving, replaces ? 'end' : place)));
  const joined = moves.filter(({ from, to }) => to.id === target.id && from.id !== to.id).map(({ task }) => task.id);
  if (isAutomatic) await markAutoAssigned(tx, joined);
  await emitMoves(tx, actor, moves);
  return before ? undoOf(tx, containers, containers.get(targetId)!, moving, before) : undefined;
}

function waiting(members: ReadonlyMap<string, MemberRow>, id: string): MemberRow {
  const task = members.get(id);
  if (!task) throw notFound(`There is no task ${id}.`);
  if (task.position === null)
    throw invalidValue(`Task ${id} is ${task.state === 2 ? 'active' : 'completed'} and in no container.`);
  return task;
}

async function leftOut(reader: Reader, container: string, retained: readonly string[]): Promise<MemberRow[]> {
  const retains = new Set(retained);
  return (await listMembers(reader, [container])).filter((task) => !retains.has(task.id));
}

/** The organization containers of the tasks' executor organizations. */
function homesOf(tasks: readonly MemberRow[]): Owner[] {
  return [...new Set(tasks.map((task) => task.executor))].map((id) => ({ type: 'ORGANIZATION', id }));
}

/** Appends each task that is not kept to the organization container of its executor (spec: dispatch 3). */
async function expel(
  tx: Tx,
  actor: Actor,
  containers: Map<string, ContainerRow>,
  target: ContainerRow,
  retained: readonly string[],
): Promise<Moved[]> {
  const { organizationId } = actor.caller;
  const by = actorWithin(actor, organizationId);
  const dropped = await leftOut(tx, target.id, retained);
  const moves: Moved[] = [];
  for (const [executor, own] of Map.groupBy(dropped, (task) => task.executor)) {
    const home = containers.get(containerId(organizationId, 'ORGANIZATION', executor));
    // A task came into the container before it was locked. The database runs the transaction again.
    if (!home) throw Object.assign(new Error('the container of an executor is not locked'), { code: '40001' });
    moves.push(...(await doDropTasks(tx, by, containers, home, own)));
  }
  return moves;
}

/** Options of an automatic assignment of many tasks. */
export interface AutoAssignMany extends AutoAssign {
  /** Whether the tasks of a team go to its own workers only. */
  restrict: boolean;
}

/**
 * Assigns unassigned tasks automatically, each for itself in the order given; gives those that found a worker. With
 * their dependencies considered, the unassigned ones of a task's dependency group go to the same worker.
 * @throws {DispatchError} 1402 for a task that does not exist
 */
export async function doAutoAssignTasks(
  tx: Tx,
  services: Services,
  actor: Actor,
  tasks: readonly string[],
  { restrict, ...options }: AutoAssignMany,
): Promise<string[]> {
  const { organizationId } = actor.caller;
  const by = actorWithin(actor, organizationId);
  const assigned: string[] = [];
  const all = options.considerDependencies ? await withDependencyGroups(tx, viewerOf(actor.caller), tasks) : tasks;
  const { members, containers } = await lockMembers(tx, all);
  const located = await locatedTasks(tx, tasks);
  for (const id of tasks) {
    const task = members.get(id);
    if (!task) throw notFound(`There is no task ${id}.`);
    // Nobody is near to the middle of a city.
    if (task.state !== 0 || assigned.includes(id)) continue;
    if (!located.has(id)) {
      await doSaveDecision(tx, id, explainDecision(undefined, options, null));
      continue;
    }
    const source = containers.get(task.containerId)!;
    const teams = restrict && source.type === 'TEAM' ? [await accessTeam(tx, source.ownerId)] : options.teams;
    const group = options.considerDependencies
      ? await dependencyGroupOf(tx, viewerOf(actor.caller), id)
      : { unassigned: [id], workers: [], skills: task.skills };
    const at: Location = [task.lon, task.lat];
    const own = { ...options, teams };
    const nearby = await findNearbyWorkers(tx, services, at, group.skills);
    const target = await chooseForDependencyGroup(tx, services, at, own, group, 0);
    await doSaveDecision(tx, id, explainDecision(nearby, own, target?.ownerId ?? null));
    if (!target) continue;
    containers.set(target.id, target);
    const moving = group.unassigned.map((relative) => waiting(members, relative));
    const moves = await doMoveTasks(tx, by, containers, target, moving, 'end');
    await markAutoAssigned(tx, group.unassigned);
    await emitMoves(tx, actor, moves);
    assigned.push(...group.unassigned);
  }
  return assigned;
}

/**
 * A worker takes a task out of the container of a team that allows it (spec: dispatch 2, enableSelfAssignment).
 * @throws {DispatchError} 1402 when there is no such task in any of the worker's teams
 */
export async function doSelfAssign(tx: Tx, actor: Actor, workerId: string, taskId: string): Promise<void> {
  const { organizationId } = actor.caller;
  const by = actorWithin(actor, organizationId);
  const owner: Owner = { type: 'WORKER', id: workerId };
  const { members, containers } = await lockMembers(tx, [taskId], [owner]);
  const task = members.get(taskId);
  const source = task && containers.get(task.containerId);
  if (!task || !source || source.type !== 'TEAM')
    throw notFound('The task cannot be taken: it does not exist or is already assigned.');
  const worker = await accessWorker(tx, workerId);
  const team = await accessTeam(tx, source.ownerId);
  if (!worker.teams.includes(team.id))
    throw notFound('The task cannot be taken: it does not exist or is already assigned.');
  if (!team.enableSelfAssignment) throw invalidValue('The team does not allow its workers to take tasks.');
  const missing = missingSkills(task.skills, worker.skills);
  if (missing.length > 0) throw invalidValue(`You lack skills that the task requires: ${missing.join(', ')}.`);
  const target = containers.get(containerId(organizationId, 'WORKER', workerId))!;
  await emitMoves(tx, actor, await doMoveTasks(tx, by, containers, target, [waiting(members, taskId)], 'end'));
}
