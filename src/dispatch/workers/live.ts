import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { type PageEnd, pagesOf } from '../http/pages.ts';
import { MAX } from '../organization/quotas.ts';
import { seesWorker } from '../sight/fragments.ts';
import type { LiveSource } from '../sight/live-source.ts';
import { presentWorkersHolding, Worker } from './present.ts';
import { findWorkers, findWorkersByRouting, pageOfWorkers, type WorkerRow } from './queries.ts';

/** Fields of a worker that other parts of a live view carry: containers, tasks, positions. */
const TOLD_ELSEWHERE = [
  'tasks',
  'activeTask',
  'location',
  'timeLastSeen',
  'delayTime',
  'userData',
  'hasRecentlyUsedSpoofedLocations',
] as const;

/** A worker as live views have them. */
export const LiveWorker = Type.Omit(Worker, [...TOLD_ELSEWHERE]);
type LiveWorker = Static<typeof LiveWorker>;

async function present(reader: Reader, rows: readonly WorkerRow[], publicUrl: string): Promise<LiveWorker[]> {
  const workers = await presentWorkersHolding(reader, rows, new Map(), publicUrl);
  return workers.map((worker) => {
    const shown: Partial<Worker> = { ...worker };
    for (const name of TOLD_ELSEWHERE) delete shown[name];
    return shown as LiveWorker;
  });
}

export const liveWorkers: LiveSource<LiveWorker> = {
  pages: (view) =>
    pagesOf<WorkerRow & PageEnd, LiveWorker>({
      most: MAX.workers,
      read: (after, limit) => pageOfWorkers(view.reader, seesWorker(view, sql`workers.id`), after, limit),
      present: (rows) => present(view.reader, rows, view.publicUrl),
    }),
  byId: async ({ reader, publicUrl }, ids) => present(reader, await findWorkers(reader, ids), publicUrl),
  isSeen: ({ id }, { workers }) => workers.has(id),
};

export { findWorkersByRouting };
