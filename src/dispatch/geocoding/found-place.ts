import { type Static, Type } from 'typebox';
import type { Location } from '../geography/location.ts';
import type { Address } from './address.ts';
import type { AddressParts } from './query/parse-address.ts';

/** Sources of a place, in the order in which they are asked; `given` is the caller. */
const LAYERS = ['given', 'correction', 'imported', 'provider', 'gazetteer'] as const;
export type Layer = (typeof LAYERS)[number];

/** Precision of a place relative to the address, finest first. */
const PRECISIONS = ['exact', 'address', 'street', 'postalCode', 'city', 'region'] as const;
export type Precision = (typeof PRECISIONS)[number];

/** Values allowed as minimum precision. */
export const MIN_PRECISIONS = ['address', 'street', 'postalCode', 'city', 'region'] as const;
export type MinPrecision = (typeof MIN_PRECISIONS)[number];

/** Warnings about a place in addition to the `warnings` of the specification. */
const PLACE_WARNINGS = ['OTHER_COUNTRY', 'POST_BOX'] as const;

/** Origin and precision of a place. Ours, beside the fields of the specification: clients ignore unknown fields. */
export const Geocoding = Type.Object({
  layer: Type.Enum(LAYERS, { description: 'Source of the location.' }),
  precision: Type.Enum(PRECISIONS, { description: 'How exactly the address was found.' }),
  warnings: Type.Optional(
    Type.Array(Type.Enum(PLACE_WARNINGS), {
      description:
        'OTHER_COUNTRY: the location is not in the country of the address. POST_BOX: nobody can be met at ' +
        'the address.',
    }),
  ),
});
export type Geocoding = Static<typeof Geocoding>;

export const WARNINGS = ['MISMATCH_NUMBER', 'MISMATCH_POSTALCODE', 'GEOMETRIC_CENTER'] as const;
export type Warning = (typeof WARNINGS)[number];

/** Result of a layer: a place and the parts of its address that the layer knows. */
export interface GeocodeCandidate {
  layer: Layer;
  precision: Precision;
  location: Location;
  parts: Partial<Omit<Address, 'name' | 'apartment'>>;
  /** The parts as the layer understood the address; undefined for those of the query's likeliest reading. */
  read?: AddressParts;
  /** ISO 3166-1 code of the country that the layer found it in. */
  countryCode?: string;
  placeId?: string;
  /** Whether the postal code that was given is that of a place far from here. */
  contradictsPostalCode?: boolean;
  /** Whether there are several doors at the address, of which an apartment names one. */
  hasUnits?: boolean;
}

/** The parts that a provider's answer has; it may leave some out or empty. */
export function givenParts(
  parts: {
    [Part in keyof GeocodeCandidate['parts']]: string | undefined;
  },
): GeocodeCandidate['parts'] {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value));
}

/** A place for an address. */
export interface FoundPlace {
  location: Location;
  address: Address;
  warnings: Warning[];
  placeId: string | null;
  /** Key of the requested address, which may differ from the found one; null if no address was looked up. */
  addressKey: string | null;
  geocoding: Geocoding;
}

/** Whether a precision is no less than another one. */
export const isAtLeast = (precision: Precision, least: Precision): boolean =>
  PRECISIONS.indexOf(precision) <= PRECISIONS.indexOf(least);

/** Whether a place is only the middle of something larger than a building. */
export const isRough = (precision: Precision): boolean => !isAtLeast(precision, 'address');

/** Whether somebody can be sent to a place: to the street at least, not to the middle of a postal code or a city. */
export const isLocated = ({ precision }: Geocoding): boolean => isAtLeast(precision, 'street');
