import { cityAlias } from '../../geocoding/layers/city-aliases.ts';
import {
  citiesNamed,
  type DegreeBox,
  type GazetteerCity,
  loadCities,
} from '../../geocoding/layers/gazetteer-cities.ts';
import { countryCode } from '../../geocoding/query/countries.ts';
import { normalize } from '../../geocoding/query/normalize.ts';

/** Area to be cut out, and what it is called. */
export interface Area {
  name: string;
  box: DegreeBox;
}

const KM_OF_DEGREE = 111.2;
/** Mercator's maps end here. */
const MAX_LATITUDE = 85;

/**
 * Reads an area: west, south, east and north in degrees, or a town, with its country if the name is not unique. A town is a
 * square around its middle, the larger the more people live there: 10 km for a village, 37 km for a million, 67 km for Berlin.
 * @throws {Error} with a sentence for the operator
 */
export async function readArea(text: string): Promise<Area> {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (!numbers.some(Number.isNaN)) return { name: text, box: boxOf(numbers) };
  const [name = '', country = ''] = text.split(',').map((part) => part.trim());
  const code = country === '' ? undefined : countryCode(country);
  if (country !== '' && code === undefined) throw new Error(`'${country}' is not a country.`);
  const city = await findCity(normalize(name), code);
  if (!city)
    throw new Error(
      `No town is called '${text}'. Give west, south, east and north in degrees instead, such as 13.0,52.3,13.8,52.7.`,
    );
  return { name: `${city.name}, ${city.country}`, box: boxAround(city) };
}

function boxOf(numbers: readonly number[]): DegreeBox {
  const [west, south, east, north] = numbers as [number, number, number, number];
  const isBox = numbers.length === 4 && west < east && south < north && Math.abs(west) <= 180 && Math.abs(east) <= 180;
  if (!isBox || Math.abs(south) > 90 || Math.abs(north) > 90)
    throw new Error('The area must be west, south, east and north in degrees, such as 13.0,52.3,13.8,52.7.');
  return { west, south: Math.max(south, -MAX_LATITUDE), east, north: Math.min(north, MAX_LATITUDE) };
}

/** The most populous town of a name. */
async function findCity(key: string, country: string | undefined): Promise<GazetteerCity | undefined> {
  const alias = cityAlias(key);
  const named = citiesNamed(await loadCities(), key);
  const byAlias = alias
    ? citiesNamed(await loadCities(), alias.name).filter((one) => one.country === alias.country)
    : [];
  return [...named, ...byAlias]
    .filter((city) => country === undefined || city.country === country)
    .sort((one, other) => other.population - one.population)[0];
}

function boxAround({ lon, lat, population }: GazetteerCity): DegreeBox {
  const km = 5 + Math.sqrt(population) / 65;
  const [tall, wide] = [km / KM_OF_DEGREE, km / (KM_OF_DEGREE * Math.cos((lat * Math.PI) / 180))];
  return boxOf([Math.max(-180, lon - wide), lat - tall, Math.min(180, lon + wide), lat + tall]);
}
