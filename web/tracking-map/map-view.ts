import { addProtocol, type GeoJSONSource, Map as GlMap, LngLatBounds, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url&no-inline';
import { coloursOfPage, FONT, type MapColours, whenSchemeChanges } from '../shared/map/map-colours.ts';
import { openStreets, type StreetSource, showStreets, TILE_PROTOCOL } from '../shared/map/show-streets.ts';
import { allowOwnScripts } from '../shared/trusted-types.ts';

// The map's worker is a file of this server. Once: a touch after a failure calls `showMap` again.
allowOwnScripts();
setWorkerUrl(workerUrl);

type At = readonly [lon: number, lat: number];

/** A map that is shown. */
export interface ShownMap {
  /** Attribution that the makers of the streets require. */
  attribution: string;
  /** Draws the driver elsewhere; null: nobody knows where. */
  moveTo(driver: At | null): void;
}

interface Given {
  source: StreetSource;
  destination: At;
  driver: At | null;
}

const PADDING = 48;
const MAX_ZOOM = 15;

/**
 * Shows a recipient the driver and the destination on streets. `follow.js` loads this after a touch: until then no other
 * server is asked.
 * @throws {Error} where the browser has no WebGL, or the streets do not come
 */
export async function showMap(container: HTMLElement, { source, destination, driver }: Given): Promise<ShownMap> {
  let isLost = false;
  const streets = await openStreets(source, {
    onMissing: () => {
      isLost = true;
    },
    onFound: () => undefined,
  });
  if (!streets || isLost) throw new Error('The streets did not come.');
  addProtocol(TILE_PROTOCOL, streets.readTile);
  // Fingers scroll the page; two of them move the map.
  const isTouched = matchMedia('(pointer: coarse)').matches;
  const map = new GlMap({
    container,
    style: { version: 8, sources: {}, layers: [] },
    center: [...destination],
    zoom: MAX_ZOOM - 1,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    scrollZoom: false,
    dragPan: !isTouched,
    canvasContextAttributes: { preserveDrawingBuffer: navigator.webdriver },
  });
  map.getCanvas().setAttribute('role', 'img');
  map.getCanvas().setAttribute('aria-label', container.dataset.label ?? '');
  await new Promise((resolve) => map.once('load', resolve));
  map.addSource('points', { type: 'geojson', data: pointsOf(destination, driver) });
  const draw = () => {
    const colours = coloursOfPage();
    for (const id of ['destination', 'driver']) if (map.getLayer(id)) map.removeLayer(id);
    showStreets(map, colours, streets);
    for (const layer of pointLayers(colours)) map.addLayer(layer);
  };
  draw();
  whenSchemeChanges(draw);
  let isMoved = false;
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent) isMoved = true;
  });
  let last = driver;
  const fit = () => {
    if (isMoved) return;
    const bounds = new LngLatBounds([...destination], [...destination]);
    if (last) bounds.extend([...last]);
    map.fitBounds(bounds, { padding: PADDING, maxZoom: MAX_ZOOM, animate: false });
  };
  fit();
  map.on('resize', fit);
  void map.once('idle', () => {
    container.dataset.drawn = '';
  });
  return {
    attribution: streets.attribution,
    moveTo(next) {
      last = next;
      (map.getSource('points') as GeoJSONSource).setData(pointsOf(destination, next));
      fit();
    },
  };
}

function pointsOf(destination: At, driver: At | null) {
  const point = (kind: string, at: At) => ({
    type: 'Feature' as const,
    properties: { kind },
    geometry: { type: 'Point' as const, coordinates: [...at] },
  });
  const features = [point('destination', destination), ...(driver ? [point('driver', driver)] : [])];
  return { type: 'FeatureCollection' as const, features };
}

function pointLayers({ text, surface, accent }: MapColours): Parameters<GlMap['addLayer']>[0][] {
  const of = (kind: string) => ['==', ['get', 'kind'], kind] as ['==', unknown, string];
  return [
    {
      id: 'destination',
      type: 'symbol',
      source: 'points',
      filter: of('destination') as never,
      layout: { 'text-field': '⌂', 'text-font': FONT, 'text-size': 30, 'text-allow-overlap': true },
      paint: { 'text-color': text, 'text-halo-color': surface, 'text-halo-width': 2 },
    },
    {
      id: 'driver',
      type: 'circle',
      source: 'points',
      filter: of('driver') as never,
      paint: {
        'circle-radius': 9,
        'circle-color': accent,
        'circle-stroke-width': 3,
        'circle-stroke-color': surface,
      },
    },
  ];
}
