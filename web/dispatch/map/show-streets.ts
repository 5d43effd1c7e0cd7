import type { AddProtocolAction, Map as GlMap } from 'maplibre-gl';
import { PMTiles } from 'pmtiles';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';
import { STREETS, streetLayers } from './streets.ts';
import type { MapColours } from './style.ts';

/** Tiles come from parts of one file, which the library of maps does not read itself. */
export const TILE_PROTOCOL = 'hubbub-tiles';
/** Layer above the streets: names of towns, and all our own layers. */
const ABOVE = 'places';

/**
 * Reads tiles from a file of the server's. Each time the streets are shown the file is read anew: what could not be read once is not
 * remembered as missing.
 */
export function tileReader(tiles: string, onMissing: () => void): AddProtocolAction {
  const file = new PMTiles(new URL(tiles, location.href).href);
  return async ({ url }, { signal }) => {
    const [z, x, y] = url.split('/').slice(-3).map(Number);
    const tile = await file.getZxy(z!, x!, y!, signal).catch(() => {
      if (!signal.aborted) onMissing();
    });
    return { data: tile?.data ?? new ArrayBuffer(0) };
  };
}

/** Draws the streets of the server's file on a map, or takes them away. */
export function showStreets(map: GlMap, colours: MapColours, { tiles, minZoom, maxZoom }: GetMapAnswer): void {
  for (const { id } of streetLayers(colours, '')) if (map.getLayer(id)) map.removeLayer(id);
  if (map.getSource(STREETS)) map.removeSource(STREETS);
  if (tiles === null) return;
  const address = `${TILE_PROTOCOL}://${tiles}/{z}/{x}/{y}`;
  map.addSource(STREETS, { type: 'vector', tiles: [address], minzoom: minZoom, maxzoom: maxZoom });
  for (const layer of streetLayers(colours, document.documentElement.lang)) map.addLayer(layer, ABOVE);
}
