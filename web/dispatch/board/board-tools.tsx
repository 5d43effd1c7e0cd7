import { useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { type BoardColumn, type BoardOrder, boardOrders } from '../../store/dispatch/select/board.ts';
import { FilterTools } from '../shared/filter-tools.tsx';
import { words } from '../texts/index.ts';
import { boardDensities, boardSettings, changeBoardSettings } from './board-settings.ts';
import { JumpPalette } from './jump-palette.tsx';

interface ToolsProps {
  columns: readonly BoardColumn[];
  onJump(workerId: string): void;
}

/** Filters of the board, the resulting numbers, its order and density. */
export function BoardTools({ columns, onJump }: ToolsProps) {
  const [isJumping, setJumping] = useState(false);
  useKeys({ goWorker: () => setJumping(true) });
  const { look, order } = boardSettings.value;
  const sum = (number: (column: BoardColumn) => number) => columns.reduce((all, each) => all + number(each), 0);
  const waiting = sum(({ worker, tasks }) => (worker ? 0 : tasks.length));
  const assigned = sum(({ worker, active, tasks }) => active.length + (worker ? tasks.length : 0));
  return (
    <>
      <FilterTools
        title={words.screens.board}
        numbers={words.numbers({ waiting, assigned, late: sum(({ late }) => late) })}
        options={
          <>
            <select
              class="input"
              aria-label={words.board.order}
              value={order}
              onChange={({ currentTarget }) => changeBoardSettings({ order: currentTarget.value as BoardOrder })}
            >
              {boardOrders.map((each) => (
                <option key={each} value={each}>
                  {words.board.orders[each]}
                </option>
              ))}
            </select>
            <Segmented
              label={words.board.looks}
              options={boardDensities.map((value) => ({ value, label: words.board.look[value] }))}
              value={look}
              onChange={(value) => changeBoardSettings({ look: value })}
            />
            <Button
              icon="user"
              onClick={({ currentTarget }) => {
                // On a phone the focus goes back to the button of the filters.
                currentTarget.closest<HTMLElement>('[popover]')!.hidePopover();
                setJumping(true);
              }}
            >
              {words.board.jump}
            </Button>
          </>
        }
      />
      {isJumping && <JumpPalette onChoose={onJump} onClose={() => setJumping(false)} />}
    </>
  );
}
