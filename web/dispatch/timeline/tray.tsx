import { useState } from 'preact/hooks';
import { Icon } from '../../shared/ui/icon.tsx';
import type { BoardColumn } from '../../store/dispatch/select/board.ts';
import { Card } from '../board/card.tsx';
import { dropPlace } from '../board/drag.tsx';
import { useGrowing } from '../board/use-growing.ts';
import { useAddress } from '../data/address.ts';
import { selection } from '../data/selection.ts';
import { words } from '../texts/index.ts';
import { timelineWords } from './texts/index.ts';

/** So many tasks at first. */
const CARDS = 20;

/** Tasks without a time because nobody has them. */
export function Tray({ waiting, now }: { waiting: readonly BoardColumn[]; now: number }) {
  return (
    <section class="tray" aria-label={timelineWords.waiting}>
      {waiting.map((column) => (
        <TrayList key={column.key} column={column} now={now} />
      ))}
    </section>
  );
}

function TrayList({ column: { key, name, owner, tasks, count }, now }: { column: BoardColumn; now: number }) {
  const [{ task: open }] = useAddress();
  const [stop, setStop] = useState<string>();
  const [shown, more] = useGrowing(tasks.length, CARDS);
  const cards = tasks.slice(0, shown);
  const title = name ?? words.unassigned;
  const place = dropPlace.value?.key === key ? dropPlace.value : undefined;
  const tabStop = cards.some(({ id }) => id === stop) ? stop : cards[0]?.id;
  return (
    <div class={place ? 'tray-list over' : 'tray-list'} data-list={key}>
      <h2>
        <Icon name={owner.type === 'TEAM' ? 'users' : 'inbox'} />
        <span dir="auto">{title}</span>
        <span class="tray-count">{count}</span>
      </h2>
      {cards.length > 0 ? (
        <div
          class="tray-cards"
          role="listbox"
          aria-multiselectable="true"
          aria-orientation="horizontal"
          aria-label={words.listOf({ name: title, count })}
          onFocusIn={({ target }) => setStop((target as HTMLElement).dataset.task)}
        >
          {cards.map((task) => (
            <Card
              key={task.id}
              task={task}
              now={now}
              isStop={task.id === tabStop}
              isOpen={task.id === open}
              isSelected={selection.value.has(task.id)}
              isDropBefore={place?.before === task.id}
            />
          ))}
          {shown < tasks.length && <span ref={more} role="presentation" class="board-more" />}
        </div>
      ) : (
        <p>{count > 0 ? words.nothingFits({ count }) : words.nothingWaits}</p>
      )}
    </div>
  );
}
