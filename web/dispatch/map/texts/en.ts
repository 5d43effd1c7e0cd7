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
    hub: 'Hub',
  },
  lists: 'Tasks and workers on the map',
  unassigned: (count: number) => `Unassigned (${count})`,
  assigned: (count: number) => `Assigned and under way (${count})`,
  onDuty: (count: number) => `On duty (${count})`,
  noStreets: 'No street map is set up; places are shown on plain ground.',
  noWebGl: 'This browser draws no maps (WebGL is off). A sketch shows where things are.',
  notLoaded: 'The map could not be loaded. A sketch shows where things are.',
  sketch: (onMap: number, open: number) => `Sketch of ${workers(onMap)} and ${tasks(open)}`,
  rectangle: 'Shift and drag selects tasks.',
  drag: 'Drag a task onto a worker to assign it.',
};

export type MapWords = typeof en;
