import { type Static, Type } from 'typebox';
import type { Tx } from '../../../platform/db/tx.ts';
import { described } from '../../../platform/http/described.ts';
import { newObjectId } from '../../../platform/ids.ts';
import { type KeyCaller, viewerOf } from '../../http/caller.ts';
import { teamsAmong } from '../../teams/access.ts';
import { driversOf } from '../drivers.ts';
import { insertDispatch } from '../queries.ts';
import { checkOptimization, type OptimizationInput, optimizationInput } from './input.ts';
import { checkChoice, OptimizationIssue } from './issues.ts';
import { deleteNeverStarted } from './queries.ts';
import { readOptimizationOptions } from './read-options.ts';

/** Optimizations of one organization that were made and not started at most; older ones are forgotten. */
const MAX_NOT_STARTED = 100;

const Count = Type.Object({ count: Type.Integer({ description: 'How many take part.' }) });

/** Answer of the operation; without `id` no optimization was created, and the issues say why. */
export const InitializedOptimization = Type.Object({
  id: Type.Optional(
    Type.String({ description: 'ID of the optimization; absent if the issues kept it from being created.' }),
  ),
  issues: Type.Array(OptimizationIssue, { description: 'What is wrong with tasks, workers and teams.' }),
  summary: Type.Optional(
    Type.Object(
      {
        workers: described(Count, 'Workers who take part.'),
        tasks: described(Count, 'Tasks that take part.'),
        routeZones: described(Count, 'Zones: there are none.'),
      },
      { description: 'What takes part; absent if nothing was created.' },
    ),
  ),
});

/** Shared declaration of the operation's two addresses. */
export const initialization = {
  method: 'POST',
  access: 'apiKey',
  body: optimizationInput,
  answer: InitializedOptimization,
  errors: [1009, 1402],
} as const;

/**
 * Makes an optimization, which begins when it is started, unless what was chosen cannot be planned.
 * @throws {DispatchError} 1000, 1009, 1402 or 1900 for options that make no sense
 */
export async function doInitializeOptimization(
  tx: Tx,
  caller: KeyCaller,
  body: OptimizationInput,
): Promise<Static<typeof InitializedOptimization>> {
  checkOptimization(body);
  const { tasks, workers, issues } = await checkChoice(tx, viewerOf(caller), body);
  const options = await readOptimizationOptions(tx, body, { tasks, workers }, tx.now);
  const teams = await teamsAmong(tx, options.chosen.teams);
  const able = new Set((await driversOf(tx, teams, options, tx.now)).map(({ vehicle }) => vehicle.id));
  for (const id of Object.keys(workers)) {
    if (able.has(id)) continue;
    const message = 'The worker does not work on that day, or the start of the route is unknown.';
    const about = { entityType: 'WORKER', entityId: id, shortId: '', reason: 'NOT_AVAILABLE' } as const;
    issues.push({ type: able.size === 0 ? 'error' : 'warning', message, ...about });
  }
  if (tasks.length === 0 || able.size === 0 || issues.some(({ type }) => type === 'error')) return { issues };
  await deleteNeverStarted(tx, MAX_NOT_STARTED - 1);
  const id = newObjectId();
  await insertDispatch(tx, id, options.chosen.teams[0]!, caller, options, {
    onlyProposes: !body.autoApplyAssignment,
    isStarted: false,
  });
  const summary = { workers: { count: able.size }, tasks: { count: tasks.length }, routeZones: { count: 0 } };
  return { id, issues, summary };
}
