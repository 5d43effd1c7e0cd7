import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { metresBetween } from '../../rules/sphere.ts';
import { ageOf } from '../../web/store/dispatch/select/age.ts';
import { type BoardSource, boardColumns, sortedColumns } from '../../web/store/dispatch/select/board.ts';
import { compareDays, dayOf, doneSince } from '../../web/store/dispatch/select/day.ts';
import { withDependents } from '../../web/store/dispatch/select/groups.ts';
import { movedOn } from '../../web/store/dispatch/select/moved-on.ts';
import { findByName } from '../../web/store/dispatch/select/names.ts';
import { isPlaced } from '../../web/store/dispatch/select/placed.ts';
import { knownSkills, skillsOf } from '../../web/store/dispatch/select/skills.ts';
import { fieldValueOf, isInTable, sortedBy, type TableFilter } from '../../web/store/dispatch/select/table.ts';
import { addressLine, isLate, matchesTask, streetLine, taskName } from '../../web/store/dispatch/select/tasks.ts';
import { groupsByWindow } from '../../web/store/dispatch/select/windows.ts';
import type { Position } from '../../web/store/dispatch/state.ts';
import type { GetDispatchAnswer, LiveContainer, LiveTeam, LiveWorker, Task } from '../../web/store/wire/dispatch.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

/** A task of which only what a test names is set. */
const task = (id: string, given: object = {}): Task =>
  ({
    ...{ id, shortId: id, state: 0, worker: null, dependencies: [], skills: [], customFields: [], notes: '' },
    ...{ completeAfter: null, completeBefore: null, delayTime: null, serviceTime: 0, timeCreated: 0 },
    ...{ overrides: {}, recipients: [], timeLastModified: 0 },
    completionDetails: { success: null, time: null, events: [] },
    destination: { address: {}, location: [0, 0], located: true },
    ...given,
  }) as unknown as Task;
const worker = (id: string, given: object = {}): LiveWorker =>
  ({ id, name: id, teams: [], skills: [], onDuty: false, ...given }) as unknown as LiveWorker;
const team = (id: string, name = id): LiveTeam => ({ id, name }) as unknown as LiveTeam;
const byId = <T extends { id: string }>(...items: T[]) => new Map(items.map((item) => [item.id, item]));
const idsOf = (tasks: readonly Task[]) => tasks.map(({ id }) => id);

test('a card has the street and the city of an address, and all of it where there is no street', () => {
  const at = (address: object) => task('t', { destination: { address, location: [0, 0], located: true } });
  const parts = { number: '98', street: 'West Portal Avenue', city: 'San Francisco', state: 'California' };
  const inFull = at({ ...parts, postalCode: '94127', country: 'United States' });
  assert.equal(streetLine(inFull), '98 West Portal Avenue, San Francisco');
  assert.equal(addressLine(inFull), '98 West Portal Avenue, San Francisco, California 94127');
  const german = at({ number: '7', street: 'Kantstraße', apartment: '2. OG', postalCode: '10623', city: 'Berlin' });
  assert.equal(streetLine(at({ ...german.destination.address, country: 'DE' })), 'Kantstraße 7, 2. OG, Berlin');
  assert.equal(
    streetLine(at({ name: 'Gate 4', city: 'Boise', state: 'Idaho' })),
    addressLine(at({ name: 'Gate 4', city: 'Boise', state: 'Idaho' })),
  );
});

test('a place is fresh for a minute and old up to five', () => {
  const ages = [0, MINUTE, MINUTE + 1, 5 * MINUTE, 5 * MINUTE + 1].map((age) => ageOf(NOW - age, NOW));
  assert.deepEqual(ages, ['fresh', 'fresh', 'old', 'old', 'lost']);
  assert.equal(ageOf(null, NOW), 'lost');
});

test('tasks are grouped by the hour in which their window ends: late ones first, those without an end last', () => {
  const hour = 60 * MINUTE;
  const start = Math.ceil(NOW / hour) * hour;
  const tasks = [
    task('open'),
    task('next hour', { completeBefore: start + hour + 1 }),
    task('on the hour', { completeBefore: start + hour }),
    task('late', { completeBefore: NOW - 1 }),
    task('will be late', { completeBefore: start + hour, delayTime: 60 }),
    task('this hour', { completeBefore: start + 1 }),
  ];
  assert.deepEqual(
    groupsByWindow(tasks, NOW).map(({ until, tasks: of }) => [until, idsOf(of)]),
    [
      ['late', ['late', 'will be late']],
      [start + hour, ['this hour', 'on the hour']],
      [start + 2 * hour, ['next hour']],
      ['open', ['open']],
    ],
  );
  const delayed = [
    task('this hour', { completeBefore: start + 1 }),
    task('will be late', { completeBefore: start + hour, delayTime: 60 }),
  ];
  assert.deepEqual(
    groupsByWindow(delayed, NOW).map(({ until }) => until),
    ['late', start + hour],
  );
  assert.deepEqual(groupsByWindow([], NOW), []);
});

