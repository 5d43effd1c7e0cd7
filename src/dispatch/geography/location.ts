import { type Static, Type } from 'typebox';

/** A place on the earth as the API writes it: [longitude, latitude] in degrees (spec: dispatch 1). */
export const Location = Type.Tuple(
  [Type.Number({ minimum: -180, maximum: 180 }), Type.Number({ minimum: -90, maximum: 90 })],
  { description: '[longitude, latitude] in degrees.' },
);
export type Location = Static<typeof Location>;

/** client: the vendor's scripts write a place as an object that holds the pair. */
export const LocationInput = Type.Union([Location, Type.Object({ coordinates: Location })]);

/** The pair of a place in either form. */
export const readLocation = (given: Static<typeof LocationInput>): Location =>
  Array.isArray(given) ? given : given.coordinates;
