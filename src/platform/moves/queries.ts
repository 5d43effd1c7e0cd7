import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';

/** copying: until the fence; fenced: about to switch; switched: the target is in charge; cleaned: over. */
export type MoveState = 'copying' | 'fenced' | 'switched' | 'cleaned';

/** A move as one of both cells knows it. */
export interface OrganizationMove {
  /** The organization. */
  id: string;
  /** Whether it leaves this cell. */
  isSource: boolean;
  /** The other cell. */
  cell: string;
  state: MoveState;
  /** Keys of the rows that were copied last, by table, where it comes; null: the table is whole. */
  copied: Record<string, string[] | null>;
  begunAt: Date;
  /** Since when it has this state. */
  changedAt: Date;
}

const COLUMNS = sql.raw(
  'id, is_source as "isSource", cell, state, copied, begun_at as "begunAt", changed_at as "changedAt"',
);

export function findMove(reader: PlainReader, organizationId: string): Promise<OrganizationMove | undefined> {
  return reader.first(sql<OrganizationMove>`
    select ${COLUMNS} from platform.organization_moves where id = ${organizationId}`);
}

/** The moves that are not over. */
export function loadOpenMoves(reader: PlainReader): Promise<OrganizationMove[]> {
  return reader.all(sql<OrganizationMove>`
    select ${COLUMNS} from platform.organization_moves where state <> 'cleaned' order by id`);
}

/** Begins a move in one of both cells; an earlier one that is over is forgotten. */
export async function insertMove(
  tx: PlainTx,
  { id, isSource, cell, run }: Pick<OrganizationMove, 'id' | 'isSource' | 'cell'> & { run: string },
): Promise<void> {
  await tx.run(sql`delete from platform.organization_moves where id = ${id} and state = 'cleaned'`);
  await tx.run(sql`
    insert into platform.organization_moves (id, is_source, cell, state, run, begun_at, changed_at)
    values (${id}, ${isSource}, ${cell}, 'copying', ${run}, ${tx.now}, ${tx.now})`);
}

/** Makes a command the one that is at work. What an earlier one has begun to write is waited for. */
export async function takeMove(tx: PlainTx, id: string, run: string): Promise<void> {
  await tx.run(sql`update platform.organization_moves set run = ${run} where id = ${id}`);
}

/** Whether a command is the one at work; it stays so until the end of the transaction. */
export async function holdMove(tx: PlainTx, id: string, run: string): Promise<boolean> {
  const found = await tx.first(sql`
    select from platform.organization_moves where id = ${id} and run = ${run} for update`);
  return found !== undefined;
}

/** Sets the state, if the command is still the one at work. @returns false: another one is */
export async function updateMoveState(tx: PlainTx, id: string, run: string, state: MoveState): Promise<boolean> {
  const updated = await tx.run(sql`
    update platform.organization_moves set state = ${state}, changed_at = ${tx.now} where id = ${id} and run = ${run}`);
  return updated > 0;
}

/** Notes how far a table was copied. @returns false: another command is at work */
export async function updateCopied(
  tx: PlainTx,
  id: string,
  run: string,
  table: string,
  last: readonly string[] | null,
): Promise<boolean> {
  const updated = await tx.run(sql`
    update platform.organization_moves
    set copied = copied || jsonb_build_object(${table}::text, ${JSON.stringify(last)}::jsonb)
    where id = ${id} and run = ${run}`);
  return updated > 0;
}

/** Keeps background jobs until the organization opens: before, they would end undone. @param jobs JSON of rows of pg-boss */
export async function updateMovedJobs(tx: PlainTx, id: string, jobs: readonly string[]): Promise<void> {
  await tx.run(sql`
    update platform.organization_moves set jobs = ${`[${jobs.join(',')}]`}::jsonb where id = ${id}`);
}

/** Notes that an organization that comes is to be opened, once. @returns false: it is open already */
export async function markArrived(tx: PlainTx, id: string): Promise<boolean> {
  const marked = await tx.run(sql`
    update platform.organization_moves set state = 'switched', changed_at = ${tx.now}
    where id = ${id} and not is_source and state in ('copying', 'fenced')`);
  return marked > 0;
}

/** Forgets a move that was given up. */
export async function deleteMove(tx: PlainTx, id: string): Promise<void> {
  await tx.run(sql`delete from platform.organization_moves where id = ${id}`);
}

/** Has the triggers let a transaction pass: it is the move's own. */
export async function passAsMover(tx: PlainTx): Promise<void> {
  await tx.all(sql`select set_config('hubbub.mover', 'on', true)`);
}
