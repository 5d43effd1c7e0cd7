import { isLocated } from '../../geocoding/found-place.ts';
import { invalidValue } from '../../http/errors.ts';
import { changedNames, inOneOnly } from '../../organization/changes.ts';
import type { HubRow } from '../access.ts';
import { ByName } from './by-name.ts';
import type { EarlierHub, HubLineResult } from './input.ts';
import type { PreparedHub } from './prepare-hubs.ts';

type Place = Pick<HubRow, 'address' | 'longitude' | 'latitude' | 'located'>;

/** A hub as the lines before have left it; without a place if an earlier part of the list would create it. */
export type KnownHub = Pick<HubRow, 'id' | 'name' | 'teams'> & Partial<Place>;

/** Outcome of a line, and what it leaves. */
export interface PlannedHub {
  /** Undefined: the hub is new. */
  known: KnownHub | undefined;
  /** IDs; undefined: they stay as they are. */
  teams: readonly string[] | undefined;
  outcome: NonNullable<HubLineResult['outcome']>;
  changes: HubLineResult['changes'];
  /** Number of hubs behind it. */
  count: number;
}

/** Hubs and teams of an organization, as lists name them: without case, accents and signs. */
export class NamedHubs {
  readonly #hubs: ByName<KnownHub>;
  readonly #teams: ByName<{ id: string; name: string }>;

  constructor(hubs: readonly KnownHub[], teams: readonly { id: string; name: string }[]) {
    this.#hubs = new ByName(hubs);
    this.#teams = new ByName(teams);
  }

  /**
   * Says what becomes of a line.
   * @throws {DispatchError} 1000 for a name that several have, or a team that does not exist
   */
  plan({ hub, place }: Extract<PreparedHub, { hub: object }>, onlyNew: boolean): PlannedHub {
    const known = oneOf(this.#hubs, hub.name, 'hubs');
    const teams = this.#teamsOf(hub);
    const count = this.#hubs.size;
    if (!known) return { known, teams, outcome: 'created', changes: [], count: count + 1 };
    if (onlyNew) return { known, teams: undefined, outcome: 'unchanged', changes: [], count };
    const [longitude, latitude] = place.location;
    const values = { address: place.address, longitude, latitude, located: isLocated(place.geocoding) };
    const fields = changedNames(known, values).map((name) => (name === 'address' ? name : 'location'));
    const areOthers = teams !== undefined && inOneOnly(known.teams, teams).length > 0;
    const changes = [...new Set(fields), ...(areOthers ? (['teams'] as const) : [])];
    return {
      ...{ known, teams: areOthers ? teams : undefined, changes, count },
      outcome: changes.length > 0 ? 'changed' : 'unchanged',
    };
  }

  /**
   * Notes a hub as an earlier part of the list would leave it.
   * @throws {DispatchError} as {@link plan}
   */
  assume(hub: EarlierHub, onlyNew: boolean): void {
    const known = oneOf(this.#hubs, hub.name, 'hubs');
    const teams = this.#teamsOf(hub);
    if (!known) this.keep({ id: `earlier ${this.#hubs.size}`, name: hub.name, teams: teams ?? [] });
    else if (teams && !onlyNew) this.keep({ ...known, teams });
  }

  #teamsOf({ teams }: EarlierHub): string[] | undefined {
    return teams?.map((name) => {
      const team = oneOf(this.#teams, name, 'teams');
      if (!team) throw invalidValue(`No team is called “${name}”.`);
      return team.id;
    });
  }

  /** Notes a hub as a line leaves it. A team starts from one hub only. */
  keep(hub: KnownHub): void {
    for (const other of hub.teams.length > 0 ? this.#hubs.all() : []) {
      if (other.teams.length === 0) continue;
      const teams = other.teams.filter((team) => !hub.teams.includes(team));
      if (teams.length < other.teams.length) this.#hubs.set({ ...other, teams });
    }
    this.#hubs.set(hub);
  }
}

function oneOf<Named extends { id: string; name: string }>(
  all: ByName<Named>,
  name: string,
  what: 'hubs' | 'teams',
): Named | undefined {
  const found = all.named(name);
  if (found.length > 1) throw invalidValue(`Several ${what} are called “${name}”.`);
  return found[0];
}
