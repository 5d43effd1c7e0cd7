import { useRef, useState } from 'preact/hooks';
import { metresBetween } from '../../../rules/sphere.ts';
import { distance } from '../../shared/texts/distance.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { BoardColumn } from '../../store/dispatch/select/board.ts';
import { isPlaced } from '../../store/dispatch/select/placed.ts';
import { taskPlace } from '../../store/dispatch/select/tasks.ts';
import { listKey } from '../../store/outbox/moves.ts';
import type { LiveWorker as Worker } from '../../store/wire/dispatch.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { dayBecomes } from '../data/days.ts';
import { floor } from '../data/floor.ts';
import { usePosition } from '../data/positions.ts';
import { selection } from '../data/selection.ts';
import { changeText } from '../shared/lateness.ts';
import { PositionAge } from '../shared/position-age.tsx';
import { WorkerQuestions } from '../shared/question-badge.tsx';
import { Battery, WorkerProgress } from '../shared/worker-progress.tsx';
import { words } from '../texts/index.ts';
import { boardSettings, togglePin } from './board-settings.ts';
import { Card } from './card.tsx';
import { dragged, dropPlace, moving } from './drag.tsx';
import { useGrowing } from './use-growing.ts';

/** So many tasks at first. */
const CARDS = 40;

/** One list: whose it is, what is being done, and what comes then. */
export function Column({ column, now, isArrived }: { column: BoardColumn; now: number; isArrived: boolean }) {
  const { key, name, worker, tasks, active, count, late } = column;
  const [{ task: open }] = useAddress();
  const list = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<string>();
  const [shown, more] = useGrowing(tasks.length, CARDS);
  const cards = [...active, ...tasks.slice(0, shown)];
  const tabStop = [stop, open].find((id) => id && cards.some((each) => each.id === id)) ?? cards[0]?.id;
  const title = name ?? words.unassigned;
  const place = dropPlace.value?.key === key ? dropPlace.value : undefined;
  const classes = ['column', !worker && 'waiting', place && 'over', late > 0 && 'late', isArrived && 'arrived']
    .filter(Boolean)
    .join(' ');
  return (
    <section class={classes} data-list={key} aria-label={words.listOf({ name: title, count })}>
      <ColumnHead column={column} title={title} />
      {cards.length > 0 ? (
        <div
          ref={list}
          class="cards"
          role="listbox"
          aria-multiselectable="true"
          aria-label={words.listOf({ name: title, count })}
          onFocusIn={({ target }) => setStop((target as HTMLElement).dataset.task)}
        >
          {cards.map((each) => (
            <Card
              key={each.id}
              task={each}
              now={now}
              isStop={each.id === tabStop}
              isOpen={each.id === open}
              isSelected={selection.value.has(each.id)}
              isDropBefore={place?.before === each.id}
            />
          ))}
          {shown < tasks.length && <span ref={more} role="presentation" class="board-more" />}
        </div>
      ) : (
        <p class="column-empty">
          {count > 0 ? words.nothingFits({ count }) : worker ? words.nothingToDo : words.nothingWaits}
        </p>
      )}
      {place && place.before === null && <span class="drop-line" />}
    </section>
  );
}

function ColumnHead({ column, title }: { column: BoardColumn; title: string }) {
  const { owner, worker, tasks, active, all, late } = column;
  const { openWorker } = useSheet();
  const shown = tasks.length + active.length;
  return (
    <header class="column-head">
      {worker ? (
        <button type="button" class="column-name" onClick={() => openWorker(worker.id)}>
          <span aria-hidden="true">
            <Avatar name={worker.name} id={worker.id} picture={worker.imageUrl ?? undefined} />
          </span>
          <span class="column-title" dir="auto">
            {title}
          </span>
        </button>
      ) : (
        <h2 class="column-name">
          <Icon name={owner.type === 'TEAM' ? 'users' : 'inbox'} />
          <span class="column-title" dir="auto">
            {title}
          </span>
        </h2>
      )}
      <span class="column-tools">
        {late > 0 && (
          <Badge kind="bad" icon="clock">
            {words.board.late({ count: late })}
          </Badge>
        )}
        {shown < all ? (
          <span class="column-count">{words.board.hits({ shown, count: all })}</span>
        ) : (
          <span class="column-count" title={words.countOfTasks({ count: all })}>
            {all}
          </span>
        )}
        {worker && <PinButton worker={worker} />}
      </span>
      {worker && <WorkerQuestions worker={worker.id} />}
      {worker && <WorkerLine worker={worker} isActive={active.length > 0} />}
    </header>
  );
}

function PinButton({ worker: { id, name } }: { worker: Worker }) {
  const isPinned = boardSettings.value.pinned.includes(id);
  return (
    <IconButton
      icon="pin"
      size="small"
      label={words.board.pin({ name })}
      pressed={isPinned}
      onClick={() => togglePin(id)}
    />
  );
}

/** State of a worker; during a drag also the distance and the resulting day. */
function WorkerLine({ worker, isActive }: { worker: Worker; isActive: boolean }) {
  const position = usePosition(worker.id);
  const first = dragged.value?.[0];
  const task = first && floor.value.state.tasks.get(first);
  const state = worker.onDuty ? (isActive ? 'active' : 'idle') : 'off';
  return (
    <p class="column-line">
      <span class={`duty ${state}`}>{words.duty[state]}</span>
      {task && isPlaced(position) ? (
        <>
          <span>
            {words.away({ distance: distance(metresBetween([position.lon, position.lat], taskPlace(task))) })}
          </span>
          <Becomes worker={worker} />
        </>
      ) : (
        <>
          <WorkerProgress workerId={worker.id} />
          <PositionAge workerId={worker.id} />
          <Battery workerId={worker.id} />
        </>
      )}
    </p>
  );
}

/** Resulting day: with the dragged tasks at the pointer, otherwise at the end of the list. */
function Becomes({ worker }: { worker: Worker }) {
  if (!moving.value) return null;
  const place = dropPlace.value;
  const before = place?.key === listKey({ type: 'WORKER', id: worker.id }) ? place.before : null;
  const change = dayBecomes(worker, moving.value, before, Date.now());
  return change ? <strong>{changeText(change.minutes, change.late)}</strong> : null;
}
