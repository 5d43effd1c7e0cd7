import type { StyleSpecification } from 'maplibre-gl';
import { FONT, type MapColours } from '../../shared/map/map-colours.ts';

/** From this zoom on the outline of countries is kilometres off, so it fades to a plain ground. */
const OUTLINE_ENDS = 8;

/** Letters as the browser has them: the style names no file of glyphs. */
const label = (size: number) => ({ 'text-font': FONT, 'text-size': size, 'text-optional': true });

/** A name on the map is no longer than two lines or three: it would hide who else is there. The list has it in full. */
const LONGEST_NAME = 28;

const shortened = (name: unknown) => [
  'case',
  ['>', ['length', name], LONGEST_NAME],
  ['concat', ['slice', name, 0, LONGEST_NAME - 1], '…'],
  name,
];

/** The signs of tasks by state: unassigned, assigned, under way. A shape each, so that colour is never alone. */
export const TASK_SIGNS = ['◇', '■', '▲'] as const;

/** More points than this are drawn in groups also where one sees a single town. */
const LARGE = 500;
/** To this zoom the two ends of a street are a few pixels apart. */
const STREETS_APART = 12;
/** To this zoom neighbouring houses are a few pixels apart. */
const HOUSES_APART = 17;

/** To which zoom points that are close together are one group with a number. @param count how many there are */
export const groupsUpTo = (source: 'workers' | 'tasks', count: number): number => {
  if (count <= LARGE) return 8;
  return source === 'workers' ? STREETS_APART : HOUSES_APART;
};

/** Opacity of the workers' lines, and while one of them is looked at. */
export const WAY = 0.55;
export const WAY_BEHIND = 0.2;

/** A group says how many of its tasks nobody has yet. */
const waitingInGroup = { waiting: ['+', ['case', ['==', ['get', 'state'], 0], 1, 0]] };

const isSingle = ['!', ['has', 'point_count']];
const isGroup = ['has', 'point_count'];

