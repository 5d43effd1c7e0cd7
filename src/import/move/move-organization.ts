import { setTimeout as pause } from 'node:timers/promises';
import { doForgetCachedWorkers } from '../../dispatch/workers/forget-cached.ts';
import type { PlainReader } from '../../platform/db/reader.ts';
import type { Table } from '../../platform/db/tables.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { deleteClosing, doCloseOrganization, doDeleteOrganizationRow } from '../../platform/deletion/actions.ts';
import { doLockOrganizationImports, doPassSequence } from '../../platform/export/actions.ts';
import { randomText } from '../../platform/ids.ts';
import { doDeleteJobsOf, loadJobsOf } from '../../platform/jobs/actions.ts';
import { findMove, type MoveState } from '../../platform/moves/access.ts';
import {
  doBeginMove,
  doForgetMove,
  doKeepMovedJobs,
  doNoteCopied,
  doPassAsMover,
  doSetMoveState,
  doTakeMove,
} from '../../platform/moves/actions.ts';
import { LEARNT_MS } from '../../platform/moves/settle-moves.ts';
import { isOpenOrganization } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import {
  captureTable,
  closeFence,
  deleteAllChanges,
  deleteChanges,
  loadSequences,
  releaseTable,
  writeAsReplica,
} from './capture-queries.ts';
import { catchUp, differs, explainRefusal, type RunningMove, taken } from './catch-up.ts';
import { checkMove } from './checks.ts';
import { copyFiles, type MoveCells } from './copy-files.ts';
import { MoveError } from './move-error.ts';
import {
  countRows,
  deleteOwnRows,
  insertRows,
  type Key,
  loadRowsAfter,
  PAGE_ROWS,
  sumRows,
  useCommonForm,
} from './row-queries.ts';
import { sealAnew } from './seal-rows.ts';
import { loadMovedTables } from './tables.ts';

/** The fence is closed when no more changes than these are left. */
const FEW_CHANGES = 500;
/** Comparisons before the move is given up. */
const COMPARISONS = 3;
/** Rounds of catching up before the fence, and attempts at it. */
const ROUNDS = 50;
const PAUSE_MS = 300;
/** PostgreSQL's words for a lock that was waited for in vain. */
const NO_LOCK = '55P03';
const LOOKS = 10;
/** Jobs of one statement. */
const JOBS = 1000;

/** Options of a run. */
export interface MoveOptions {
  organizationId: string;
  /** Name of the target. */
  to: string;
  /** Gets each state that is come to, and is waited for. */
  say?: (line: string) => unknown;
}

/** Result of a move. */
export interface MovedOrganization {
  organizationId: string;
  cell: string;
  /** Rows in the target at the comparison before the switch; undefined: an earlier command has switched. */
  rows: number | undefined;
  /** Milliseconds in which nobody could write the organization; undefined: an earlier command has switched. */
  frozenMs: number | undefined;
}

/** Rows that would move, by table. @throws {MoveError | CellRefusal | CellDirectoryAway} */
export async function planMove(
  cells: MoveCells,
  { organizationId, to }: MoveOptions,
): Promise<{ table: string; rows: number }[]> {
  await checkMove(cells, organizationId, to);
  const { reader } = cells.source.database;
  const counted = [];
  for (const table of await loadMovedTables(reader))
    counted.push({ table: table.name, rows: await countRows(reader, table, organizationId) });
  return counted.filter(({ rows }) => rows > 0);
}

/**
 * Moves an organization to another cell while people use it. A command that was killed is gone on with.
 * @throws {MoveError | CellRefusal | CellDirectoryAway}
 */
export async function moveOrganization(cells: MoveCells, options: MoveOptions): Promise<MovedOrganization> {
  const { organizationId, to, say = () => {} } = options;
  const { source, target } = cells;
  await checkMove(cells, organizationId, to);
  await source.jobs.start();
  await target.jobs.start();
  const tables = await loadMovedTables(source.database.reader);
  const move: RunningMove = { ...cells, organizationId, run: randomText(24), tables };
  const state = await begin(move, to);
  if (state === 'cleaned') throw new MoveError(`The organization has moved to the cell ${to} already.`);
  let rows: number | undefined;
  let frozenMs: number | undefined;
  if (state !== 'switched') {
    await say('copying');
    await copy(move);
    rows = await compare(move);
    await source.cells!.hurry();
    await say('fenced');
    const begun = await fence(move);
    await say('switched');
    await switchOver(move, to);
    frozenMs = Math.round(performance.now() - begun);
  } else await switchOver(move, to);
  await say('cleaning');
  await clean(move);
  await say('cleaned');
  return { organizationId, cell: to, rows, frozenMs };
}

/**
 * Gives up a move that has not switched: the copy is deleted.
 * @throws {MoveError | CellRefusal | CellDirectoryAway}
 */
