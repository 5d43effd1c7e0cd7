import { type FleetColumn, type FleetTable, recognise } from '../../dispatch/fleet-imports/access.ts';
import { checkQuota, MAX } from '../../dispatch/organization/quotas.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { JsonObject } from '../json.ts';

type Kind = keyof typeof MAX;

/** The organization that a fleet comes into, as its plan asks about it. */
export interface FleetGround {
  /** Returns the IDs of the rows that have one of the values, by the value. */
  recognise: typeof recognise;
  /** @throws {DispatchError} 1000 if the organization would have more of a kind than it may have */
  checkRoom(reader: Reader, kind: Kind, added: number): Promise<void>;
}

/** An import writes each batch before the next one asks. */
export const writtenGround: FleetGround = { recognise, checkRoom: checkQuota };

/** Columns by which a later batch recognises what an earlier one has written. */
const COLUMNS = ['id', 'email_key', 'name', 'phone'] as const;
/** Tasks and destinations are left out: no ID comes twice (`readFleet`), and they have no limit. */
const NOTED = new Set<string>(['hubs', 'administrators', 'teams', 'workers', 'recipients']);

/** The ground of a dry run: the organization, and on top of it what the batches so far would have written. */
export class PlannedGround implements FleetGround {
  readonly #ids = new Map<string, string>();
  readonly #added: Record<Kind, number>;

  /** @param founders administrators of an organization that a dry run has not made */
  constructor(founders: number) {
    this.#added = { administrators: founders, hubs: 0, teams: 0, workers: 0 };
  }

  async recognise<Table extends FleetTable>(
    reader: Reader,
    table: Table,
    column: FleetColumn<Table>,
    values: readonly string[],
  ): Promise<Map<string, string>> {
    const found = await recognise(reader, table, column, values);
    for (const value of values) {
      const id = this.#ids.get(keyOf(table, column, value));
      if (id !== undefined) found.set(value, id);
    }
    return found;
  }

  checkRoom(reader: Reader, kind: Kind, added: number): Promise<void> {
    return checkQuota(reader, kind, this.#added[kind] + added);
  }

  /** Notes the rows of a planned batch as if they were written. */
  note(planned: readonly [table: string, rows: readonly JsonObject[]][]): void {
    for (const [name, rows] of planned) {
      const table = name.replace('dispatch.', '');
      if (!NOTED.has(table)) continue;
      if (table in MAX) this.#added[table as Kind] += rows.length;
      for (const row of rows)
        for (const column of COLUMNS)
          if (typeof row[column] === 'string') this.#ids.set(keyOf(table, column, row[column]), String(row.id));
    }
  }
}

const keyOf = (table: string, column: string, value: string): string => `${table}.${column} ${value}`;
