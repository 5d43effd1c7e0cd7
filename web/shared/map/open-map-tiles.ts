import { byZoom, kindIn, type Layer, mixed, nameIn } from './layer.ts';
import { FONT, type MapColours } from './map-colours.ts';

/** Areas where people walk and trees stand, and not houses. */
const GREEN = ['wood', 'grass', 'farmland', 'park', 'cemetery', 'pitch', 'garden', 'meadow', 'forest', 'golf_course'];

const classIn = (...classes: string[]) => kindIn('class', classes);

/**
 * The layers of tiles in the schema of OpenMapTiles (https://openmaptiles.org/schema), from the ground up. They know no
 * earth: what is no water is land.
 */
export function openMapTilesLayers(colours: MapColours, language: string): Layer[] {
  return [...grounds(colours), ...roads(colours), ...borders(colours), ...names(colours, language)];
}

function grounds({ ground, sea, good, text }: MapColours): Layer[] {
  const area = { type: 'fill' } as const;
  const isArea = ['==', ['geometry-type'], 'Polygon'];
  const green = { 'fill-color': mixed(ground, good, 0.14) };
  return [
    { id: 'earth', type: 'background', paint: { 'background-color': ground } },
    { ...area, id: 'landcover', 'source-layer': 'landcover', filter: classIn(...GREEN), paint: green },
    { ...area, id: 'green', 'source-layer': 'landuse', filter: classIn(...GREEN), paint: green },
    { ...area, id: 'parks', 'source-layer': 'park', filter: isArea, paint: green },
    {
      ...area,
      id: 'water',
      'source-layer': 'water',
      filter: ['all', isArea, ['!=', ['get', 'brunnel'], 'tunnel']],
      paint: { 'fill-color': sea },
    },
    {
      id: 'rivers',
      type: 'line',
      'source-layer': 'waterway',
      filter: ['!=', ['get', 'brunnel'], 'tunnel'],
      paint: { 'line-color': sea, 'line-width': byZoom(9, 0.5, 18, 8) },
    },
    {
      ...area,
      id: 'buildings',
      'source-layer': 'building',
      minzoom: 14,
      filter: isArea,
      paint: { 'fill-color': mixed(ground, text, 0.07) },
    },
  ];
}

/** Wider and darker, or in the dark lighter, the more a road carries. */
function roads({ ground, text, line }: MapColours): Layer[] {
  const road = (id: string, classes: string[], share: number, width: number[], minzoom = 0): Layer => ({
    id,
    type: 'line',
    'source-layer': 'transportation',
    minzoom,
    filter: ['all', ['!=', ['geometry-type'], 'Polygon'], classIn(...classes)],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': mixed(ground, text, share), 'line-width': byZoom(...width) },
  });
  return [
    {
      id: 'rails',
      type: 'line',
      'source-layer': 'transportation',
      minzoom: 10,
      filter: classIn('rail', 'transit'),
      paint: { 'line-color': line, 'line-width': 1, 'line-dasharray': [3, 2] },
    },
    road('paths', ['path', 'track'], 0.08, [14, 0.5, 18, 3], 14),
    road('minor-roads', ['minor', 'service', 'busway'], 0.1, [11, 0.4, 14, 2, 18, 14], 11),
    road('major-roads', ['primary', 'secondary', 'tertiary'], 0.17, [7, 0.4, 12, 2, 18, 20], 7),
    road('highways', ['motorway', 'trunk'], 0.28, [4, 0.4, 12, 2.5, 18, 24]),
  ];
}

function borders({ line, quiet }: MapColours): Layer[] {
  const border = (id: string, levels: number[], colour: string): Layer => ({
    id,
    type: 'line',
    'source-layer': 'boundary',
    filter: ['all', ['in', ['get', 'admin_level'], ['literal', levels]], ['!=', ['get', 'maritime'], 1]],
    paint: { 'line-color': colour, 'line-width': 1, 'line-dasharray': [4, 2] },
  });
  return [border('regions', [3, 4], line), border('countries', [2], quiet)];
}

function names({ ground, sea, text, quiet }: MapColours, language: string): Layer[] {
  const letters = (size: unknown, more: object = {}) => ({
    'text-field': nameIn(language),
    'text-font': FONT,
    'text-size': size,
    ...more,
  });
  const onGround = { 'text-color': quiet, 'text-halo-color': ground, 'text-halo-width': 1.5 };
  const place = (id: string, classes: string[], size: unknown, more: object = {}): Layer => ({
    id,
    type: 'symbol',
    'source-layer': 'place',
    filter: classIn(...classes),
    layout: letters(size, { 'symbol-sort-key': ['coalesce', ['get', 'rank'], 20], 'text-max-width': 8 }),
    paint: onGround,
    ...more,
  });
  return [
    {
      id: 'water-names',
      type: 'symbol',
      'source-layer': 'water_name',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: letters(12),
      paint: { 'text-color': quiet, 'text-halo-color': sea, 'text-halo-width': 1 },
    },
    {
      id: 'road-names',
      type: 'symbol',
      'source-layer': 'transportation_name',
      minzoom: 13,
      layout: letters(11, { 'symbol-placement': 'line', 'text-rotation-alignment': 'map' }),
      paint: onGround,
    },
    place('neighbourhoods', ['suburb', 'quarter', 'neighbourhood'], 11, { minzoom: 12 }),
    place('regions-names', ['state', 'province'], 12, { minzoom: 5, maxzoom: 9 }),
    place('towns', ['city', 'town', 'village', 'hamlet'], byZoom(4, 11, 14, 16), {
      paint: { ...onGround, 'text-color': text },
    }),
    place('country-names', ['country'], 13, { maxzoom: 7 }),
  ];
}
