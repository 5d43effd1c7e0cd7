import type { NewEvent } from '../db/event.ts';
import type { FactKind } from './facts.ts';

/** Subjects of which a process knows the last change one by one; of more, that the table has changed. */
const MAX_SUBJECTS = 10_000;

/**
 * The versions of one organization's facts, as far as its log is known: of each, the last event that wrote a table which
 * the fact is loaded from. A change of subscriptions so leaves the realm's settings as they are.
 */
export class StateVersions {
  /** The last event that changed any fact. */
  head: number;
  /** Nothing is known of what was before. */
  #floor: number;
  /** By table: the last event that wrote it, and the last that wrote it without saying whose rows. */
  readonly #tables = new Map<string, { any: number; whole: number }>();
  /** By table and subject. */
  readonly #subjects = new Map<string, number>();
  readonly #known = new Map<FactKind, { at: number; version: number }>();

  constructor(head: number) {
    this.head = head;
    this.#floor = head;
  }

  /** Takes the organization's next event. */
  apply({ id, state, changes }: Pick<NewEvent, 'state' | 'changes'> & { id: number }): void {
    if (!state) return;
    this.head = id;
    if (!changes) {
      this.#floor = id;
      this.#tables.clear();
      this.#subjects.clear();
      return;
    }
    for (const change of changes) {
      const [table, subject] = change.split('@') as [string, string?];
      const known = this.#tables.get(table);
      this.#tables.set(table, { any: id, whole: subject === undefined ? id : (known?.whole ?? this.#floor) });
      if (subject !== undefined) this.#subjects.set(change, id);
    }
    if (this.#subjects.size > MAX_SUBJECTS) this.#forgetSubjects();
  }

  #forgetSubjects(): void {
    for (const change of this.#subjects.keys()) {
      const { any } = this.#tables.get(change.split('@')[0]!)!;
      this.#tables.set(change.split('@')[0]!, { any, whole: any });
    }
    this.#subjects.clear();
  }

  /** The version of a fact: the last event that may have changed it. */
  of(kind: FactKind, key: number | string): number {
    let known = this.#known.get(kind);
    if (known?.at !== this.head) {
      known = { at: this.head, version: this.#ofKind(kind) };
      this.#known.set(kind, known);
    }
    if (!kind.own) return known.version;
    let { version } = known;
    const subject = kind.own.subject(key);
    for (const table of kind.own.tables) version = Math.max(version, this.#subjects.get(`${table}@${subject}`) ?? 0);
    return version;
  }

  #ofKind({ tables, own }: FactKind): number {
    let version = this.#floor;
    for (const table of tables) {
      const known = this.#tables.get(table);
      if (known) version = Math.max(version, own?.tables.includes(table) ? known.whole : known.any);
    }
    return version;
  }
}
