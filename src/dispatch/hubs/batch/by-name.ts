import { plainHeading } from '../../../../rules/task-columns.ts';

/** Things found by their names as lists write them: exactly, or else without case, accents and signs. */
export class ByName<Named extends { id: string; name: string }> {
  readonly #all = new Map<string, Named>();
  /** IDs by name, and by what is compared of it. */
  readonly #exact = new Map<string, Set<string>>();
  readonly #plain = new Map<string, Set<string>>();

  constructor(all: Iterable<Named>) {
    for (const each of all) this.set(each);
  }

  get size(): number {
    return this.#all.size;
  }

  all(): Iterable<Named> {
    return this.#all.values();
  }

  /** Takes the place of the one with its ID, if there is one. */
  set(one: Named): void {
    const before = this.#all.get(one.id);
    this.#all.set(one.id, one);
    if (before?.name === one.name) return;
    if (before) {
      this.#exact.get(before.name)?.delete(one.id);
      this.#plain.get(keyOf(before.name))?.delete(one.id);
    }
    note(this.#exact, one.name, one.id);
    note(this.#plain, keyOf(one.name), one.id);
  }

  /** All that a name may mean: those with exactly this name; without one, those that differ in case, accents and signs. */
  named(name: string): Named[] {
    const exact = this.#exact.get(name);
    const ids = exact?.size ? exact : this.#plain.get(keyOf(name));
    return [...(ids ?? [])].map((id) => this.#all.get(id)!);
  }
}

function note(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key);
  if (ids) ids.add(id);
  else index.set(key, new Set([id]));
}

/** Names without a letter or digit have only themselves. */
const keyOf = (name: string): string => plainHeading(name) || name;
