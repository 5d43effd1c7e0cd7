import type { Address } from '../geocoding/address.ts';
import type { Geocoding, Warning } from '../geocoding/found-place.ts';
import type { Metadata } from '../metadata/metadata.ts';

export interface DestinationRow {
  organization_id: string;
  id: string;
  lon: number;
  lat: number;
  address: Address;
  notes: string;
  metadata: Metadata[];
  warnings: Warning[];
  geocoder_place_id: string | null;
  address_key: string | null;
  geocoding: Geocoding;
  created_at: Date;
  modified_at: Date;
}
