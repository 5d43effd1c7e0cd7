import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Address } from '../geocoding/address.ts';
import { Location } from '../geography/location.ts';
import type { HubRow } from './queries.ts';

/** Address of a hub. */
export const HubAddress = Type.Object(
  { ...Address.properties, county: Type.String({ description: 'County or district; empty if it is not known.' }) },
  { description: 'The address, as geocoding wrote it.' },
);

/** A hub as the API shows it (spec: dispatch 2). */
export const Hub = Type.Object({
  id: Type.String({ description: 'ID of the hub.' }),
  name: Type.String({ description: 'Name that people see.' }),
  location: described(Location, 'Where it is: [longitude, latitude].'),
  address: HubAddress,
  teams: Type.Array(Type.String(), { description: 'IDs of the teams that start from this hub.' }),
  /** Ours, as of destinations: whether the place is no coarser than a street. */
  located: Type.Boolean({ description: 'False if the place could not be located.' }),
  /** Ours: for `If-Match`. It does not grow when a team is given another hub. */
  version: Type.Integer({ description: 'Number of the version, which grows with each change. Send it as `If-Match`.' }),
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
