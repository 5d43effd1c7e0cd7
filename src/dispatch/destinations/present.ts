import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Address } from '../geocoding/address.ts';
import { Geocoding, isLocated, WARNINGS } from '../geocoding/found-place.ts';
import { Location } from '../geography/location.ts';
import { MetadataList } from '../metadata/metadata.ts';
import type { DestinationRow } from './queries.ts';

/** A destination as the API shows it (spec: dispatch 2). */
export const Destination = Type.Object({
  id: Type.String({ description: 'ID of the destination.' }),
  timeCreated: Type.Integer({ description: 'When it was created, in milliseconds since 1970.' }),
  timeLastModified: Type.Integer({ description: 'When it last changed, in milliseconds since 1970.' }),
  location: Location,
  address: described(Address, 'The address, as geocoding wrote it.'),
  notes: Type.String({ description: 'Notes on the place; empty if there are none.' }),
  metadata: described(MetadataList, 'Your own data on the destination; empty if there are none.'),
  warnings: Type.Array(Type.Enum(WARNINGS), {
    description: 'Differences between the address given and the one found; empty if there are none.',
  }),
  geocoderPlaceId: Type.Optional(
    Type.String({ description: 'ID that the geocoder has for the place; absent if there is none.' }),
  ),
  googlePlaceId: Type.Optional(Type.String({ description: 'The same as `geocoderPlaceId`.' })),
  geocoding: described(Geocoding, 'How the location was found.'),
  /** Ours: whether the place is no coarser than a street. One that is not is only the middle of something larger. */
  located: Type.Boolean({ description: 'False if the address was found no closer than to a city or postal code.' }),
});
export type Destination = Static<typeof Destination>;

export function presentDestination(row: DestinationRow): Destination {
  return {
    id: row.id,
    timeCreated: row.created_at.getTime(),
    timeLastModified: row.modified_at.getTime(),
    location: [row.lon, row.lat],
    address: row.address,
    notes: row.notes,
    metadata: row.metadata,
    warnings: row.warnings,
    // client: the libraries and payload templates read the second name.
    ...(row.geocoder_place_id ? { geocoderPlaceId: row.geocoder_place_id, googlePlaceId: row.geocoder_place_id } : {}),
    geocoding: row.geocoding,
    located: isLocated(row.geocoding),
  };
}
