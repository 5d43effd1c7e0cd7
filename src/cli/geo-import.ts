import { type ImportResult, importPoints } from '../dispatch/geocoding/import/import-points.ts';
import { countryCode } from '../dispatch/geocoding/query/countries.ts';
import type { Services } from '../platform/services.ts';

/**
 * `hubbub geo import FILE [--country CC] [--name NAME]`: imports open address data of this machine.
 * @throws {Error} with a sentence for the operator: no such file, no known form, no such country
 */
export async function importGeo(
  services: Services,
  file: string,
  options: { country?: string; name?: string; progress?: (imported: number) => void } = {},
): Promise<ImportResult> {
  const country = options.country ? countryCode(options.country) : undefined;
  if (options.country && !country) throw new Error(`'${options.country}' is not a country`);
  return importPoints(services, file, { country, name: options.name, progress: options.progress });
}
