import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isKey, useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import {
  type BoardColumn,
  type BoardFilter,
  boardColumns,
  isEverybodyShown,
  sortedColumns,
} from '../../store/dispatch/select/board.ts';
import { Guide, RemainingSteps } from '../beginning/guide.tsx';
import { beginning } from '../beginning/steps.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { useNow } from '../data/clock.ts';
import { floor, lists } from '../data/floor.ts';
import { mayWrite, organizationId } from '../data/me.ts';
import { select, selection } from '../data/selection.ts';
import { useSpeeds } from '../data/travel.ts';
import { useSelectionKeys } from '../data/use-selection-keys.ts';
import { LateReports } from '../late-reports/late-reports.tsx';
import { words } from '../texts/index.ts';
import './board.css';
import { boardSettings, readBoardSettings } from './board-settings.ts';
import { BoardTools } from './board-tools.tsx';
import { Column } from './column.tsx';
import { DragGhost, dragged, useDrag } from './drag.tsx';
import { FoldedLists } from './folded-lists.tsx';
import { moveWithin, stepOnBoard } from './keys-of-board.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useGrowing } from './use-growing.ts';
import { useMovedInSight } from './use-moved-in-sight.ts';
import { useRestoredFocus } from './use-restored-focus.ts';

/** So many columns at first; more as one goes on to the side. */
const COLUMNS = 30;

/** Board with a list of unassigned tasks and one for each team and worker. */
export function BoardScreen() {
  useSpeeds();
  const board = useRef<HTMLDivElement>(null);
  const [address, change] = useAddress();
  const { openTask } = useSheet();
  const [isAssigning, setAssigning] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  // Before the first drawing: another density would shift everything.
  useMemo(readBoardSettings, []);
  const { look, order, pinned } = boardSettings.value;
  const jump = useJump(board);
  // What is late by now becomes late here.
  const now = useNow(MINUTE_MS);
  const { state } = floor.value;
  const filter: BoardFilter = {
    team: address.team,
    text: address.q,
    late: address.late !== undefined,
    everybody: isEverybodyShown(state.workers, address.everybody !== undefined),
    keep: new Set(jump.to ? [...pinned, jump.to] : pinned),
  };
  const all = useMemo(() => {
    const { tasks, workers, teams } = state;
    const source = { organizationId: organizationId.value, tasks, workers, teams, lists: lists.value, now };
    return boardColumns(source, filter);
  }, [floor.value, lists.value, now, address.team, address.q, address.late, filter.everybody, pinned, jump.to]);
  const sorted = useSteadyOrder(sortedColumns(all, order, new Set(pinned)));
  const isNarrowed = Boolean(address.q) || filter.late;
  const matching = sorted.filter(
    ({ owner, active, tasks }) => active.length + tasks.length > 0 || owner.id === jump.to,
  );
  const columns = isNarrowed && !isUnfolded ? matching : sorted;
  const offDuty = [...state.workers.values()].filter(({ teams }) => !address.team || teams.includes(address.team));
  const hidden = offDuty.length - sorted.filter(({ worker }) => worker).length;
  const [growing, more] = useGrowing(columns.length, COLUMNS);
  const shown = Math.max(growing, columns.findIndex(({ owner }) => owner.id === jump.to) + 1);
  const writes = mayWrite.value;
  const drag = useDrag(board, writes);
  const focused = useRestoredFocus(board);
  useMovedInSight(board);
  useKeys({
    selectAll: () => select(columns.flatMap(({ tasks }) => tasks.map(({ id }) => id))),
  });
  useSelectionKeys(() => setAssigning(true));
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
        <BoardTools columns={sorted} onJump={jump.go} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and drags of the lists within are dealt with once */}
      <div
        ref={board}
        class={`board ${look}`}
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
          <Column key={column.key} column={column} now={now} isArrived={column.owner.id === jump.to} />
        ))}
        {shown < columns.length && <span ref={more} class="board-more" />}
        {columns.length === 0 && (
          <Empty level={2} icon="list-filter" title={words.board.nothingFits} text={words.board.nothingFitsText}>
            <Button onClick={() => change({ q: undefined, late: undefined })}>{words.board.clear}</Button>
          </Empty>
        )}
        <FoldedLists
          folded={isNarrowed ? sorted.length - matching.length : 0}
          isUnfolded={isUnfolded}
          onUnfold={setUnfolded}
          offDuty={hidden}
        />
      </div>
      <SelectionBar isAssigning={isAssigning} onAssigning={setAssigning} />
      <DragGhost />
    </div>
  );
}

const MINUTE_MS = 60_000;

/** Goes to a worker's list: into view, with the focus, marked for a while. */
function useJump(board: { current: HTMLElement | null }) {
  const [jump, setJump] = useState<{ to: string }>();
  useEffect(() => {
    if (!jump) return;
    const column = board.current?.querySelector<HTMLElement>(`[data-list="WORKER ${jump.to}"]`);
    column?.scrollIntoView({ block: 'nearest', inline: 'center' });
    column?.querySelector<HTMLElement>('.column-name')?.focus({ preventScroll: true });
  }, [jump]);
  return { to: jump?.to, go: (to: string) => setJump({ to }) };
}

/** Keeps the order of lists during a drag: what one aims at stays where it is. */
function useSteadyOrder(columns: readonly BoardColumn[]): readonly BoardColumn[] {
  const before = useRef<readonly string[]>([]);
  if (!dragged.value) before.current = columns.map(({ key }) => key);
  const place = new Map(before.current.map((key, index) => [key, index]));
  const placeOf = ({ key }: BoardColumn) => place.get(key) ?? place.size;
  return [...columns].sort((a, b) => placeOf(a) - placeOf(b));
}
