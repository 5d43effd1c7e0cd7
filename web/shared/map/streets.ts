import type { AddLayerObject } from 'maplibre-gl';
import type { TileSchema } from '../../../rules/tile-address.ts';
import { byZoom, kindIn, type Layer, mixed, nameIn } from './layer.ts';
import { FONT, type MapColours } from './map-colours.ts';
import { openMapTilesLayers } from './open-map-tiles.ts';

/** The source of the tiles of streets, and how their layers' names begin. */
export const STREETS = 'streets';

/** Areas where people walk and trees stand, and not houses. */
const GREEN = [
  ...['park', 'forest', 'wood', 'grass', 'grassland', 'meadow', 'garden', 'cemetery', 'nature_reserve', 'golf_course'],
  ...['national_park', 'protected_area', 'scrub', 'farmland', 'orchard', 'allotments', 'pitch', 'village_green'],
];

/**
 * The layers of streets, from the ground up: earth, what grows on it, water, houses, roads by their importance, borders, names. Water is
 * the sea of the outline, so one goes over into the other.
 */
export function streetLayers(colours: MapColours, language: string, schema: TileSchema): AddLayerObject[] {
  const layers = schema === 'protomaps' ? protomapsLayers(colours, language) : openMapTilesLayers(colours, language);
  return layers.map((layer) => {
    const source = layer.type === 'background' ? {} : { source: STREETS };
    return { ...layer, ...source, id: `${STREETS}-${layer.id}` } as AddLayerObject;
  });
}

/** In the schema of basemaps (https://docs.protomaps.com/basemaps/layers), which files of `map extract` have. */
function protomapsLayers(colours: MapColours, language: string): Layer[] {
  return [...grounds(colours), ...roads(colours), ...borders(colours), ...names(colours, language)];
}

const kind = (...kinds: string[]) => kindIn('kind', kinds);

function grounds({ ground, sea, good, text }: MapColours): Layer[] {
  const area = { type: 'fill' } as const;
  const isArea = ['==', ['geometry-type'], 'Polygon'];
  const green = { 'fill-color': mixed(ground, good, 0.14) };
  return [
    { ...area, id: 'earth', 'source-layer': 'earth', filter: isArea, paint: { 'fill-color': ground } },
    { ...area, id: 'landcover', 'source-layer': 'landcover', filter: kind(...GREEN), paint: green },
    { ...area, id: 'green', 'source-layer': 'landuse', filter: kind(...GREEN), paint: green },
    { ...area, id: 'water', 'source-layer': 'water', filter: isArea, paint: { 'fill-color': sea } },
    {
      id: 'rivers',
      type: 'line',
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': sea, 'line-width': byZoom(9, 0.5, 18, 8) },
    },
    {
      ...area,
      id: 'buildings',
      'source-layer': 'buildings',
      minzoom: 14,
      filter: isArea,
      paint: { 'fill-color': mixed(ground, text, 0.07) },
    },
  ];
}

/** Wider and darker, or in the dark lighter, the more a road carries. */
function roads({ ground, text, line }: MapColours): Layer[] {
  const road = (id: string, kinds: string[], share: number, width: number[], minzoom = 0): Layer => ({
    id,
    type: 'line',
    'source-layer': 'roads',
    minzoom,
    filter: kind(...kinds),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': mixed(ground, text, share), 'line-width': byZoom(...width) },
  });
  return [
    {
      id: 'rails',
      type: 'line',
      'source-layer': 'roads',
      minzoom: 10,
      filter: kind('rail'),
      paint: { 'line-color': line, 'line-width': 1, 'line-dasharray': [3, 2] },
    },
    road('paths', ['path', 'other'], 0.08, [14, 0.5, 18, 3], 14),
    road('minor-roads', ['minor_road'], 0.1, [11, 0.4, 14, 2, 18, 14], 11),
    road('major-roads', ['major_road'], 0.17, [7, 0.4, 12, 2, 18, 20], 7),
    road('highways', ['highway'], 0.28, [4, 0.4, 12, 2.5, 18, 24]),
  ];
}

function borders({ line, quiet }: MapColours): Layer[] {
  const border = (id: string, kinds: string[], colour: string): Layer => ({
    id,
    type: 'line',
    'source-layer': 'boundaries',
    filter: kind(...kinds),
    paint: { 'line-color': colour, 'line-width': 1, 'line-dasharray': [4, 2] },
  });
  return [border('regions', ['region'], line), border('countries', ['country'], quiet)];
}

function names({ ground, sea, text, quiet }: MapColours, language: string): Layer[] {
  const name = nameIn(language);
  const letters = (size: unknown, more: object = {}) => ({
    'text-field': name,
    'text-font': FONT,
    'text-size': size,
    ...more,
  });
  const onGround = { 'text-color': quiet, 'text-halo-color': ground, 'text-halo-width': 1.5 };
  const along = { 'symbol-placement': 'line', 'text-rotation-alignment': 'map' };
  const place = (id: string, kinds: string[], size: unknown, more: object = {}): Layer => ({
    id,
    type: 'symbol',
    'source-layer': 'places',
    filter: kind(...kinds),
    layout: letters(size, { 'symbol-sort-key': ['coalesce', ['get', 'min_zoom'], 20], 'text-max-width': 8 }),
    paint: onGround,
    ...more,
  });
  return [
    {
      id: 'water-names',
      type: 'symbol',
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: letters(12),
      paint: { 'text-color': quiet, 'text-halo-color': sea, 'text-halo-width': 1 },
    },
    {
      id: 'road-names',
      type: 'symbol',
      'source-layer': 'roads',
      minzoom: 13,
      filter: kind('highway', 'major_road', 'minor_road'),
      layout: letters(11, along),
      paint: onGround,
    },
    place('neighbourhoods', ['neighbourhood', 'macrohood'], 11, { minzoom: 12 }),
    place('regions-names', ['region'], 12, { minzoom: 5, maxzoom: 9 }),
    place('towns', ['locality'], byZoom(4, 11, 14, 16), { paint: { ...onGround, 'text-color': text } }),
    place('country-names', ['country'], 13, { maxzoom: 7 }),
  ];
}
