import { useMemo, useRef, useState } from 'preact/hooks';
import { isKey, useKeys } from '../../shared/keys.ts';
import { type BoardFilter, boardColumns } from '../../store/dispatch/select/board.ts';
import { Guide, RemainingSteps } from '../beginning/guide.tsx';
import { beginning } from '../beginning/steps.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { useNow } from '../data/clock.ts';
import { floor, lists } from '../data/floor.ts';
import { mayWrite, organizationId } from '../data/me.ts';
import { unassignTasks } from '../data/moves.ts';
import { select, selection } from '../data/selection.ts';
import { useSpeeds } from '../data/travel.ts';
import { LateReports } from '../late-reports/late-reports.tsx';
import { words } from '../texts/index.ts';
import './board.css';
import { BoardTools } from './board-tools.tsx';
import { Column } from './column.tsx';
import { DragGhost, useDrag } from './drag.tsx';
import { moveWithin, stepOnBoard } from './keys-of-board.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useGrowing } from './use-growing.ts';
import { useRestoredFocus } from './use-restored-focus.ts';

/** So many columns at first; more as one goes on to the side. */
const COLUMNS = 30;

/** Board with a list of unassigned tasks and one for each team and worker. */
export function BoardScreen() {
  useSpeeds();
  const board = useRef<HTMLDivElement>(null);
  const [address] = useAddress();
  const { openTask } = useSheet();
  const [isAssigning, setAssigning] = useState(false);
  // What is late by now becomes late here.
  const now = useNow(MINUTE_MS);
  const filter: BoardFilter = {
    team: address.team,
    text: address.q,
    late: address.late !== undefined,
    everybody: address.everybody !== undefined,
  };
  const { state } = floor.value;
  const columns = useMemo(
    () =>
      boardColumns(
        {
          organizationId: organizationId.value,
          tasks: state.tasks,
          workers: state.workers,
          teams: state.teams,
          lists: lists.value,
          now,
        },
        filter,
      ),
    [floor.value, lists.value, now, address.team, address.q, address.late, address.everybody],
  );
  const [shown, more] = useGrowing(columns.length, COLUMNS);
  const writes = mayWrite.value;
  const drag = useDrag(board, writes);
  const focused = useRestoredFocus(board);
  const current = () => [...selection.value];
  useKeys({
    selectAll: () => select(columns.flatMap(({ tasks }) => tasks.map(({ id }) => id))),
    ...(writes && {
      assign: () => selection.value.size > 0 && setAssigning(true),
      unassign: () => selection.value.size > 0 && unassignTasks(current()),
    }),
  });
  const missing = beginning();
  if (missing === 'nothing')
    return (
      <>
        <h1 class="unseen">{words.screens.board}</h1>
        <Guide />
      </>
    );
  return (
    <div class="board-screen">
      <div>
        {missing && <RemainingSteps />}
        <LateReports />
        <BoardTools columns={columns} now={now} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and drags of the lists within are dealt with once */}
      <div
        ref={board}
        class="board"
        {...drag}
        {...focused}
        onKeyDown={(event) => {
          const card = (event.target as HTMLElement).closest<HTMLElement>('.card');
          const id = card?.dataset.task;
          if (!card || !id || event.defaultPrevented) return;
          if (stepOnBoard(event, board.current!, card)) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            openTask(id);
          } else if (writes && (isKey('assign', event) || isKey('unassign', event))) {
            if (!selection.value.has(id)) select([id]);
          } else if (writes && (isKey('earlier', event) || isKey('later', event))) {
            event.preventDefault();
            moveWithin(id, isKey('earlier', event) ? -1 : 1);
          }
        }}
      >
        {columns.slice(0, shown).map((column) => (
          <Column key={column.key} column={column} now={now} />
        ))}
        {shown < columns.length && <span ref={more} class="board-more" />}
      </div>
      <SelectionBar isAssigning={isAssigning} onAssigning={setAssigning} />
      <DragGhost />
    </div>
  );
}

const MINUTE_MS = 60_000;
