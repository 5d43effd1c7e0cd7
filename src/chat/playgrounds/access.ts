import type { Reader } from '../../platform/db/reader.ts';
import { presentPlayground } from './present.ts';
import { loadPlaygrounds } from './queries.ts';

/** The wire form of the organization's playgrounds. */
export async function presentedPlaygrounds(reader: Reader, organizationId: string) {
  return (await loadPlaygrounds(reader, organizationId)).map(presentPlayground);
}
