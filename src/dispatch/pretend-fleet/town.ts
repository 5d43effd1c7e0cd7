import type { Reader } from '../../platform/db/reader.ts';
import { largestCityOf, loadCities } from '../geocoding/layers/gazetteer-cities.ts';
import type { Location } from '../geography/location.ts';
import { accessOrganization } from '../organization/access.ts';

/** Town of the fleet. */
export interface Town {
  city: string;
  country: string;
  at: Location;
}

/** The largest town of the organization's country, where most will know their way. */
export async function townFor(reader: Reader): Promise<Town> {
  const { country } = await accessOrganization(reader);
  const { name, country: itsCountry, lon, lat } = largestCityOf(await loadCities(), country);
  return { city: name, country: itsCountry, at: [lon, lat] };
}
