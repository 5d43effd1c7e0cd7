import type { Reader } from '../../platform/db/reader.ts';
import type { Services } from '../../platform/services.ts';
import { readMap } from './map-file.ts';
import { findTileServer } from './queries.ts';

export { findTileServer as tileServerOf };

/** Whether an organization's maps have streets, from wherever they come. */
export async function mapHasStreets(services: Services, reader: Reader): Promise<boolean> {
  return (await findTileServer(reader)) !== undefined || (await readMap(services)) !== undefined;
}