test('late is what has an expected delay or whose time is over, and is not done', () => {
  const cases: [given: object, late: boolean][] = [
    [{}, false],
    [{ completeBefore: NOW - 1 }, true],
    [{ completeBefore: NOW }, false],
    [{ completeBefore: NOW - 1, state: 3 }, false],
    [{ delayTime: 1 }, true],
    [{ delayTime: 0 }, false],
    [{ delayTime: 1, state: 3 }, false],
  ];
  for (const [given, late] of cases) assert.equal(isLate(task('t', given), NOW), late, JSON.stringify(given));
});

test('a task is called by its recipient, else by its address', () => {
  const address = { name: 'Depot', number: '4', street: 'Quay', apartment: '2', postalCode: '10115', city: 'Hafen' };
  const destination = { address };
  assert.equal(addressLine(task('t', { destination })), 'Depot, 4 Quay, 2, 10115 Hafen');
  assert.equal(addressLine(task('t', { destination: { address: { street: 'Quay', city: 'Hafen' } } })), 'Quay, Hafen');
  assert.equal(taskName(task('t', { destination })), 'Depot, 4 Quay, 2, 10115 Hafen');
  const recipients = [{ name: 'Rosa', phone: '+4930123' }];
  assert.equal(taskName(task('t', { destination, recipients })), 'Rosa');
  const named = task('t', { destination, recipients, overrides: { recipientName: 'Her neighbour' } });
  assert.equal(taskName(named), 'Her neighbour');
});

test('a text finds a task when each of its words begins one of the task', () => {
  const found = task('ab12', {
    recipients: [{ name: 'Zoë Núñez', phone: '+4930123' }],
    destination: { address: { street: 'Quay', city: 'Hafen' } },
    notes: 'ring twice',
  });
  for (const text of ['', 'zoe', 'NUN quay', 'ab12', '+4930', 'twice hafen']) assert.ok(matchesTask(found, text), text);
  for (const text of ['oe', 'zoe depot', 'b12']) assert.ok(!matchesTask(found, text), text);
});

test('distances are those of a sphere', () => {
  assert.equal(Math.round(metresBetween([0, 0], [1, 0])), 111_195);
  assert.equal(Math.round(metresBetween([0, 0], [0, 1])), 111_195);
  assert.equal(Math.round(metresBetween([10, 60], [11, 60])), 55_597);
  assert.equal(metresBetween([10, 60], [10, 60]), 0);
});

