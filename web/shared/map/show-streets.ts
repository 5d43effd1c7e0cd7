import type { AddProtocolAction, Map as GlMap } from 'maplibre-gl';
import { PMTiles, type Source } from 'pmtiles';
import { plainAttribution } from '../../../rules/plain-attribution.ts';
import type { TileSchema } from '../../../rules/tile-address.ts';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';
import type { MapColours } from './map-colours.ts';
import { STREETS, streetLayers } from './streets.ts';

/** The library of maps asks us for tiles: it reads no parts of files, and would ask from a worker that has no policy. */
export const TILE_PROTOCOL = 'hubbub-tiles';

/** Whence a map's streets come. */
export type StreetSource = Pick<GetMapAnswer, 'style' | 'tiles' | 'minZoom' | 'maxZoom' | 'attribution' | 'tileServer'>;

/** Streets that can be drawn. */
export interface Streets {
  readTile: AddProtocolAction;
  schema: TileSchema;
  minZoom: number;
  maxZoom: number;
  attribution: string;
}

/** Events of tiles. */
export interface StreetEvents {
  /** A tile did not come. */
  onMissing(): void;
  /** One came, after one that did not. */
  onFound(): void;
}

/** Reads the bytes of a tile; undefined where there is nothing. @throws when it cannot be read */
type ReadTile = (z: number, x: number, y: number, signal: AbortSignal) => Promise<ArrayBuffer | undefined>;

/** Pauses before a tile that did not come is asked for again. */
const RETRY_MS = [1000, 4000];
const NOTHING = new Set([204, 404]);

/** Other ways to the streets than by asking for each. */
export interface StreetWays {
  /** Reads the parts of this server's file. */
  parts?: Source;
  /** Asks a tile server. */
  get?: GetFromServer;
}

/** Asks a tile server for an address, or for a part of what is there. @throws what the server did not give */
export type GetFromServer = (address: string, signal?: AbortSignal, range?: string) => Promise<Response>;

/**
 * Opens the streets of this server, or of the tile server that an owner has chosen; undefined where there are none, and
 * where that server does not answer. Each time a file is read anew: what could not be read once is not remembered as
 * missing.
 */
export async function openStreets(
  source: StreetSource,
  events: StreetEvents,
  { parts, get = getByPage }: StreetWays = {},
): Promise<Streets | undefined> {
  const { tiles, tileServer, minZoom, maxZoom, attribution } = source;
  const found = { minZoom, maxZoom, attribution };
  if (tiles !== null) {
    const readTile = reader(readFile(new PMTiles(parts ?? new URL(tiles, location.href).href)), events, []);
    return { ...found, readTile, schema: 'protomaps' };
  }
  if (tileServer === null) return undefined;
  try {
    const { readTile, ...more } = await openServer(tileServer.address, get);
    return {
      ...found,
      ...more,
      // The owner's words, else the server's.
      attribution: attribution || (more.attribution ?? ''),
      schema: tileServer.schema,
      readTile: reader(readTile, events, RETRY_MS),
    };
  } catch {
    events.onMissing();
    return undefined;
  }
}

type Opened = { readTile: ReadTile } & Partial<Pick<Streets, 'minZoom' | 'maxZoom' | 'attribution'>>;

async function openServer(address: string, get: GetFromServer): Promise<Opened> {
  if (address.includes('{z}')) return { readTile: readTemplate(address, get) };
  if (new URL(address).pathname.endsWith('.pmtiles')) {
    const file = new PMTiles(get === getByPage ? address : partsBy(get, address));
    const { minZoom, maxZoom } = await file.getHeader();
    return { readTile: readFile(file), minZoom, maxZoom };
  }
  const answer = await get(address);
  const { tiles, minzoom, maxzoom, attribution } = (await answer.json()) as Record<string, unknown>;
  const [template] = Array.isArray(tiles) ? tiles : [];
  if (typeof template !== 'string') throw new TypeError('no TileJSON');
  return {
    readTile: readTemplate(new URL(template.replaceAll(/[{}]/g, encodeURIComponent), address).href, get),
    ...(typeof minzoom === 'number' && { minZoom: minzoom }),
    ...(typeof maxzoom === 'number' && { maxZoom: maxzoom }),
    ...(typeof attribution === 'string' && { attribution: plainAttribution(attribution) }),
  };
}

const readFile =
  (file: PMTiles): ReadTile =>
  async (z, x, y, signal) =>
    (await file.getZxy(z, x, y, signal))?.data;

/** Reads the parts of a file by another way than the library's own. */
const partsBy = (get: GetFromServer, address: string): Source => ({
  getKey: () => address,
  async getBytes(offset, length, signal) {
    const answer = await get(address, signal, `bytes=${offset}-${offset + length - 1}`);
    if (answer.status !== 206) throw new Error(`status ${answer.status}`);
    return { data: await answer.arrayBuffer() };
  },
});

/** @param template its placeholders may be encoded, as they are in a URL */
const readTemplate =
  (template: string, get: GetFromServer): ReadTile =>
  async (z, x, y, signal) => {
    const places: Record<string, number> = { z, x, y };
    const address = template.replaceAll(/(?:\{|%7B)([zxy])(?:\}|%7D)/gi, (_, name: string) => String(places[name]));
    const answer = await get(address, signal);
    return NOTHING.has(answer.status) ? undefined : answer.arrayBuffer();
  };

/** Asks without cookies, and without the address of the page, which may be somebody's. */
async function getByPage(address: string, signal?: AbortSignal): Promise<Response> {
  const options = { credentials: 'omit', referrerPolicy: 'no-referrer', ...(signal && { signal }) } as const;
  return checkedTiles(await fetch(address, options));
}

/** Returns an answer of a tile server. @throws what is none */
export function checkedTiles(answer: Response): Response {
  if (!answer.ok && !NOTHING.has(answer.status)) throw new Error(`status ${answer.status}`);
  return answer;
}

function reader(readTile: ReadTile, { onMissing, onFound }: StreetEvents, waits: readonly number[]): AddProtocolAction {
  let isMissing = false;
  return async ({ url }, { signal }) => {
    const [z, x, y] = url.split('/').slice(-3).map(Number);
    for (const wait of [...waits, undefined]) {
      try {
        const data = await readTile(z!, x!, y!, signal);
        if (isMissing) onFound();
        isMissing = false;
        return { data: data ?? new ArrayBuffer(0) };
      } catch {
        if (signal.aborted) break;
        if (wait !== undefined) await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    if (!signal.aborted) {
      isMissing = true;
      onMissing();
    }
    return { data: new ArrayBuffer(0) };
  };
}

/** Draws streets on a map, or takes them away. @param above the layer above them */
export function showStreets(map: GlMap, colours: MapColours, streets: Streets | undefined, above?: string): void {
  for (const id of map.getLayersOrder()) if (id.startsWith(`${STREETS}-`)) map.removeLayer(id);
  if (map.getSource(STREETS)) map.removeSource(STREETS);
  if (!streets) return;
  const { schema, minZoom, maxZoom } = streets;
  const address = `${TILE_PROTOCOL}://${schema}/{z}/{x}/{y}`;
  map.addSource(STREETS, { type: 'vector', tiles: [address], minzoom: minZoom, maxzoom: maxZoom });
  for (const layer of streetLayers(colours, document.documentElement.lang, schema)) map.addLayer(layer, above);
}
