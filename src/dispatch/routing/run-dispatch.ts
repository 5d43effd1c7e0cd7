import type { Reader } from '../../platform/db/reader.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { accessTeam, type TeamRow, teamsAmong } from '../teams/access.ts';
import { doApplyPlan, doEndDispatch, doPropose, doReportProgress } from './actions.ts';
import { findPlan, type Wanted } from './find-plan.ts';
import { beginAttempt, type DispatchRow, deleteOldDispatches, findDispatch, lockDispatch } from './queries.ts';
import type { SearchProgress } from './solver/problem.ts';

export const DISPATCH_QUEUE = 'dispatch-team-dispatch';

const KEEP_DAYS = 7;
/** After so many that ended in an error, or with their process, it has failed. */
const MAX_ATTEMPTS = 5;
/** Interval of checks for a cancelled dispatch. */
const LOOK_MS = 500;

/**
 * Plans a team's routes, and gives the tasks to its workers or proposes to. All of that, and the dispatch's end, are one
 * transaction: a job that is killed starts over.
 */
export const runDispatch = defineJob<{ organizationId: string; dispatchId: string }>({
  queue: DISPATCH_QUEUE,
  expireInSeconds: 120,
  retryLimit: 10,
  retryDelay: 5,
  concurrency: 2,
  turns: { atOnceOfOne: 1 },
  async handle(services, { organizationId, dispatchId }, signal) {
    const { database, clock } = services;
    const work = await database.transaction((tx) => beginAttempt(tx, dispatchId), { organizationId });
    if (!work) return;
    const actor = { caller: work.caller, publicUrl: await organizationUrl(services, organizationId) };
    if (work.attempts > MAX_ATTEMPTS) {
      await database.transaction(
        async (tx) => {
          const row = await lockDispatch(tx, dispatchId);
          if (row?.state === 'WAITING') await doEndDispatch(tx, actor, row, 'FAILED', null, null);
        },
        { organizationId },
      );
      return;
    }
    const look = async (progress: SearchProgress | undefined) =>
      progress
        ? database.transaction((tx) => doReportProgress(tx, actor, dispatchId, progress), { organizationId })
        : (await findDispatch(database.reader.of(organizationId), dispatchId))?.state === 'WAITING';
    const plan = await whileWanted(look, signal, async (wanted) => {
      const teams = await teamsOf(database.reader.of(organizationId), work);
      return findPlan(services, organizationId, teams, work.options, clock.now(), wanted);
    });
    if (!plan) return;
    await database.transaction(
      async (tx) => {
        const row = await lockDispatch(tx, dispatchId);
        if (row?.state !== 'WAITING') return;
        if (row.onlyProposes) await doPropose(tx, actor, row, plan);
        else await doApplyPlan(tx, actor, row, plan);
      },
      { organizationId },
    );
  },
});

/** The team of a dispatch; those of an optimization that are still there. */
async function teamsOf(reader: Reader, { teamId, options }: DispatchRow): Promise<TeamRow[]> {
  return options.chosen ? teamsAmong(reader, options.chosen.teams) : [await accessTeam(reader, teamId)];
}

/**
 * Works until it is not wanted any more; undefined then.
 * @param look says whether it is, with what is new of its progress
 */
async function whileWanted<Result>(
  look: (progress: SearchProgress | undefined) => Promise<boolean>,
  signal: AbortSignal,
  work: (wanted: Wanted) => Promise<Result>,
): Promise<Result | undefined> {
  const unwanted = new AbortController();
  let news: SearchProgress | undefined;
  let looking: Promise<void> | undefined;
  const lookNow = () => {
    if (looking) return;
    looking = look(news)
      // An outage of the database is met by the job itself.
      .then((wanted) => wanted || unwanted.abort())
      .catch(() => undefined)
      .then(() => {
        looking = undefined;
      });
    news = undefined;
  };
  const timer = setInterval(lookNow, LOOK_MS);
  let isFirst = true;
  const onProgress = (progress: SearchProgress) => {
    news = progress;
    // Waiting clients see at once that it is in progress.
    if (isFirst) lookNow();
    isFirst = false;
  };
  try {
    return await work({ signal: AbortSignal.any([signal, unwanted.signal]), onProgress });
  } catch (error) {
    if (unwanted.signal.aborted && !signal.aborted) return undefined;
    throw error;
  } finally {
    clearInterval(timer);
    await looking;
  }
}

export const forgetDispatches = defineJob({
  queue: 'dispatch-forget-team-dispatches',
  expireInSeconds: 300,
  retryLimit: 1,
  retryDelay: 60,
  concurrency: 1,
  cron: '43 3 * * *',
  async handle({ database, clock }) {
    const before = new Date(clock.now().getTime() - KEEP_DAYS * 24 * 3_600_000);
    await database.transaction((tx) => deleteOldDispatches(tx, before));
  },
});
