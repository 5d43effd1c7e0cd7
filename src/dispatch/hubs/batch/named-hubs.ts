import { plainHeading } from '../../../../rules/task-columns.ts';
import { isLocated } from '../../geocoding/found-place.ts';
import { invalidValue } from '../../http/errors.ts';
import { changedNames, inOneOnly } from '../../organization/changes.ts';
import type { HubRow } from '../access.ts';
import type { HubLineResult } from './input.ts';
import type { PreparedHub } from './prepare-hubs.ts';

/** A hub as the lines before have left it. */
export type KnownHub = Pick<HubRow, 'id' | 'name' | 'address' | 'longitude' | 'latitude' | 'located' | 'teams'>;

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
  readonly #hubs: KnownHub[];
  readonly #teams: readonly { id: string; name: string }[];

  constructor(hubs: readonly KnownHub[], teams: readonly { id: string; name: string }[]) {
    this.#hubs = [...hubs];
    this.#teams = teams;
  }

  /**
   * Says what becomes of a line.
   * @throws {DispatchError} 1000 for a name that several have, or a team that does not exist
   */
  plan({ hub, place }: Extract<PreparedHub, { hub: object }>, onlyNew: boolean): PlannedHub {
    const known = oneOf(this.#hubs, hub.name, 'hubs');
    const teams = hub.teams?.map((name) => {
      const team = oneOf(this.#teams, name, 'teams');
      if (!team) throw invalidValue(`No team is called “${name}”.`);
      return team.id;
    });
    const count = this.#hubs.length;
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

  /** Notes a hub as a line leaves it. A team starts from one hub only. */
  keep(hub: KnownHub): void {
    const at = this.#hubs.findIndex(({ id }) => id === hub.id);
    for (const [n, { teams, ...other }] of this.#hubs.entries())
      this.#hubs[n] = { ...other, teams: teams.filter((team) => !hub.teams.includes(team)) };
    this.#hubs.splice(at < 0 ? this.#hubs.length : at, 1, hub);
  }
}

function oneOf<Named extends { name: string }>(
  all: readonly Named[],
  name: string,
  what: 'hubs' | 'teams',
): Named | undefined {
  const exact = all.filter((each) => each.name === name);
  const found = exact.length > 0 ? exact : all.filter((each) => keyOf(each.name) === keyOf(name));
  if (found.length > 1) throw invalidValue(`Several ${what} are called “${name}”.`);
  return found[0];
}

/** Names without a letter or digit have only themselves. */
const keyOf = (name: string): string => plainHeading(name) || name;
