import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import type { ListShiftsAnswer } from '../../store/wire/dispatch.ts';
import { changeCountOf } from '../data/floor.ts';
import { usePaced } from '../data/use-paced.ts';

/** After a refusal they are asked for again so much later. */
const AGAIN_MS = 5000;

/** Shifts in order, from and to. */
export type Spans = readonly (readonly [from: number, to: number])[];

/** The shifts of all workers in a span of time, asked for again when one changes, and after a refusal. */
export function useShifts(from: number, to: number): { shifts: ReadonlyMap<string, Spans>; isRefused: boolean } {
  const [shifts, setShifts] = useState<ReadonlyMap<string, Spans>>(new Map());
  const [isRefused, setRefused] = useState(false);
  const [retries, setRetries] = useState(0);
  const changes = usePaced(changeCountOf('schedule'));
  useEffect(() => {
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    request<ListShiftsAnswer>(`/api/v2/workers/shifts?from=${from}&to=${to}`, { signal: stopped.signal }).then(
      (answer) => {
        if (stopped.signal.aborted) return;
        setShifts(new Map(answer.shifts.map(({ worker, spans }) => [worker, spans])));
        setRefused(false);
      },
      () => {
        if (stopped.signal.aborted) return;
        setRefused(true);
        timer = setTimeout(() => setRetries((before) => before + 1), AGAIN_MS);
      },
    );
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [from, to, changes, retries]);
  return { shifts, isRefused };
}

/** Returns the gaps between the shifts of a day. */
export function breaksOf(spans: Spans): Spans {
  return spans.slice(1).flatMap(([begin], index): Spans => {
    const end = spans[index]![1];
    return begin > end ? [[end, begin]] : [];
  });
}
