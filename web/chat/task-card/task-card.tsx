import { useEffect, useRef, useState } from 'preact/hooks';
import { useRequest } from '../../shared/session/use-request.ts';
import { locale } from '../../shared/texts/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { ageOf } from '../../store/dispatch/select/age.ts';
import type { GetTaskAnswer, GetWorkerAnswer } from '../../store/wire/dispatch.ts';
import { clockFormat } from '../data/clock.ts';
import { userSettings } from '../data/settings.ts';
import { ProofThumbnails } from './proof-thumbnails.tsx';
import { SmallMap } from './small-map.tsx';
import './task-card.css';
import { taskCardWords as words } from './texts/index.ts';

/** It is asked again, as long as somebody looks. */
const AGAIN_MS = 15_000;

interface TaskCardProps {
  taskId: string;
  /** When it changes, the task may have. */
  version?: number | undefined;
  /** False within a message that has not the focus: Tab passes it by. */
  isActive?: boolean;
  /** True beside the task's own topic: a map and the proof have room there. */
  isWhole?: boolean;
}

type OtherPlace = Parameters<typeof SmallMap>[0]['other'];

/**
 * A task in a few lines, live: state, recipient, window and estimate, worker. Beside its topic also a small map, and the
 * proof once there is one. Empty for one that the reader may not see.
 */
export function TaskCard({ taskId, version, isActive = true, isWhole = false }: TaskCardProps) {
  const { refresh, ...asked } = useRequest<GetTaskAnswer>(`/api/v2/tasks/${encodeURIComponent(taskId)}`);
  const task = useLatest(asked);
  useAgain(refresh, task !== undefined);
  const [known] = useState(version);
  useEffect(() => {
    if (version !== known) refresh();
  }, [version]);
  if (!task) return null;
  const { worker } = task;
  const given = { task, isActive, isWhole };
  return worker === null ? (
    <Card {...given} />
  ) : (
    <CardOfWorker key={worker} workerId={worker} {...{ version }} {...given} />
  );
}

interface CardProps {
  task: GetTaskAnswer;
  worker?: GetWorkerAnswer | undefined;
  isActive: boolean;
  isWhole: boolean;
}

/** The card of a task that has a worker: what is known of them comes after it. */
function CardOfWorker({ workerId, version, ...rest }: CardProps & { workerId: string; version: number | undefined }) {
  const { refresh, ...asked } = useRequest<GetWorkerAnswer>(`/api/v2/workers/${encodeURIComponent(workerId)}`);
  // Undefined for one of another team: the reader may know of the task alone.
  const worker = useLatest(asked);
  useAgain(refresh, worker !== undefined);
  useEffect(() => {
    if (worker) refresh();
  }, [version]);
  return <Card {...rest} {...{ worker }} />;
}

function Card({ task, worker, isActive, isWhole }: CardProps) {
  const { id, shortId, recipients, overrides, destination, completionDetails } = task;
  const who = overrides.recipientName || recipients[0]?.name || destination.address.name;
  const window = windowText(task.completeAfter, task.completeBefore);
  const done = completionDetails.time;
  const isDone = task.state === 3;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields
    <div class="task-card" role="group" aria-label={words.label({ shortId })}>
      <p class="task-card-head">
        <Icon name={task.pickupTask ? 'package' : 'truck'} />
        <strong dir="auto">{who || words.task({ shortId })}</strong>
        <StateBadge task={task} />
        <a href={`/dispatch/board?task=${encodeURIComponent(id)}`} tabIndex={isActive ? 0 : -1}>
          {words.open({ shortId })}
        </a>
      </p>
      <div class="task-card-body">
        <dl>
          {window !== undefined && (
            <div>
              <dt>{words.window}</dt>
              <dd>{window}</dd>
            </div>
          )}
          {isDone && done !== null ? (
            <div>
              <dt>{words.done}</dt>
              <dd>{moment(new Date(done))}</dd>
            </div>
          ) : (
            task.estimatedArrivalTime !== null && (
              <div>
                <dt>{words.arrival}</dt>
                <dd class={isLate(task) ? 'late' : undefined}>
                  {isLate(task) && <Icon name="triangle-alert" />}
                  {moment(new Date(task.estimatedArrivalTime))}
                </dd>
              </div>
            )
          )}
          {worker && <WorkerPart {...{ worker, isDone }} />}
        </dl>
        {isWhole && isDone && <ProofThumbnails of={completionDetails} />}
        {isWhole && destination.located && (
          <SmallMap taskId={id} destination={destination.location} other={otherPlace(task, worker)} />
        )}
      </div>
    </div>
  );
}

