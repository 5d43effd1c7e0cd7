import { addProtocol, type GeoJSONSource, Map as GlMap, LngLatBounds, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url&no-inline';
import { coloursOfPage, FONT, type MapColours, whenSchemeChanges } from '../../shared/map/map-colours.ts';
import {
  openStreets,
  type StreetEvents,
  type Streets,
  showStreets,
  TILE_PROTOCOL,
} from '../../shared/map/show-streets.ts';
import { tilesAround } from '../../store/driver/day-area.ts';
import type { GetMeAnswer } from '../../store/wire/dispatch.ts';
import type { Account } from '../data/account.ts';
import { dropOtherMaps, partsOnPhone, placeOfServer, tilesOnPhone } from './parts-on-phone.ts';
import { getByWindow } from './tile-window.ts';

// A file of this server, which the app's own policy allows.
setWorkerUrl(workerUrl);

export type At = readonly [lon: number, lat: number];
/** Whence the streets come: a file of this server, or another server. */
export type DriverMap = NonNullable<GetMeAnswer['map'] | GetMeAnswer['tileServer']>;

/** Places on the map. */
export interface MapPlaces {
  stop: At;
  others: readonly At[];
  driver: At | null;
}

/** A map that is shown. */
export interface StopMapView {
  /** Source of the streets, which the map must name. */
  attribution: string;
  show(places: MapPlaces): void;
  remove(): void;
}

interface Given {
  account: Account;
  map: DriverMap;
  places: MapPlaces;
  label: string;
  /** Streets did not come, and do not lie here either. */
  onMissing(): void;
  onFound(): void;
}

const PADDING = 48;
const MAX_ZOOM = 16;
/** Public tiles have every street at it. What a server itself says counts. */
const USUAL_ZOOM = 14;
/** Farther apart than this they are not shown together: the streets around the stop would be lost. */
const TOGETHER_DEGREES = 0.05;
/** Tiles of a day at most: at 30 kB each, some 20 MB. */
const MAX_TILES = 600;

/**
 * Shows a stop on streets, with the day's other stops and the driver.
 * @throws {Error} where the browser has no WebGL, or the streets neither come nor lie here
 */
export async function drawStopMap(container: HTMLElement, given: Given): Promise<StopMapView> {
  const { account, map: source, label } = given;
  await dropOtherMaps(account, await placeOf(source)).catch(() => undefined);
  const streets = await openMap(account, source, given);
  if (!streets) throw new Error('The streets did not come.');
  addProtocol(TILE_PROTOCOL, streets.readTile);
  const map = new GlMap({
    container,
    style: { version: 8, sources: {}, layers: [] },
    center: [...given.places.stop],
    zoom: MAX_ZOOM - 1,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    // One finger scrolls the page; two move the map.
    dragPan: !matchMedia('(pointer: coarse)').matches,
    scrollZoom: false,
    canvasContextAttributes: { preserveDrawingBuffer: navigator.webdriver },
  });
  map.getCanvas().setAttribute('role', 'img');
  map.getCanvas().setAttribute('aria-label', label);
  await new Promise((resolve) => map.once('load', resolve));
  let { places } = given;
  map.addSource('points', { type: 'geojson', data: pointsOf(places) });
  const draw = () => {
    const colours = coloursOfPage();
    for (const { id } of pointLayers(colours)) if (map.getLayer(id)) map.removeLayer(id);
    showStreets(map, colours, streets);
    for (const layer of pointLayers(colours)) map.addLayer(layer);
  };
  draw();
  const forget = whenSchemeChanges(draw);
  let isMoved = false;
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent) isMoved = true;
  });
  const fit = () => {
    if (isMoved) return;
    const { stop, driver } = places;
    const bounds = new LngLatBounds([...stop], [...stop]);
    if (driver && isNear(stop, driver)) bounds.extend([...driver]);
    map.fitBounds(bounds, { padding: PADDING, maxZoom: MAX_ZOOM, animate: false });
  };
  fit();
  map.on('resize', fit);
  void map.once('idle', () => {
    container.dataset.drawn = '';
  });
  return {
    attribution: streets.attribution,
    show(next) {
      places = next;
      (map.getSource('points') as GeoJSONSource).setData(pointsOf(next));
      fit();
    },
    remove() {
      forget();
      map.remove();
    },
  };
}

