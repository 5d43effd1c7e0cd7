const tasks = (count: number) => (count === 1 ? '1 task' : `${count} tasks`);

/** The words of the timeline. */
export const en = {
  label: (count: number) => (count === 1 ? 'Timeline of 1 worker' : `Timeline of ${count} workers`),
  waiting: 'Waiting tasks',
  now: 'Now',
  goNow: 'Show now',
  fewerHours: 'Fewer hours',
  moreHours: 'More hours',
  numbers: (workers: number, late: number) =>
    `${workers === 1 ? '1 worker' : `${workers} workers`}, ${tasks(late)} late`,
  nobody: 'Nobody fits the filter',
  nobodyText: 'Workers who are on duty or have something to do are here; the others with “Also off duty”.',
  nothing: 'Nothing to do',
  until: (time: string) => `until ${time}`,
  lateCount: (count: number) => `${count} late`,
  noPosition: 'position unknown',
  shift: (spans: string) => `Shift ${spans}`,
  break: 'Break',
  about: 'about',
  early: 'before its time',
  done: (time: string) => `done ${time}`,
  bar: {
    taskFrom: (from: string, end: string) => `${from} to ${end}`,
  },
  refused: 'What the shifts are could not be asked.',
};

export type TimelineWords = typeof en;