/** Returns where the worker is, or where a task ended; undefined where nobody knows. */
function otherPlace({ state, completionDetails }: GetTaskAnswer, worker: GetWorkerAnswer | undefined): OtherPlace {
  const isEnd = state === 3;
  const [lon, lat] = (isEnd ? completionDetails.lastLocation : worker?.location) ?? [];
  if (lon === undefined || lat === undefined) return undefined;
  const isOld = !isEnd && (!worker?.timeLastSeen || ageOf(worker.timeLastSeen, Date.now()) === 'lost');
  return { place: [lon, lat], isOld, isEnd };
}

/** Returns the last answer: it stays while the server cannot be reached, and goes when it is refused. */
function useLatest<T>({ answer, failure }: { answer?: T; failure?: { status?: number } }): T | undefined {
  const latest = useRef<T | undefined>(undefined);
  if (answer !== undefined) latest.current = answer;
  else if (failure?.status !== undefined && failure.status < 500) latest.current = undefined;
  return latest.current;
}

/** Asks again every now and then, once there was an answer: what the reader may not see is not asked for twice. */
function useAgain(refresh: () => void, isKnown: boolean): void {
  useEffect(() => {
    if (!isKnown) return;
    const again = setInterval(() => document.hidden || refresh(), AGAIN_MS);
    return () => clearInterval(again);
  }, [isKnown]);
}

/** The worker, and how old their position is. */
function WorkerPart({ worker, isDone }: { worker: GetWorkerAnswer; isDone: boolean }) {
  const { name, displayName, timeLastSeen, onDuty } = worker;
  const age = timeLastSeen ? Date.now() - timeLastSeen : undefined;
  return (
    <div>
      <dt>{words.worker}</dt>
      <dd>
        <span dir="auto">{displayName || name}</span>
        {!isDone && (
          <span class={age !== undefined && ageOf(timeLastSeen!, Date.now()) === 'lost' ? 'hint late' : 'hint'}>
            {!onDuty ? words.offDuty : age === undefined ? words.noPosition : words.position({ time: span(age) })}
          </span>
        )}
      </dd>
    </div>
  );
}

function StateBadge({ task: { state, completionDetails } }: { task: GetTaskAnswer }) {
  if (state === 3)
    return completionDetails.success === false ? (
      <Badge kind="bad" icon="circle-x">
        {words.failed}
      </Badge>
    ) : (
      <Badge kind="good" icon="circle-check">
        {words.states[3]}
      </Badge>
    );
  if (state === 2)
    return (
      <Badge kind="accent" icon="play">
        {words.states[2]}
      </Badge>
    );
  return <Badge icon={state === 1 ? 'user-round-check' : 'circle'}>{words.states[state]}</Badge>;
}

const isLate = ({ delayTime, completeBefore, estimatedArrivalTime: arrival }: GetTaskAnswer) =>
  (delayTime ?? 0) > 0 || (completeBefore !== null && arrival !== null && arrival > completeBefore);

/** Writes times as the messages beside the card: with 12 or 24 hours as the person chose. */
function formatFor(...times: readonly Date[]): Intl.DateTimeFormat {
  const isToday = times.every((at) => at.toDateString() === new Date().toDateString());
  return new Intl.DateTimeFormat(locale, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    ...clockFormat(userSettings().twenty_four_hour_time),
  });
}

const moment = (at: Date) => formatFor(at).format(at);

function windowText(after: number | null, before: number | null): string | undefined {
  if (after !== null && before !== null) {
    const [from, to] = [new Date(after), new Date(before)];
    return formatFor(from, to).formatRange(from, to);
  }
  if (before !== null) return words.until({ time: moment(new Date(before)) });
  return after === null ? undefined : words.from({ time: moment(new Date(after)) });
}

const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute' });
const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' });
const hours = new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour' });
const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });

function span(milliseconds: number): string {
  const inSeconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (inSeconds < 60) return seconds.format(inSeconds);
  if (inSeconds < 3600) return minutes.format(Math.floor(inSeconds / 60));
  return inSeconds < 86_400 ? hours.format(Math.floor(inSeconds / 3600)) : days.format(Math.floor(inSeconds / 86_400));
}
