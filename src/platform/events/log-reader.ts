import type { TracedEvent } from '../db/event.ts';
import type { PlainReader } from '../db/reader.ts';
import { type Sql, sql } from '../db/sql.ts';
import type { PlainTx, Tx } from '../db/tx.ts';
import type { Services } from '../services.ts';
import { defineFact } from './facts.ts';
import { idRange } from './id-range.ts';
import type { AppendedEvent } from './log.ts';

const startedReaders = defineFact('log reader', ['platform.log_cursors']);

/** Events handled in one transaction. */
export const LOG_BATCH = 500;

/**
 * A background reader of the log, declared once: `export const fanOut = defineLogReader({…})` in any slice; the
 * registry finds it. It reads the logs of the organizations that have a row in `platform.log_cursors` under its name,
 * each event once, in order: the cursor moves in the transaction that acts on the events. Whoever adds a cursor emits an
 * event with `state: true`, in the same transaction.
 */
interface CommonReader {
  /** Its name in `platform.log_cursors`. */
  name: string;
  /** Whether an event that was just committed is worth waking up for. */
  concerns(event: AppendedEvent): boolean;
  /** The same as a condition on `platform.event_log`. */
  where: Sql;
  /** Delay between a wake-up and reading, so that later events share the transaction; none by default. */
  gatherMs?: number;
  /** Called every three seconds: for what is due by the clock. */
  poll?(services: Services): Promise<void>;
}

/** A reader with a transaction for each organization. */
export interface SingleReader extends CommonReader {
  /** Acts on events, oldest first. Nothing but rows and jobs: it may run again. */
  read(tx: Tx, events: readonly AppendedEvent[], services: Services): Promise<void>;
}

/** A reader whose organizations share transactions: for events that are many and cost little each. */
export interface SharedReader extends CommonReader {
  gatherMs: number;
  /**
   * Acts on events, those of an organization oldest first. Nothing but rows and jobs: it may run again.
   * @returns what is done once they are committed
   */
  readTogether(tx: PlainTx, events: readonly TracedEvent[], services: Services): Promise<() => void>;
}

/** A declared reader. */
export type LogReader = (SingleReader | SharedReader) & { readonly [readerBrand]: true };

const readerBrand: unique symbol = Symbol('hubbub log reader');

/** Declares a background reader of the log; see `LogReader`. */
export function defineLogReader(definition: SingleReader | SharedReader): LogReader {
  return { ...definition, [readerBrand]: true };
}

/** Whether an export is a declared reader. */
export function isLogReader(value: unknown): value is LogReader {
  return typeof value === 'object' && value !== null && readerBrand in value;
}

/** Whether an organization has a cursor: most have none, and a transaction for each of their events would find that out again. */
export function isStarted({ state }: Services, { name }: CommonReader, organizationId: string): Promise<boolean> {
  return state.of(organizationId).read(startedReaders, name, (from) => hasCursor(from, name, organizationId));
}

async function hasCursor(from: PlainReader, reader: string, organizationId: string): Promise<boolean> {
  const cursor = await from.first(sql`
    select from platform.log_cursors where organization_id = ${organizationId} and reader = ${reader}`);
  return cursor !== undefined;
}

/** The next events that concern a reader. */
export function readConcerned(
  tx: PlainTx,
  { where }: CommonReader,
  organizationId: string,
  { after, upto }: { after: number; upto: number },
): Promise<AppendedEvent[]> {
  return tx.all(sql<AppendedEvent>`
    select organization_id as "organizationId", id, at, part, kind, audience, payload, state, changes
    from platform.event_log
    where organization_id = ${organizationId} and ${idRange(after, upto)} and (${where})
    order by id limit (select ${LOG_BATCH}::bigint)`);
}