const placeOf = async (map: DriverMap): Promise<string> => ('tiles' in map ? map.tiles : placeOfServer(map.address));

function openMap(
  account: Account,
  map: DriverMap,
  events: StreetEvents,
  onUnkept?: () => void,
): Promise<Streets | undefined> {
  if ('tiles' in map) {
    const source = { ...map, style: 'file', tileServer: null } as const;
    return openStreets(source, events, { parts: partsOnPhone(account, map.tiles) });
  }
  const { attribution, ...tileServer } = map;
  const source = { style: 'server', tiles: null, minZoom: 0, maxZoom: USUAL_ZOOM, attribution, tileServer } as const;
  return openStreets(source, events, { get: tilesOnPhone(account, map.address, getByWindow, onUnkept) });
}

/** Services that are asked for tiles that nobody looks at yet: the others count each, or say nothing of it. */
const mayKeepAhead = (map: DriverMap): boolean => 'tiles' in map || ['openfreemap', 'own'].includes(map.service);

/** Keeps the streets around the stops of a day on the phone; with a network only. @returns whether all of it was read */
export async function keepArea(
  account: Account,
  map: DriverMap,
  stops: readonly At[],
  signal: AbortSignal,
): Promise<boolean> {
  if (!mayKeepAhead(map)) return false;
  let isWhole = true;
  const onMissing = () => {
    isWhole = false;
  };
  try {
    await dropOtherMaps(account, await placeOf(map));
    // What may not be kept would be asked for again at each change of the day.
    const streets = await openMap(account, map, { onMissing, onFound: () => undefined }, onMissing);
    if (!streets) return false;
    for (const tile of tilesAround(stops, streets, MAX_TILES)) {
      if (!isWhole || signal.aborted) return false;
      await streets.readTile({ url: tile.join('/') }, { signal } as AbortController);
    }
    return isWhole && !signal.aborted;
  } catch {
    return false;
  }
}

const isNear = ([lon, lat]: At, [otherLon, otherLat]: At): boolean =>
  Math.abs(lon - otherLon) < TOGETHER_DEGREES && Math.abs(lat - otherLat) < TOGETHER_DEGREES;

function pointsOf({ stop, others, driver }: MapPlaces) {
  const point = (kind: string) => (at: At) => ({
    type: 'Feature' as const,
    properties: { kind },
    geometry: { type: 'Point' as const, coordinates: [...at] },
  });
  const features = [...others.map(point('other')), point('stop')(stop), ...(driver ? [point('driver')(driver)] : [])];
  return { type: 'FeatureCollection' as const, features };
}

function pointLayers({ text, quiet, surface, accent }: MapColours): Parameters<GlMap['addLayer']>[0][] {
  const of = (kind: string) => ['==', ['get', 'kind'], kind] as never;
  const letter = (id: string, field: string, size: number, colour: string): Parameters<GlMap['addLayer']>[0] => ({
    id,
    type: 'symbol',
    source: 'points',
    filter: of(id),
    layout: { 'text-field': field, 'text-font': FONT, 'text-size': size, 'text-allow-overlap': true },
    paint: { 'text-color': colour, 'text-halo-color': surface, 'text-halo-width': 2 },
  });
  return [
    letter('other', '■', 14, quiet),
    letter('stop', '⌂', 34, text),
    {
      id: 'driver',
      type: 'circle',
      source: 'points',
      filter: of('driver'),
      paint: { 'circle-radius': 9, 'circle-color': accent, 'circle-stroke-width': 3, 'circle-stroke-color': surface },
    },
  ];
}
