import type { Static } from 'typebox';
import { sql } from '../../platform/db/sql.ts';
import { pagesOf } from '../http/pages.ts';
import { seesRoutePlan } from '../sight/fragments.ts';
import type { LiveSource } from '../sight/live-source.ts';
import { type PlainRoutePlan, presentPlainRoutePlan } from './present.ts';
import { findRoutePlans, pageOfLiveRoutePlans, type RoutePlanRow } from './queries.ts';

type LiveRoutePlan = Static<typeof PlainRoutePlan>;

/** Route plans by themselves: live views know the states of their tasks from the tasks. */
export const liveRoutePlans: LiveSource<LiveRoutePlan> = {
  pages: (view) => {
    const isLive = sql`(p.actual_end_time is null or p.actual_end_time >= ${view.completedSince})`;
    return pagesOf<RoutePlanRow, LiveRoutePlan>({
      most: Number.POSITIVE_INFINITY,
      read: (after, limit) =>
        pageOfLiveRoutePlans(view.reader, sql<boolean>`${isLive} and ${seesRoutePlan(view)}`, after, limit),
      present: (rows) => rows.map(presentPlainRoutePlan),
    });
  },
  byId: async ({ reader }, ids) => (await findRoutePlans(reader, ids)).map(presentPlainRoutePlan),
  isSeen: ({ worker, team }, { teams, workers }) =>
    (worker === null && team === null) || teams.has(team ?? '') || workers.has(worker ?? ''),
};
