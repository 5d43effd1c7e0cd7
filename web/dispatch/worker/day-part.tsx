import { distance } from '../../shared/texts/distance.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { LiveWorker as Worker } from '../../store/wire/dispatch.ts';
import { useRequest } from '../data/use-request.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';
import { inMinutes } from '../texts/units.ts';

interface Day {
  distances: { enroute: number; idle: number };
  times: { enroute: number; idle: number };
  taskCounts: { succeeded: number; failed: number };
}

/** Activity of a worker since midnight. */
export function DayPart({ worker }: { worker: Worker }) {
  const from = new Date();
  from.setHours(0, 0, 0, 0);
  const path = `/api/v2/workers/${worker.id}?analytics=true&from=${from.getTime()}&to=${from.getTime() + 86_400_000}`;
  const { answer, failure, retry } = useRequest<{ analytics: Day }>(path);
  return (
    <SheetPart title={words.worker.day}>
      {failure ? (
        <Failure {...failure} onRetry={retry} />
      ) : answer ? (
        <DayFacts day={answer.analytics} />
      ) : (
        <Loading rows={3} />
      )}
    </SheetPart>
  );
}

function DayFacts({ day: { distances, times, taskCounts } }: { day: Day }) {
  return (
    <Facts
      of={[
        [words.worker.succeeded, String(taskCounts.succeeded)],
        [words.worker.failed, String(taskCounts.failed)],
        [words.worker.driven, distance(distances.enroute + distances.idle)],
        [words.worker.enroute, inMinutes(Math.round(times.enroute / 60))],
      ]}
    />
  );
}
