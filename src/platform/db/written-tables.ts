/** People and channels whose rows a statement writes: each sort of ID that facts are kept by. */
export interface Subjects {
  user: readonly number[];
  channel: readonly number[];
}

/** Above it, a change concerns a whole table: nothing is gained, and the log would be full of IDs. */
const MAX_SUBJECTS = 50;

/**
 * Tables that a transaction has written, as its state events say it: none can be forgotten. Writes that
 * were undone by `attempt` count all the same: facts are loaded again for nothing.
 */
export class WrittenTables {
  /** By table: whose rows, or everybody's. */
  readonly #tables = new Map<string, Set<string> | 'all'>();

  add(tables: readonly string[], only?: Subjects): void {
    for (const table of tables) {
      const known = this.#tables.get(table);
      if (known === 'all') continue;
      if (!only) {
        this.#tables.set(table, 'all');
        continue;
      }
      const subjects = known ?? new Set();
      for (const [sort, ids] of Object.entries(only)) for (const id of ids) subjects.add(`${sort} ${id}`);
      this.#tables.set(table, subjects.size > MAX_SUBJECTS ? 'all' : subjects);
    }
  }

  /** For `NewEvent.changes`; null where nothing was written, as the change was made elsewhere. */
  list(): string[] | null {
    if (this.#tables.size === 0) return null;
    return [...this.#tables].flatMap(([table, subjects]) =>
      subjects === 'all' ? [table] : [...subjects].map((subject) => `${table}@${subject}`),
    );
  }
}