export async function cancelMove(cells: MoveCells, { organizationId, to }: MoveOptions): Promise<void> {
  const { source, target } = cells;
  await checkMove(cells, organizationId, to);
  const known = await findMove(source.database.reader, organizationId);
  // A command that was killed while it gave up has left the copy.
  if (!known?.isSource && (await hasCopy(target, organizationId))) return discardCopy(target, organizationId);
  if (!known?.isSource || known.cell !== to) throw new MoveError('The organization is not moving there.');
  const tables = await loadMovedTables(source.database.reader);
  const move: RunningMove = { ...cells, organizationId, run: randomText(24), tables };
  const state = await begin(move, to);
  if (state === 'switched' || state === 'cleaned')
    throw new MoveError(`The organization is in the cell ${to} already. Move it back from there.`);
  await release(move);
  await source.database.transaction(async (tx) => {
    await deleteAllChanges(tx, organizationId);
    await doForgetMove(tx, organizationId);
  });
  await discardCopy(target, organizationId);
}

async function hasCopy({ database }: Services, organizationId: string): Promise<boolean> {
  const move = await findMove(database.reader, organizationId);
  return move !== undefined && !move.isSource && (move.state === 'copying' || move.state === 'fenced');
}

/** Deletes what has come of an organization, and the row of its move. */
async function discardCopy(target: Services, organizationId: string): Promise<void> {
  await target.jobs.start();
  await deleteClosing(target, organizationId);
  await target.database.transaction(async (tx) => {
    // A copy that is not whole has no log, without which the deletion leaves the organization's own row.
    await doDeleteOrganizationRow(tx, organizationId);
    await doForgetMove(tx, organizationId);
  });
}

/** Makes both rows of the move, or takes them over. @returns the state of the source */
async function begin({ source, target, organizationId: id, run }: RunningMove, to: string): Promise<MoveState> {
  const known = await findMove(source.database.reader, id);
  if (known?.isSource && known.cell !== to)
    throw new MoveError(
      `The organization is moving, or has moved, to the cell ${known.cell}. Give --to ${known.cell}.`,
    );
  if (known?.isSource && known.state === 'cleaned') return 'cleaned';
  let there = await findMove(target.database.reader, id);
  // The copy of a move that was given up is not what the source has now.
  if (!known?.isSource && there && there.state !== 'cleaned') {
    await discardCopy(target, id);
    there = undefined;
  }
  // The target first: a source whose rows are noted has somebody who comes for them.
  await target.database.transaction(async (tx) => {
    if (!there || there.state === 'cleaned')
      await doBeginMove(tx, { id, isSource: false, cell: source.cells!.name, run });
    else await doTakeMove(tx, id, run);
  });
  await source.database.transaction(async (tx) => {
    if (known?.isSource) await doTakeMove(tx, id, run);
    else await doBeginMove(tx, { id, isSource: true, cell: to, run });
  });
  return (await findMove(source.database.reader, id))!.state;
}

/** Copies the rows and files that there are; those that are written meanwhile are noted by the source. */
async function copy(move: RunningMove): Promise<void> {
  const { source, target, organizationId, tables } = move;
  for (const table of tables) await patiently(source, (tx) => captureTable(tx, table, organizationId));
  const { copied } = (await findMove(target.database.reader, organizationId))!;
  for (const table of tables) await copyTable(move, table, copied[table.name]);
  await copyFiles(move, `${organizationId}/`);
}

/** @param from key of the last row that was copied; undefined: none was; null: all were */
async function copyTable(move: RunningMove, table: Table, from: Key | null | undefined): Promise<void> {
  const { source, target, organizationId, run } = move;
  for (let after = from; after !== null; ) {
    const before = after;
    const rows = await source.database.snapshot(async (reader) => {
      await useCommonForm(reader);
      return loadRowsAfter(reader, table, organizationId, before);
    });
    const last = rows.length < PAGE_ROWS ? null : rows.at(-1)!.key;
    await target.database
      .transaction(async (tx) => {
        await useCommonForm(tx);
        await writeAsReplica(tx);
        if (!(await doNoteCopied(tx, organizationId, run, table.name, last))) throw taken();
        if (before === undefined) await deleteOwnRows(tx, table, organizationId);
        await insertRows(tx, table, rows, { mayBeThere: true });
        const keys = rows.map(({ key }) => key);
        await sealAnew(tx, table, keys, { source: source.secrets, target: target.secrets });
      })
      .catch(explainRefusal);
    after = last;
  }
}

/** Brings what was written since, until little is left. */
async function drain(move: RunningMove): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++)
    if ((await step(move, (reader) => catchUp(move, reader))) <= FEW_CHANGES) return;
  throw new MoveError('The organization is written faster than it is copied. Try again when less happens there.');
}

/** Does work with the changes that one snapshot of the source has, and forgets them. @returns how many they are */
async function step(move: RunningMove, work: (reader: PlainReader) => Promise<string[]>): Promise<number> {
  const { source, organizationId } = move;
  const seqs = await source.database.snapshot(work);
  await source.database.transaction((tx) => deleteChanges(tx, organizationId, seqs));
  return seqs.length;
}

