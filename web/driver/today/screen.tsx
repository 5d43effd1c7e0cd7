import { useEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { addressLine, taskName } from '../../store/dispatch/select/tasks.ts';
import { type DriverDay, driverDayOf } from '../../store/driver/places.ts';
import type { ShownTask } from '../../store/driver/shown.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { queueAction } from '../data/actions.ts';
import { offlineSince } from '../data/connection.ts';
import { known, onDuty, tasks } from '../data/tasks.ts';
import { stateWords } from '../data/words.ts';
import { StopHeading, StopLinks, StopNotes } from '../stop/details.tsx';
import { Problems } from '../stop/part.tsx';
import { NextStepButtons, useStoring } from '../stop/steps.tsx';
import { stopWords as words } from '../stop/texts/index.ts';
import { Thumb } from '../stop/thumb.tsx';
import { whenWords } from '../stop/when.ts';
import { words as driverWords } from '../texts/index.ts';
import '../stop/stop.css';
import './today.css';
import { ToTake } from './to-take.tsx';

/** The one next stop large, and the rest of the day below. */
export function TodayScreen() {
  const day = driverDayOf(tasks.value);
  // For a stop without a network.
  useEffect(() => void import('../scan/reader.ts').then(({ keepReader }) => keepReader()).catch(() => undefined), []);
  return (
    <div class="today">
      <h1 class="unseen">{driverWords.screens.today}</h1>
      {known.value && !onDuty.value && <OffDuty />}
      <Next {...day} />
      {day.later.length > 0 && <Stops title={words.later({ count: day.later.length })} stops={day.later} />}
      <ToTake />
      {day.done.length > 0 && <Done stops={day.done} />}
      {known.value && offlineSince.value !== undefined && (
        <p class="quiet-words">{words.asOf({ time: timeOfDay(new Date(known.value.fetchedAt)) })}</p>
      )}
      {day.here[0] && <NextAction shown={day.here[0]} />}
    </div>
  );
}

function OffDuty() {
  const action = { kind: 'duty', onDuty: true } as const;
  const { busy, problem, run } = useStoring(() => queueAction({ action, title: driverWords.actions.onDuty }));
  return (
    <section class="today-duty">
      <p>{words.offDuty}</p>
      <Button icon="user-round-check" busy={busy} onClick={() => void run()}>
        {words.goOnDuty}
      </Button>
      <Problems sentences={problem === undefined ? [] : [problem]} />
    </section>
  );
}

function Next({ here: [next, ...beside] }: DriverDay) {
  if (!next)
    return known.value ? (
      <Empty level={2} icon="circle-check" title={words.empty} text={words.emptyText} />
    ) : (
      <Empty level={2} icon="smartphone" title={words.notYet} text={words.notYetText} />
    );
  const { task, state } = next;
  const title = { open: words.next, active: words.underWay, arrived: words.here, done: '' }[state];
  return (
    <section class="today-next" aria-label={title}>
      <p class="today-kicker">{title}</p>
      <StopHeading task={task} level={2} />
      <StopLinks task={task} />
      <StopNotes task={task} />
      {state !== 'arrived' && <OpenStop task={task} kind="" text={state === 'open' ? words.open : words.complete} />}
      {beside.length > 0 && <Stops title={words.alsoHere({ count: beside.length })} stops={beside} />}
    </section>
  );
}

/** The next step of the next stop, at the thumb. */
function NextAction({ shown }: { shown: ShownTask }) {
  if (shown.state !== 'arrived') return <NextStepButtons shown={shown} />;
  return (
    <Thumb>
      <OpenStop task={shown.task} kind="primary" text={words.complete} />
    </Thumb>
  );
}

function OpenStop({ task, kind, text }: { task: Task; kind: 'primary' | ''; text: string }) {
  return (
    <Link class={`button ${kind} today-open`} href={`/task/${task.id}`}>
      {text}
    </Link>
  );
}

function Stops({ title, stops }: { title: string; stops: readonly ShownTask[] }) {
  return (
    <section class="today-list">
      <h2>{title}</h2>
      <ol>
        {stops.map(({ task }) => (
          <li key={task.id}>
            <Link class="today-stop" href={`/task/${task.id}`}>
              <span>
                <strong dir="auto">{taskName(task)}</strong>
                <span dir="auto">{addressLine(task)}</span>
                <span class="quiet-words">{whenWords(task)}</span>
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Actions of this phone that the server does not show as done yet, with their progress. */
function Done({ stops }: { stops: readonly ShownTask[] }) {
  return (
    <section class="today-list">
      <h2>{words.done({ count: stops.length })}</h2>
      <ul>
        {stops.map(({ task, actions }) => {
          const last = actions.at(-1);
          return (
            <li key={task.id}>
              <Link class="today-stop" href={`/task/${task.id}`}>
                <span>
                  <strong dir="auto">{taskName(task)}</strong>
                  {last && <span>{stateWords(last)}</span>}
                </span>
                <Icon name="chevron-right" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
