import type { Reader } from '../../platform/db/reader.ts';
import type { Sight } from '../http/caller.ts';
import type { InSight } from '../sight/live-source.ts';
import { workersOfTeams } from '../workers/access.ts';
import { sightTag } from './cursor.ts';
import type { Watcher } from './watcher.ts';

/** Watchers with the same sight, who receive the same frames. */
export interface SightGroup {
  tag: string;
  sight: Sight;
  /** Null: everything. */
  inSight: InSight | null;
  watchers: Set<Watcher>;
}

/** Returns the objects that a sight currently includes. */
export async function inSightOf(reader: Reader, { teams }: Sight): Promise<InSight | null> {
  const { organizationId } = reader;

  if (teams === null) return null;
  const workers = new Set(await workersOfTeams(reader, teams));
  return { organizationId, teams: new Set(teams), workers };
}

/** Watchers of an organization, grouped by sight. */
export class SightGroups {
  readonly #reader: Reader;
  readonly #groups = new Map<string, SightGroup>();
  readonly #groupOf = new Map<Watcher, { group: SightGroup; completedSince: Date }>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  all(): Iterable<SightGroup> {
    return this.#groups.values();
  }

  get size(): number {
    return this.#groupOf.size;
  }

  /** The earliest time since which somebody wants what was completed. */
  completedSince(now: Date): Date {
    const times = [...this.#groupOf.values()].map(({ completedSince }) => completedSince.getTime());
    return new Date(Math.min(now.getTime(), ...times));
  }

  join(watcher: Watcher, sight: Sight, inSight: InSight | null, completedSince: Date): SightGroup {
    const tag = sightTag(inSight);
    const group = this.#groups.get(tag) ?? { tag, sight, inSight, watchers: new Set() };
    this.#groups.set(tag, group);
    group.watchers.add(watcher);
    this.#groupOf.set(watcher, { group, completedSince });
    return group;
  }

  leave(watcher: Watcher): void {
    const group = this.#groupOf.get(watcher)?.group;
    this.#groupOf.delete(watcher);
    group?.watchers.delete(watcher);
    if (group?.watchers.size === 0) this.#groups.delete(group.tag);
  }

  /** Looks what limited sights take in by now. Whose has changed begins anew: what came into sight no event tells. */
  async refresh(): Promise<void> {
    for (const group of [...this.#groups.values()]) {
      if (group.inSight === null) continue;
      const now = await inSightOf(this.#reader, group.sight);
      if (sightTag(now) === group.tag) continue;
      for (const watcher of [...group.watchers]) watcher.end('sight_changed');
    }
  }
}