describe('the table', () => {
  const source = {
    workers: byId(worker('w', { teams: ['north'] }), worker('v')),
    teams: byId(team('north')),
    listOfTask: new Map([
      ['mine', 'WORKER w'],
      ['open', 'TEAM north'],
      ['free', 'ORGANIZATION o'],
    ]),
    now: NOW,
  };
  const isIn = (given: Task, filter: TableFilter) => isInTable(given, filter, source);

  test('is narrowed by state, and by who has the task or had it', () => {
    const states = [
      task('t'),
      task('t', { state: 1 }),
      task('t', { state: 2 }),
      task('t', { state: 3, completionDetails: { success: true } }),
      task('t', { state: 3, completionDetails: { success: false } }),
    ];
    for (const [at, state] of (['unassigned', 'assigned', 'active', 'succeeded', 'failed'] as const).entries())
      assert.deepEqual(
        states.map((one) => isIn(one, { state })),
        states.map((_one, n) => n === at),
      );
    const [mine, open, free] = [task('mine'), task('open'), task('free', { worker: 'w' })];
    const done = task('done', { state: 3, worker: 'w' });
    assert.deepEqual(
      [mine, open, free, done].map((one) => isIn(one, { team: 'north' })),
      [true, true, false, true],
    );
    assert.deepEqual(
      [mine, open, free, done].map((one) => isIn(one, { worker: 'w' })),
      [true, false, false, true],
    );
    assert.equal(isIn(task('x', { worker: 'v' }), { team: 'north' }), false);
  });

  test('is narrowed by a window that touches the time, and by when a task was completed', () => {
    const [from, to] = [1000, 2000];
    const inWindow = (completeAfter: number | null, completeBefore: number | null) =>
      isIn(task('t', { completeAfter, completeBefore }), { window: { from, to } });
    assert.deepEqual(
      [inWindow(null, null), inWindow(1999, null), inWindow(2000, null), inWindow(null, 1000), inWindow(null, 999)],
      [false, true, false, true, false],
    );
    const completed = (time: number | null, state = 3) =>
      isIn(task('t', { state, completionDetails: { time } }), { completed: { from, to } });
    assert.deepEqual(
      [completed(999), completed(1000), completed(1999), completed(2000), completed(1500, 2), completed(null)],
      [false, true, true, false, false, false],
    );
  });

  test('is narrowed by text, skill, lateness and the value of a custom field, all at once', () => {
    const one = task('t', {
      ...{ notes: 'ring twice', skills: ['cold'], completeBefore: NOW - 1 },
      customFields: [
        { key: 'gates', value: ['North gate', 'B'] },
        { key: 'empty', value: null },
      ],
    });
    for (const filter of [
      { text: 'ring' },
      { skill: 'cold' },
      { late: true },
      { field: { key: 'gates', text: 'nor b' } },
    ])
      assert.ok(isIn(one, filter), JSON.stringify(filter));
    for (const filter of [
      ...[{ text: 'bell' }, { skill: 'heavy' }, { text: 'ring', skill: 'heavy' }],
      ...[{ field: { key: 'gates', text: 'south' } }, { field: { key: 'other', text: '' } }],
    ])
      assert.ok(!isIn(one, filter), JSON.stringify(filter));
    assert.ok(!isIn(task('t'), { late: true }));
    assert.equal(fieldValueOf(one, 'gates'), 'North gate, B');
    assert.equal(fieldValueOf(one, 'empty'), undefined);
  });

  test('is sorted either way with what has no value last, and equals as they were created', () => {
    const tasks = [
      task('c', { notes: 'b', timeCreated: 3 }),
      task('b', { notes: 'b', timeCreated: 2 }),
      task('none', { notes: '' }),
      task('a', { notes: 'b', timeCreated: 2 }),
      task('first', { notes: 'a', timeCreated: 9 }),
    ];
    const notes = ({ notes: text }: Task) => text || null;
    assert.deepEqual(idsOf(sortedBy(tasks, notes, false)), ['first', 'a', 'b', 'c', 'none']);
    assert.deepEqual(idsOf(sortedBy(tasks, notes, true)), ['a', 'b', 'c', 'first', 'none']);
  });
});

test('a position counts where both of its numbers are known', () => {
  const at = (lon: number | null, lat: number | null) => isPlaced({ lon, lat } as Position);
  assert.deepEqual([at(13.4, 52.5), at(0, 0), at(null, 52.5), at(13.4, null)], [true, true, false, false]);
  assert.equal(isPlaced(undefined), false);
});

