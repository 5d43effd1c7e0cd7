import { Type } from 'typebox';
import { citiesWithin, type DegreeBox, type GazetteerCity, loadCities } from '../geocoding/layers/gazetteer-cities.ts';
import { Location } from '../geography/location.ts';
import { invalidValue, missing } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';

export const listPlaces = dispatchOperation({
  method: 'GET',
  path: '/map/places',
  summary: 'List the most populous towns of an area, for a map without streets',
  access: 'apiKey',
  query: {
    bbox: Type.String({
      maxLength: 200,
      description: 'West, south, east, north in degrees, between commas; required.',
    }),
    limit: Type.Integer({ minimum: 1, maximum: 500, description: 'Maximum number of towns; 100 if absent.' }),
  },
  answer: Type.Object({
    places: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the town.' }),
        country: Type.String({ description: 'ISO 3166-1, two letters.' }),
        location: Location,
        population: Type.Integer({ description: 'Number of inhabitants.' }),
      }),
      { description: 'Towns, most populous first.' },
    ),
  }),
  // It changes with the program only.
  transport: { cacheSeconds: 86_400 },
  async read(_request, { query }) {
    const box = readBox(query.bbox);
    const cities = citiesWithin(await loadCities(), box, query.limit ?? 100);
    const present = ({ name, country, lon, lat, population }: GazetteerCity) => {
      const location: Location = [lon, lat];
      return { name, country, location, population };
    };
    return { places: cities.map(present) };
  },
});

/** @throws {DispatchError} 1900 without a box, 1000 for what is none */
function readBox(text: string | undefined): DegreeBox {
  if (!text) throw missing('bbox is required.');
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = numbers as [number, number, number, number];
  const isBox =
    numbers.length === 4 &&
    [west, east].every((degrees) => Math.abs(degrees) <= 180) &&
    [south, north].every((degrees) => Math.abs(degrees) <= 90) &&
    south <= north;
  if (!isBox)
    throw invalidValue('bbox must be west, south, east and north in degrees, such as -122.6,37.6,-122.3,37.9.');
  return { west, south, east, north };
}
