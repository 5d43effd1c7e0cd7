import { type Static, Type } from 'typebox';
import { Address } from '../geocoding/address.ts';
import { Geocoding, isLocated, WARNINGS } from '../geocoding/found-place.ts';
import { Location } from '../geography/location.ts';
import { MetadataList } from '../metadata/metadata.ts';
import type { DestinationRow } from './queries.ts';

/** A destination as the API shows it (spec: dispatch 2). */
export const Destination = Type.Object({
  id: Type.String(),
  timeCreated: Type.Integer(),
  timeLastModified: Type.Integer(),
  location: Location,
  address: Address,
  notes: Type.String(),
  metadata: MetadataList,
  warnings: Type.Array(Type.Enum(WARNINGS)),
  geocoderPlaceId: Type.Optional(Type.String()),
  googlePlaceId: Type.Optional(Type.String()),
  geocoding: Geocoding,
  /** Ours: whether the place is no coarser than a street. One that is not is only the middle of something larger. */
  located: Type.Boolean(),
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
