import { useEffect, useRef, useState } from 'preact/hooks';
import { useRequest } from '../../shared/session/use-request.ts';
import { locale } from '../../shared/texts/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { ageOf } from '../../store/dispatch/select/age.ts';
import type { GetTaskAnswer, GetWorkerAnswer } from '../../store/wire/dispatch.ts';
import { userSettings } from '../data/settings.ts';
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
}

/** A task in a few lines, live: state, recipient, window and estimate, worker. Empty for one that the reader may not see. */
export function TaskCard({ taskId, version, isActive = true }: TaskCardProps) {
  const { refresh, ...asked } = useRequest<GetTaskAnswer>(`/api/v2/tasks/${encodeURIComponent(taskId)}`);
  const task = useLatest(asked);
  useAgain(refresh, task !== undefined);
  const [known] = useState(version);
  useEffect(() => {
    if (version !== known) refresh();
  }, [version]);
  if (!task) return null;
  const { shortId, recipients, overrides, destination, worker, completionDetails } = task;
  const who = overrides.recipientName || recipients[0]?.name || destination.address.name;
  const window = windowText(task.completeAfter, task.completeBefore);
  const done = completionDetails.time;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no set of fields
    <div class="task-card" role="group" aria-label={words.label({ shortId })}>
      <p class="task-card-head">
        <Icon name={task.pickupTask ? 'package' : 'truck'} />
        <strong dir="auto">{who || words.task({ shortId })}</strong>
        <StateBadge task={task} />
        <a href={`/dispatch/board?task=${encodeURIComponent(taskId)}`} tabIndex={isActive ? 0 : -1}>
          {words.open({ shortId })}
        </a>
      </p>
      <dl>
        {window !== undefined && (
          <div>
            <dt>{words.window}</dt>
            <dd>{window}</dd>
          </div>
        )}
        {task.state === 3 && done !== null ? (
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
        {worker !== null && <WorkerPart key={worker} workerId={worker} isDone={task.state === 3} {...{ version }} />}
      </dl>
    </div>
  );
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
function WorkerPart({ workerId, isDone, version }: { workerId: string; isDone: boolean; version: number | undefined }) {
  const { refresh, ...asked } = useRequest<GetWorkerAnswer>(`/api/v2/workers/${encodeURIComponent(workerId)}`);
  const worker = useLatest(asked);
  useAgain(refresh, worker !== undefined);
  useEffect(() => {
    if (worker) refresh();
  }, [version]);
  // One of another team: the reader may know of the task alone.
  if (!worker) return null;
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
    ...{ hour: 'numeric', minute: '2-digit', hour12: !userSettings().twenty_four_hour_time },
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