describe('the board', () => {
  const source: BoardSource = {
    organizationId: 'o',
    tasks: byId(
      task('t1'),
      task('t2', { notes: 'ring', completeBefore: NOW - 1 }),
      task('t3'),
      task('now', { state: 2, worker: 'busy' }),
    ),
    workers: byId(
      worker('waiting', { name: 'Cleo', teams: ['south'] }),
      worker('duty', { name: 'Bea', onDuty: true, teams: ['north'] }),
      worker('busy', { name: 'Abe', teams: ['north'] }),
      worker('idle', { name: 'Dan' }),
    ),
    teams: byId(team('south', 'South'), team('north', 'North')),
    lists: new Map([
      ['ORGANIZATION o', ['t1', 'gone']],
      ['TEAM north', ['t2', 't3']],
      ['WORKER waiting', ['t3']],
    ]),
    now: NOW,
  };
  const names = (filter: object) => boardColumns(source, filter).map(({ name }) => name);

  test('has the organization, the teams and the workers who are at work or have something to do', () => {
    assert.deepEqual(names({}), [null, 'North', 'South', 'Abe', 'Bea', 'Cleo']);
    assert.deepEqual(names({ everybody: true }), [null, 'North', 'South', 'Abe', 'Bea', 'Cleo', 'Dan']);
    assert.deepEqual(names({ team: 'north' }), [null, 'North', 'Abe', 'Bea']);
  });

  test('sorts the workers by lateness, load or name, pinned ones first, and shows pinned ones off duty', () => {
    const busier = {
      ...source,
      lists: new Map([...source.lists, ['WORKER duty', ['t1', 't3']], ['WORKER waiting', ['t2']]]),
    };
    const order = (by: 'late' | 'name' | 'load', pinned: string[] = []) => {
      const keep = new Set(pinned);
      return sortedColumns(boardColumns(busier, { keep }), by, keep).map(({ name }) => name);
    };
    assert.deepEqual(order('name'), [null, 'North', 'South', 'Abe', 'Bea', 'Cleo']);
    assert.deepEqual(order('late'), [null, 'North', 'South', 'Cleo', 'Abe', 'Bea']);
    assert.deepEqual(order('load'), [null, 'North', 'South', 'Bea', 'Abe', 'Cleo']);
    assert.deepEqual(order('late', ['idle']), [null, 'North', 'South', 'Dan', 'Cleo', 'Abe', 'Bea']);
  });

  test('shows of each list what the filter leaves, counts what is there, and has what is being done apart', () => {
    const shown = (filter: object) =>
      boardColumns(source, filter).map(({ tasks, active, count }) => [
        idsOf(tasks).join(),
        idsOf(active).join(),
        count,
      ]);
    const rest = [
      ['', '', 0],
      ['', '', 0],
    ];
    assert.deepEqual(shown({}), [
      ['t1', '', 1],
      ['t2,t3', '', 2],
      ['', '', 0],
      ['', 'now', 0],
      ['', '', 0],
      ['t3', '', 1],
    ]);
    assert.deepEqual(shown({ text: 'ring' }), [['', '', 1], ['t2', '', 2], ...rest, ['', '', 0], ['', '', 1]]);
    assert.deepEqual(shown({ late: true }).slice(0, 2), [
      ['', '', 1],
      ['t2', '', 2],
    ]);
  });
});

describe('a day', () => {
  const kilometre = 1 / 111.195;
  const at = (lon: number, given: object = {}) =>
    task('t', { destination: { location: [lon, 0], located: true, address: {} }, ...given });

  test('is the way from door to door and the time at each', () => {
    const tasks = [at(kilometre, { serviceTime: 2 }), at(2 * kilometre, { serviceTime: 1, completeBefore: NOW })];
    const { stops, finish, late } = dayOf(tasks, { place: [0, 0], at: NOW, metresPerSecond: 10 });
    const seconds = stops.map(({ from, arrival, end }) =>
      [from, arrival, end].map((time) => Math.round((time - NOW) / 1000)),
    );
    assert.deepEqual(seconds, [
      [0, 100, 220],
      [220, 320, 380],
    ]);
    assert.deepEqual(
      stops.map((stop) => [stop.late, stop.isKnown]),
      [
        [0, true],
        [380, true],
      ],
    );
    assert.deepEqual([Math.round((finish! - NOW) / 1000), late], [380, 1]);
  });

  test('is a guess where a place is not known', () => {
    const unlocated = at(kilometre, { destination: { location: [kilometre, 0], located: false, address: {} } });
    const known = (place: [number, number] | undefined, ...tasks: Task[]) =>
      dayOf(tasks, { place, at: NOW, metresPerSecond: 10 }).stops.map(({ isKnown }) => isKnown);
    assert.deepEqual(known([0, 0], unlocated), [false]);
    assert.deepEqual(known(undefined, at(kilometre), at(0)), [false, false]);
    const [first] = dayOf([at(kilometre)], { place: undefined, at: NOW, metresPerSecond: 10 }).stops;
    assert.equal(first!.arrival, NOW);
  });

  test('is compared with another one; without anything to do it ends now', () => {
    const start = { place: [0, 0] as [number, number], at: NOW, metresPerSecond: 10 };
    const [none, one] = [dayOf([], start), dayOf([at(0, { serviceTime: 5, completeBefore: NOW })], start)];
    assert.deepEqual(compareDays(none, one, NOW), { minutes: 5, late: 1, finish: NOW + 5 * MINUTE });
    assert.deepEqual(compareDays(one, none, NOW), { minutes: -5, late: 0, finish: undefined });
  });

  test('has what was done since a time, by worker and in its order', () => {
    const done = (id: string, time: number, given: object = {}) =>
      task(id, { state: 3, worker: 'w', completionDetails: { time, events: [] }, serviceTime: 2, ...given });
    const started = {
      events: [
        { name: 'start', time: NOW + 50 },
        { name: 'start', time: NOW + 60 },
      ],
      time: NOW + 100,
    };
    const tasks = byId(
      done('later', NOW + 10 * MINUTE),
      done('started', NOW, { completionDetails: started }),
      done('edge', NOW),
      done('before', NOW - 1),
      done('running', NOW, { state: 2 }),
      done('nobody', NOW, { worker: null }),
    );
    const found = doneSince(tasks, NOW);
    assert.deepEqual([...found.keys()], ['w']);
    assert.deepEqual(
      found.get('w')!.map(({ task: { id }, from, end }) => [id, from - NOW, end - NOW]),
      [
        ['edge', 0, 0],
        ['started', 60, 100],
        ['later', 8 * MINUTE, 10 * MINUTE],
      ],
    );
  });
});

