import { type Static, Type } from 'typebox';
import type { Location } from '../geography/location.ts';
import type { Address } from './address.ts';

/** Who found a place, in the order in which they are asked; `given` is the caller. */
const LAYERS = ['given', 'correction', 'imported', 'provider', 'gazetteer'] as const;
export type Layer = (typeof LAYERS)[number];

/** How much of the address the place stands for, finest first. */
export const PRECISIONS = ['exact', 'address', 'street', 'postalCode', 'city'] as const;
export type Precision = (typeof PRECISIONS)[number];

/** How a place was found. Ours, beside the fields of the specification: clients pass over what they do not know. */
export const Geocoding = Type.Object({ layer: Type.Enum(LAYERS), precision: Type.Enum(PRECISIONS) });
export type Geocoding = Static<typeof Geocoding>;

export const WARNINGS = ['MISMATCH_NUMBER', 'MISMATCH_POSTALCODE', 'GEOMETRIC_CENTER'] as const;
export type Warning = (typeof WARNINGS)[number];

/** What a layer says: a place, and the parts of its address as far as the layer knows them. */
export interface Candidate {
  layer: Layer;
  precision: Precision;
  location: Location;
  parts: Partial<Omit<Address, 'name' | 'apartment'>>;
  placeId?: string;
}

/** A place for an address. */
export interface FoundPlace {
  location: Location;
  address: Address;
  warnings: Warning[];
  placeId: string | null;
  /** Of the address that was asked for, which may be told from the one that was found; null when nobody was asked. */
  addressKey: string | null;
  geocoding: Geocoding;
}

/** Whether a place is only the middle of something larger than a building. */
export const isRough = (precision: Precision): boolean => PRECISIONS.indexOf(precision) > 1;
