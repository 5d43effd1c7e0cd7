import { type Static, Type } from 'typebox';
import { Address } from '../geocoding/address.ts';
import { Location } from '../geography/location.ts';
import type { HubRow } from './queries.ts';

/** A hub as the API shows it (spec: dispatch 2). */
export const Hub = Type.Object({
  id: Type.String(),
  name: Type.String(),
  location: Location,
  address: Type.Object({ ...Address.properties, county: Type.String() }),
  teams: Type.Array(Type.String()),
  /** Ours, as of destinations: whether the place is no coarser than a street. */
  located: Type.Boolean(),
  /** Ours: for `If-Match`. It does not grow when a team is given another hub. */
  version: Type.Integer(),
});

export function presentHub(row: HubRow): Static<typeof Hub> {
  return {
    id: row.id,
    name: row.name,
    location: [row.longitude, row.latitude],
    // Spec: dispatch 2: the addresses of hubs also show it.
    address: { ...row.address, county: row.address.county ?? '' },
    teams: row.teams,
    located: row.located,
    version: row.version,
  };
}