test('what depends on a task, and what it depends on, goes along in the order of dependencies', () => {
  const tasks = byId(
    task('dropoff', { dependencies: ['pickup'] }),
    task('pickup'),
    task('after', { dependencies: ['dropoff'] }),
    task('alone'),
    task('begun', { state: 2, dependencies: ['alone'] }),
    task('assigned', { state: 1 }),
  );
  assert.deepEqual(withDependents(tasks, ['after']), ['pickup', 'dropoff', 'after']);
  assert.deepEqual(withDependents(tasks, ['pickup']), ['pickup', 'dropoff', 'after']);
  assert.deepEqual(withDependents(tasks, ['alone', 'assigned', 'alone', 'unknown']), ['alone', 'assigned']);
  assert.deepEqual(withDependents(tasks, ['begun']), []);
});

test('a plan is compared with what has changed since it was made', () => {
  const known = {
    tasks: byId(task('same', { timeLastModified: 10 }), task('changed', { timeLastModified: 11 }), task('had')),
    workers: byId(worker('w', { teams: ['north'] }), worker('v', { teams: ['north'] }), worker('gone')),
    containers: new Map(
      [
        { type: 'TEAM', owner: 'north', tasks: ['same', 'changed', 'unknown'] },
        { type: 'WORKER', owner: 'w', tasks: ['had'] },
        { type: 'WORKER', owner: 'v', tasks: ['x'] },
      ].map((each) => [each.owner, each as unknown as LiveContainer]),
    ),
  };
  const route = (of: string, tasks: string[], tasksBefore: string[] = []) => ({ worker: of, tasks, tasksBefore });
  const plan = {
    routes: [
      route('w', ['had', 'same'], ['had']),
      route('v', ['changed', 'elsewhere', 'unknown']),
      route('gone', [], ['y']),
      route('nobody', []),
    ],
  };
  const found = movedOn(known, { team: 'north', timeCreated: 10, plan } as unknown as GetDispatchAnswer);
  assert.deepEqual(found, {
    tasks: ['changed', 'elsewhere', 'unknown'],
    lists: ['v'],
    gone: ['gone', 'nobody'],
  });
  const without = { team: 'north', timeCreated: 10, plan: null } as unknown as GetDispatchAnswer;
  assert.deepEqual(movedOn(known, without), { tasks: [], lists: [], gone: [] });
});

test('names are found by their beginning, by their words, then by initials, and no more than asked for', () => {
  const items = ['Ana Berg', 'Bea Antonius', 'Arno', 'Carl Bo'].map((name) => ({ name }));
  const found = (query: string, limit = 9) => findByName(items, query, limit).map(({ name }) => name);
  assert.deepEqual(found('an'), ['Ana Berg', 'Bea Antonius']);
  assert.deepEqual(found('ana b'), ['Ana Berg']);
  assert.deepEqual(found('berg an'), ['Ana Berg']);
  assert.deepEqual(found('cb'), ['Carl Bo']);
  assert.deepEqual(found('c b x'), []);
  assert.deepEqual(found('a'), ['Ana Berg', 'Arno', 'Bea Antonius']);
  assert.deepEqual(found('a', 1), ['Ana Berg']);
  assert.deepEqual(found(' ', 2), ['Ana Berg', 'Bea Antonius']);
});

test('skills are read from a text as the server keeps them, and known from workers and tasks', () => {
  assert.deepEqual(skillsOf(' Heavy, cold,, COLD ,cafe\u0301'), ['café', 'cold', 'heavy']);
  assert.deepEqual(skillsOf(' , '), []);
  const known = knownSkills({
    workers: byId(worker('w', { skills: ['heavy', 'cold'] })),
    tasks: byId(task('t', { skills: ['cold', 'alpine'] })),
  });
  assert.deepEqual(known, ['alpine', 'cold', 'heavy']);
});
