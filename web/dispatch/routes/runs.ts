import type { GetDispatchAnswer, ListDispatchesAnswer } from '../../store/wire/dispatch.ts';
import { type Followed, useFollowed } from '../data/use-followed.ts';

export type RunHead = ListDispatchesAnswer['dispatches'][number];
export type Run = GetDispatchAnswer;
export type PlannedRoute = NonNullable<Run['plan']>['routes'][number];

/** The kind under which live views are told that a search has gone on. */
const KIND = 'teamDispatch';

/** The searches of the last days, the newest first. */
export function useRuns(again: unknown): Followed<readonly RunHead[]> {
  const { answer, ...others } = useFollowed<ListDispatchesAnswer>('/api/v2/dispatches', KIND, again);
  return { ...others, ...(answer && { answer: answer.dispatches }) };
}

/** One search, with its plan. */
export function useRun(id: string): Followed<Run> {
  return useFollowed<Run>(`/api/v2/dispatches/${id}`, KIND);
}
