import { Badge } from '../../shared/ui/badge.tsx';
import { usePosition } from '../data/positions.ts';
import { progressOf } from '../data/progress.ts';
import { words } from '../texts/index.ts';
import { percentage } from '../texts/units.ts';
import { NearTime } from './task-window.tsx';
import './worker-progress.css';

/** From this charge on a battery needs care. */
const LOW = 0.15;

/** Done and all tasks of a worker's day, as a bar and in numbers, and the next arrival; empty for an empty day. */
export function WorkerProgress({ workerId }: { workerId: string }) {
  const { done, total, next } = progressOf(workerId);
  if (total === 0) return null;
  const arrival = next?.estimatedArrivalTime ?? null;
  return (
    <span class="worker-progress">
      <progress max={total} value={done} aria-label={words.progress.label({ done, total })} />
      <span aria-hidden="true">{words.progress.done({ done, total })}</span>
      {arrival !== null && (
        <span>
          {words.progress.next} <NearTime at={new Date(arrival)} />
        </span>
      )}
    </span>
  );
}

/** Charge of a worker's phone; empty while it is unknown. */
export function Battery({ workerId }: { workerId: string }) {
  const battery = usePosition(workerId)?.battery ?? null;
  if (battery === null) return null;
  return (
    <Badge kind={battery < LOW ? 'warning' : 'plain'} icon="battery">
      {percentage(battery)}
    </Badge>
  );
}