/** Tasks by themselves: a shape for each state, red if late, with a question mark where the place is rough. */
function taskSigns(source: 'tasks' | 'marked', { surface, accent, good, warning, bad }: MapColours) {
  return {
    id: source,
    type: 'symbol',
    source,
    filter: isSingle,
    layout: {
      'text-field': [
        'concat',
        ['match', ['get', 'state'], 0, TASK_SIGNS[0], 1, TASK_SIGNS[1], TASK_SIGNS[2]],
        ['case', ['get', 'late'], '!', ''],
        ['case', ['get', 'unplaced'], '?', ''],
      ],
      'text-font': FONT,
      'text-size': 17,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: {
      'text-color': ['case', ['get', 'late'], bad, ['match', ['get', 'state'], 0, warning, 1, accent, good]],
      'text-halo-color': surface,
      'text-halo-width': 2,
    },
  };
}

/** Groups of tasks: their number, and below it how many are unassigned, if not all are. Pale: late ones stand out. */
function taskGroups({ text, surface, quiet, warning }: MapColours) {
  const isWaiting = ['>', ['get', 'waiting'], 0];
  const areAllWaiting = ['==', ['get', 'waiting'], ['get', 'point_count']];
  const areSomeWaiting = ['all', isWaiting, ['!', areAllWaiting]];
  return [
    {
      id: 'task-groups',
      type: 'circle',
      source: 'tasks',
      filter: isGroup,
      paint: {
        'circle-radius': ['step', ['get', 'point_count'], 15, 20, 18, 100, 21],
        'circle-color': surface,
        'circle-stroke-width': 2,
        'circle-stroke-color': ['case', isWaiting, warning, quiet],
      },
    },
    {
      id: 'task-counts',
      type: 'symbol',
      source: 'tasks',
      filter: isGroup,
      layout: {
        'text-field': [
          'format',
          ['case', areAllWaiting, TASK_SIGNS[0], ''],
          { 'text-color': warning },
          ['get', 'point_count_abbreviated'],
          { 'text-color': ['case', areAllWaiting, warning, text] },
          ['case', areSomeWaiting, ['concat', '\n', TASK_SIGNS[0], ['to-string', ['get', 'waiting']]], ''],
          { 'font-scale': 0.8, 'text-color': warning },
        ],
        'text-font': FONT,
        'text-size': 13,
        'text-line-height': 1,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': text },
    },
  ];
}

/** The default map: land and borders, then what moves. Sources are filled by `MapView`. */
export function outlineStyle(colours: MapColours): StyleSpecification {
  const { sea, ground, line, text, quiet, surface, accent, good } = colours;
  const fades = (from: number) => ['interpolate', ['linear'], ['zoom'], OUTLINE_ENDS - 1, from, OUTLINE_ENDS, 0];
  const empty = () => ({ type: 'geojson', promoteId: 'id', data: { type: 'FeatureCollection', features: [] } });
  return {
    version: 8,
    // Each change of a paint would be drawn 18 times.
    transition: { duration: 0, delay: 0 },
    sources: {
      countries: empty(),
      places: empty(),
      ways: empty(),
      way: empty(),
      hubs: empty(),
      tasks: {
        ...empty(),
        cluster: true,
        clusterMaxZoom: groupsUpTo('tasks', 0),
        clusterMinPoints: 4,
        clusterRadius: 44,
        clusterProperties: waitingInGroup,
      },
      // Late and selected tasks, which no group may hide.
      marked: empty(),
      workers: {
        ...empty(),
        cluster: true,
        clusterMaxZoom: groupsUpTo('workers', 0),
        clusterMinPoints: 20,
        clusterRadius: 40,
      },
      drag: empty(),
    },
    layers: [
      {
        id: 'sea',
        type: 'background',
        paint: {
          'background-color': ['interpolate', ['linear'], ['zoom'], OUTLINE_ENDS - 1, sea, OUTLINE_ENDS, ground],
        },
      },
      {
        id: 'land',
        type: 'fill',
        source: 'countries',
        paint: { 'fill-color': colours.land, 'fill-opacity': fades(1) },
      },
      { id: 'borders', type: 'line', source: 'countries', paint: { 'line-color': line, 'line-opacity': fades(1) } },
      {
        id: 'places',
        type: 'symbol',
        source: 'places',
        layout: { 'text-field': ['get', 'name'], ...label(12), 'symbol-sort-key': ['-', 0, ['get', 'population']] },
        paint: { 'text-color': quiet, 'text-halo-color': ground, 'text-halo-width': 1.5 },
      },
      {
        id: 'ways',
        type: 'line',
        source: 'ways',
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: {
          'line-color': ['match', ['get', 'hue'], ...colours.lines.flatMap((each, hue) => [hue, each]), quiet],
          'line-width': 2,
          'line-opacity': WAY,
        },
      },
      {
        id: 'way',
        type: 'line',
        source: 'way',
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': accent, 'line-width': 2, 'line-dasharray': [1, 2] },
      },
      {
        id: 'hubs',
        type: 'symbol',
        source: 'hubs',
        layout: {
          'text-field': ['format', '⌂', { 'font-scale': 1.7 }, '\n', {}, ['get', 'name'], {}],
          ...label(11),
          'text-allow-overlap': true,
        },
        paint: { 'text-color': text, 'text-halo-color': surface, 'text-halo-width': 1.5 },
      },
      ...taskGroups(colours),
      taskSigns('tasks', colours),
      {
        id: 'marked-ground',
        type: 'circle',
        source: 'marked',
        filter: ['get', 'selected'],
        paint: {
          'circle-radius': 12,
          'circle-color': accent,
          'circle-opacity': 0.25,
          'circle-stroke-width': 1.5,
          'circle-stroke-color': accent,
        },
      },
      taskSigns('marked', colours),
      {
        id: 'workers',
        type: 'circle',
        source: 'workers',
        filter: isSingle,
        paint: {
          'circle-radius': ['case', ['==', ['get', 'letters'], ''], 8, 12],
          'circle-color': ['match', ['get', 'age'], 'fresh', ['case', ['get', 'active'], good, accent], surface],
          'circle-stroke-width': 2.5,
          'circle-stroke-color': [
            'match',
            ['get', 'age'],
            'fresh',
            surface,
            'old',
            ['case', ['get', 'active'], good, accent],
            quiet,
          ],
        },
      },
      {
        id: 'worker-letters',
        type: 'symbol',
        source: 'workers',
        filter: ['all', isSingle, ['!=', ['get', 'age'], 'lost']],
        layout: {
          'text-field': ['get', 'letters'],
          'text-font': FONT,
          'text-size': 11,
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        },
        paint: { 'text-color': ['match', ['get', 'age'], 'fresh', surface, text] },
      },
      {
        // In the circle, where it has room whatever else is named there.
        id: 'worker-crosses',
        type: 'symbol',
        source: 'workers',
        filter: ['all', isSingle, ['==', ['get', 'age'], 'lost']],
        layout: {
          'text-field': '✕',
          'text-font': FONT,
          'text-size': 13,
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        },
        paint: { 'text-color': quiet },
      },
      {
        id: 'worker-names',
        type: 'symbol',
        source: 'workers',
        filter: isSingle,
        layout: {
          'text-field': shortened(['string', ['get', 'name'], '']),
          ...label(12),
          'text-anchor': 'top',
          'text-offset': [0, 1.1],
        },
        paint: { 'text-color': text, 'text-halo-color': ground, 'text-halo-width': 1.5 },
      },
      {
        id: 'worker-groups',
        type: 'circle',
        source: 'workers',
        filter: isGroup,
        paint: {
          'circle-radius': 16,
          'circle-color': accent,
          'circle-stroke-width': 3,
          'circle-stroke-color': surface,
        },
      },
      {
        id: 'worker-counts',
        type: 'symbol',
        source: 'workers',
        filter: isGroup,
        layout: { 'text-field': ['get', 'point_count_abbreviated'], ...label(12), 'text-allow-overlap': true },
        paint: { 'text-color': surface },
      },
      { id: 'drag', type: 'line', source: 'drag', paint: { 'line-color': accent, 'line-width': 3 } },
    ],
  } as StyleSpecification;
}
