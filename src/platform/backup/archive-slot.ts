import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { parseLsn } from './lsn.ts';
import type { WalStart } from './wal-stream.ts';

/** Names of slots that keep the log for an archive begin so; the rest is the archive's own name. */
const SLOT = 'hubbub_archive_';

/** A slot as the server sees it. */
interface Slot {
  slot: string;
  /** Whether the log that it keeps is still all there. */
  isWhole: boolean;
  from: string | null;
}

/** The name in the archive of the server that has this slot. */
export const archiveIdOf = (slot: string) => slot.slice(SLOT.length);

const client = (connectionString: string) => {
  const made = new pg.Client({ connectionString, application_name: 'hubbub archive' });
  made.on('error', () => undefined); // the statement under way fails with it
  return made;
};

/** Statements about slots, on a connection of their own. */
export async function withSlots<T>(connectionString: string, use: (slots: ArchiveSlots) => Promise<T>): Promise<T> {
  const connected = client(connectionString);
  await connected.connect();
  try {
    return await use(new ArchiveSlots(connected));
  } finally {
    await connected.end().catch(() => undefined);
  }
}

/** The slot that makes the server keep its log until it is in the archive. A copy of the server's files has none. */
class ArchiveSlots {
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async find(): Promise<Slot | undefined> {
    const { rows } = await this.#client.query<Slot>(
      `select slot_name as slot, wal_status is distinct from 'lost' as "isWhole", restart_lsn::text as "from"
       from pg_replication_slots where slot_name like $1 order by slot_name limit 1`,
      [`${SLOT.replaceAll('_', '\\_')}%`],
    );
    return rows[0];
  }

  /** @returns the name of the new one */
  async make(): Promise<string> {
    const slot = SLOT + randomBytes(8).toString('hex');
    await this.#client.query('select pg_create_physical_replication_slot($1, true)', [slot]);
    return slot;
  }

  async drop(slot: string): Promise<void> {
    await this.#client.query('select pg_drop_replication_slot($1)', [slot]);
  }

  async startOf({ slot, from }: Slot): Promise<WalStart> {
    const { rows } = await this.#client.query<{ timeline: number }>(
      'select timeline_id as timeline from pg_control_checkpoint()',
    );
    return { slot, from: parseLsn(from!), timeline: rows[0]!.timeline };
  }

  /** Returns the bytes of the log that are not in the archive yet. */
  async waitingBytes(slot: string): Promise<number> {
    const { rows } = await this.#client.query<{ bytes: number }>(
      `select (pg_current_wal_insert_lsn() - restart_lsn)::float8 as bytes from pg_replication_slots where slot_name = $1`,
      [slot],
    );
    return rows[0]?.bytes ?? 0;
  }

  /** Returns the end of the log and its time. Later changes are behind it. */
  async mark(): Promise<{ lsn: bigint; at: Date }> {
    const { rows } = await this.#client.query<{ lsn: string; at: Date }>(
      'select clock_timestamp() as at, pg_current_wal_insert_lsn()::text as lsn',
    );
    return { lsn: parseLsn(rows[0]!.lsn), at: rows[0]!.at };
  }
}
