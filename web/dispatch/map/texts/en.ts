const workers = (count: number) => (count === 1 ? '1 worker' : `${count} workers`);
const tasks = (count: number) => (count === 1 ? '1 task' : `${count} tasks`);

/** The words of the map. */
export const en = {
  summary: (onMap: number, open: number, late: number) =>
    `Map: ${workers(onMap)}, ${tasks(open)}, ${late} late. All of it is in the lists beside it.`,
  fit: 'Show everything',
  legend: 'Legend',
  signs: {
    fresh: 'Worker, position at most a minute old',
    old: 'Position older than a minute',
    lost: 'Position older than five minutes',
    unassigned: 'Task, unassigned',
    assigned: 'Task, assigned',
    active: 'Task, under way',
    late: 'Late',
    unplaced: 'Address not found: the place is rough',
    hub: 'Hub',
  },
  lists: 'Tasks and workers on the map',
  unassigned: (count: number) => `Unassigned (${count})`,
  assigned: (count: number) => `Assigned and under way (${count})`,
  onDuty: (count: number) => `On duty (${count})`,
  pin: {
    title: (name: string) => `Where is ${name}?`,
    hint: 'Drag the pin to the place, or move it with the arrow keys (with Shift in small steps).',
    name: 'The place',
    position: 'Latitude, longitude',
    unreadable: 'Two numbers, as 37.78, -122.4',
    saved: (address: string) => `Saved. Whatever goes to ${address} finds its way from now on.`,
  },
  noStreets: 'No street map is set up; places are shown on plain ground.',
  streetsMissing: 'The street map cannot be read now; coasts, borders and towns are shown.',
  noWebGl: 'This browser draws no maps (WebGL is off). A sketch shows where things are.',
  notLoaded: 'The map could not be loaded. A sketch shows where things are.',
  sketch: (onMap: number, open: number) => `Sketch of ${workers(onMap)} and ${tasks(open)}`,
  rectangle: 'Shift and drag selects tasks.',
  drag: 'Drag a task onto a worker to assign it.',
};

export type MapWords = typeof en;
