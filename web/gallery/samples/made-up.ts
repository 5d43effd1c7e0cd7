/** People and madeUpTasks of nowhere, with the names that break pages: long, right to left, of one letter, without spaces. */
export const people = [
  { id: 'p1', name: 'Olive Owner', state: 'online' },
  { id: 'p2', name: 'Rosa Recipient', state: 'away' },
  { id: 'p3', name: 'ليلى الساعية', state: 'online' },
  { id: 'p4', name: 'สมชาย ใจดี', state: undefined },
  { id: 'p5', name: 'Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley of the Night Shift', state: undefined },
  { id: 'p6', name: 'X', state: 'away' },
] as const;

export const madeUpTasks = [
  { id: 't1', name: '543 Wharf Street', worker: 'Olive Owner', state: 'late', unread: 3 },
  { id: 't2', name: '12 Gate 4, dispatch floor', worker: 'Rosa Recipient', state: 'under way', unread: 0 },
  {
    id: 't3',
    name: 'Donaudampfschifffahrtsgesellschaftskapitänsgasse 1, Hinterhof, dritte Tür links',
    worker: 'X',
    state: 'done',
    unread: 1200,
  },
] as const;