/**
 * Compares all tables of both cells. What is written from then on is compared row by row when it is brought. A table that is not the
 * same is copied anew: a job of the target that looks after rows of all organizations may have met a part of them.
 * @returns the rows of the organization
 * @throws {MoveError}
 */
async function compare(move: RunningMove): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    await drain(move);
    const { rows, different } = await sumUp(move);
    if (different.length === 0) return rows;
    if (attempt === COMPARISONS) throw differs(different[0]!);
    for (const table of different) await copyTable(move, table, undefined);
  }
}

async function sumUp(move: RunningMove): Promise<{ rows: number; different: Table[] }> {
  const { target, organizationId, tables } = move;
  let rows = 0;
  const different: Table[] = [];
  await step(move, async (reader) => {
    const seqs = await catchUp(move, reader);
    await target.database.snapshot(async (copied) => {
      await useCommonForm(copied);
      for (const table of tables) {
        const [here, there] = await Promise.all([
          sumRows(reader, table, organizationId),
          sumRows(copied, table, organizationId),
        ]);
        if (here.rows !== there.rows || here.sum !== there.sum) different.push(table);
        rows += here.rows;
      }
    });
    return seqs;
  });
  return { rows, different };
}

/**
 * Makes whoever writes the organization wait, brings the last rows and ends that the source is in charge, in one transaction of the
 * source: killed before its commit, the source goes on as if nothing had been.
 * @returns when it began, by `performance.now()`
 */
async function fence(move: RunningMove): Promise<number> {
  const { source, target, organizationId, run } = move;
  for (const { database } of [source, target])
    await database.transaction(async (tx) => {
      if (!(await doSetMoveState(tx, organizationId, run, 'fenced'))) throw taken();
    });
  let begun = 0;
  for (let attempt = 1; begun === 0; attempt++) {
    await drain(move);
    try {
      await source.database.transaction(async (tx) => {
        await doPassAsMover(tx);
        const closing = performance.now();
        await closeFence(tx, organizationId);
        if (!(await doSetMoveState(tx, organizationId, run, 'switched'))) throw taken();
        const [jobs, sequences] = [await loadJobsOf(tx, organizationId), await loadSequences(tx)];
        await catchUp(move, tx, async (there) => {
          await doKeepMovedJobs(there, organizationId, jobs);
          await raiseSequences(there, sequences);
          await doForgetCachedWorkers(there);
        });
        while ((await doDeleteJobsOf(tx, organizationId, JOBS)) === JOBS);
        begun = closing;
      });
    } catch (error) {
      if ((error as { code?: unknown }).code !== NO_LOCK || attempt === ROUNDS) throw error;
      await pause(PAUSE_MS);
    }
  }
  return begun;
}

/** Has the target give numbers behind those of the source only. */
async function raiseSequences(tx: PlainTx, those: readonly { name: string; last: number }[]): Promise<void> {
  await doLockOrganizationImports(tx);
  const own = new Map((await loadSequences(tx)).map(({ name, last }) => [name, last]));
  for (const { name, last } of those) if (own.get(name)! <= last) await doPassSequence(tx, name, last);
}

/** Gives the hosts to the target, which opens the organization. Its own processes do the same when they read the directory. */
async function switchOver({ source, target, organizationId }: RunningMove, to: string): Promise<void> {
  await source.cells!.transfer(organizationId, to);
  // A look that had begun before says what was before.
  for (let n = 0; n < LOOKS; n++) {
    await target.cells!.look();
    if (await isOpenOrganization(target.database.reader, organizationId)) return;
  }
  throw new MoveError(
    `The organization belongs to the cell ${to} now, which has not opened it: ${target.cells!.state.problem ?? 'another process is about to'}. Run the command again.`,
  );
}

/** Deletes what is left in the source, once nobody asks there any more. */
async function clean(move: RunningMove): Promise<void> {
  const { source, target, organizationId, run } = move;
  // Pictures made of others, which no row of a file names.
  await copyFiles(move, `${organizationId}/`);
  await pause(LEARNT_MS);
  await source.database.transaction(
    async (tx) => {
      await doPassAsMover(tx);
      await doCloseOrganization(tx, organizationId);
    },
    { organizationId },
  );
  await deleteClosing(source, organizationId, { before: doPassAsMover });
  await release(move);
  await target.database.transaction((tx) => doSetMoveState(tx, organizationId, run, 'cleaned'));
  await source.database.transaction(async (tx) => {
    await deleteAllChanges(tx, organizationId);
    await doSetMoveState(tx, organizationId, run, 'cleaned');
  });
}

async function release({ source, organizationId, tables }: RunningMove): Promise<void> {
  for (const table of tables) await patiently(source, (tx) => releaseTable(tx, table, organizationId));
}

/** Does again what found a table in use. */
async function patiently({ database }: Services, work: (tx: PlainTx) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if ((error as { code?: unknown }).code !== NO_LOCK || attempt === ROUNDS) throw error;
      await pause(PAUSE_MS);
    }
  }
}
