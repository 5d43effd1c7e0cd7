import { type Static, Type } from 'typebox';
import type { Reader } from '../../../platform/db/reader.ts';
import { unseenAmong } from '../../sight/access.ts';
import type { Viewer } from '../../sight/fragments.ts';
import { teamsAmong } from '../../teams/access.ts';
import type { OptimizationInput } from './input.ts';
import { findChosenTasks } from './queries.ts';

/**
 * Problem with the chosen tasks or workers (members as a public client declares them; the reasons are ours). An error
 * prevents the optimization, a warning leaves something out.
 */
export const OptimizationIssue = Type.Object({
  type: Type.Enum(['error', 'warning'], { description: 'An error keeps the optimization from being created.' }),
  message: Type.String({ description: 'What is wrong, for people.' }),
  entityType: Type.Enum(['TASK', 'WORKER', 'TEAM'], { description: 'Kind of the object that it is about.' }),
  entityId: Type.String({ description: 'ID of that object.' }),
  shortId: Type.String({ description: 'Short ID of a task; empty for others.' }),
  reason: Type.Enum(['NOT_FOUND', 'NOT_UNASSIGNED', 'NOT_LOCATED', 'NOT_IN_TEAM', 'NOT_AVAILABLE'], {
    description: 'What is wrong, for programs.',
  }),
});
export type OptimizationIssue = Static<typeof OptimizationIssue>;

/** Tasks and workers that can be planned, and what is wrong with the others. */
export interface CheckedChoice {
  tasks: string[];
  /** The team of each worker. */
  workers: Record<string, string>;
  issues: OptimizationIssue[];
}

type Report = (about: Omit<OptimizationIssue, 'shortId'> & { shortId?: string }) => void;

/** Looks at all that was chosen, so that whoever asks hears of all that is wrong at once. */
export async function checkChoice(
  reader: Reader,
  viewer: Viewer,
  body: Pick<OptimizationInput, 'tasks' | 'teams'>,
): Promise<CheckedChoice> {
  const issues: OptimizationIssue[] = [];
  const report: Report = (about) => issues.push({ shortId: '', ...about });
  const workers = await checkWorkers(reader, viewer, body.teams, report);
  return { workers, tasks: await checkTasks(reader, body.tasks, report), issues };
}

async function checkTasks(reader: Reader, given: readonly string[], report: Report): Promise<string[]> {
  const ids = [...new Set(given)];
  const known = new Map((await findChosenTasks(reader, ids)).map((task) => [task.id, task]));
  const waiting: string[] = [];
  for (const entityId of ids) {
    const task = known.get(entityId);
    const about = { entityType: 'TASK', entityId, shortId: task?.shortId ?? '' } as const;
    if (!task) report({ ...about, type: 'error', reason: 'NOT_FOUND', message: 'There is no such task.' });
    else if (!task.isWaiting)
      report({ ...about, type: 'warning', reason: 'NOT_UNASSIGNED', message: 'The task is already assigned.' });
    else {
      waiting.push(entityId);
      if (!task.located)
        report({
          ...about,
          type: 'warning',
          reason: 'NOT_LOCATED',
          message: 'The location of its address is not precise enough.',
        });
    }
  }
  return waiting;
}

/** Teams are keys: these are not hidden from whoever may not see them, as IDs in values are. */
async function checkWorkers(
  reader: Reader,
  viewer: Viewer,
  teams: OptimizationInput['teams'],
  report: Report,
): Promise<Record<string, string>> {
  const ids = Object.keys(teams);
  const unseen = await unseenAmong(reader, viewer, ids);
  const known = new Map((await teamsAmong(reader, ids)).map((team) => [team.id, team]));
  const workers: Record<string, string> = {};
  for (const [id, members] of Object.entries(teams)) {
    const team = unseen.has(id) ? undefined : known.get(id);
    if (!team) {
      const message = 'There is no such team.';
      report({ type: 'error', entityType: 'TEAM', entityId: id, reason: 'NOT_FOUND', message });
      continue;
    }
    for (const worker of members) {
      if (team.workers.includes(worker)) workers[worker] ??= id;
      else {
        const message = 'The worker is not in the team.';
        report({ type: 'error', entityType: 'WORKER', entityId: worker, reason: 'NOT_IN_TEAM', message });
      }
    }
  }
  return workers;
}
