import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withOwnList } from '../own-list.ts';
import type { Job, RoutingProblem, SearchProgress, Vehicle } from './problem.ts';
import { oneAfterTheOther, travelOf } from './savings.ts';
import { solve } from './solve.ts';
import { solveRoutes } from './solve-routes.ts';
import { verify } from './verify.ts';

const location = fc.tuple(fc.double({ min: 8, max: 8.2, noNaN: true }), fc.double({ min: 47, max: 47.2, noNaN: true }));
const window = fc
  .tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 20_000 }))
  .map(([from, length]) => [from, from + length] as const);

const problems: fc.Arbitrary<RoutingProblem> = fc
  .tuple(
    fc.array(
      fc.record({
        start: location,
        end: fc.option(location, { nil: undefined }),
        timeWindow: window,
        breaks: fc.option(window, { nil: undefined, freq: 3 }),
        capacity: fc.tuple(fc.integer({ min: 0, max: 20 })),
        has: fc.integer({ min: 0, max: 4 }),
        skills: fc.subarray(['fridge', 'ladder']),
        speed: fc.double({ min: 1, max: 15, noNaN: true }),
      }),
      { maxLength: 4 },
    ),
    fc.array(
      fc.record({
        location,
        service: fc.integer({ min: 0, max: 900 }),
        timeWindow: window,
        amount: fc.tuple(fc.integer({ min: 0, max: 5 })),
        vehicle: fc.option(fc.nat(3), { nil: undefined, freq: 8 }),
        after: fc.option(fc.nat(20), { nil: undefined, freq: 3 }),
        skills: fc.option(fc.subarray(['fridge', 'ladder']), { nil: [], freq: 3 }),
      }),
      { maxLength: 20 },
    ),
  )
  .map(([vehicles, jobs]) =>
    withLists({
      lists: vehicles.map(({ has }) => has),
      vehicles: vehicles.map(
        ({ end, breaks, has: _has, ...vehicle }, n): Vehicle => ({
          id: `v${n}`,
          ...vehicle,
          ...(end ? { end } : {}),
          breaks: breaks ? [breaks] : [],
        }),
      ),
      jobs: jobs.map(
        ({ vehicle, after, ...job }, n): Job => ({
          ...job,
          id: `j${n}`,
          ...(vehicle !== undefined && vehicle < vehicles.length ? { vehicle: `v${vehicle}` } : {}),
          after: after !== undefined && after < n ? [`j${after}`] : [],
        }),
      ),
    }),
  );

/** The first jobs that are free become lists that the vehicles have already. */
function withLists({ lists, vehicles, jobs }: RoutingProblem & { lists: number[] }): RoutingProblem {
  const free = jobs.filter((job) => job.vehicle === undefined && job.after.length === 0);
  const retained = vehicles.map((vehicle, n) => withOwnList(vehicle, free.splice(0, lists[n])));
  const own = new Map(retained.flatMap((each) => each.jobs).map((job) => [job.id, job]));
  return { vehicles: retained.map(({ vehicle }) => vehicle), jobs: jobs.map((job) => own.get(job.id) ?? job) };
}

test('every solution keeps the rules, is as good as insertion alone, and follows from the seed', () => {
  fc.assert(
    fc.property(problems, fc.integer(), (problem, seed) => {
      const options = { seed, budgetMs: 60_000 };
      const inserted = solveRoutes(problem, { ...options, rounds: 0 });
      const solved = solveRoutes(problem, { ...options, rounds: 30 });
      verify(problem, inserted);
      verify(problem, solved);
      assert.ok(solved.unassigned.length <= inserted.unassigned.length);
      if (solved.unassigned.length === inserted.unassigned.length)
        assert.ok(solved.travelSeconds <= inserted.travelSeconds + 1e-6);
      assert.deepEqual(solveRoutes(problem, { ...options, rounds: 30 }), solved);
    }),
    { numRuns: 60 },
  );
});

const vehicle: Vehicle = { id: 'v', start: [8, 47], timeWindow: [0, 36_000], capacity: [2], speed: 10 };
const job = (id: string, lon: number, more: Partial<Job> = {}): Job => ({
  id,
  location: [lon, 47],
  service: 60,
  timeWindow: [0, 36_000],
  amount: [1],
  after: [],
  ...more,
});

test('the shortest way along a line is found, and what cannot be done is left out with its reason', () => {
  const line = { vehicles: [{ ...vehicle, capacity: [10] }], jobs: [job('c', 8.3), job('a', 8.1), job('b', 8.2)] };
  assert.deepEqual(solveRoutes(line, { seed: 1, budgetMs: 1000 }).routes, [{ vehicle: 'v', jobs: ['a', 'b', 'c'] }]);
  const jobs = [
    job('late', 8.5, { timeWindow: [0, 10] }),
    job('heavy', 8.1, { amount: [3] }),
    job('orphan', 8.1, { after: ['late'] }),
    ...['x', 'y', 'z'].map((id) => job(id, 8.1)),
  ];
  const { unassigned } = solveRoutes({ vehicles: [vehicle], jobs }, { seed: 1, budgetMs: 1000 });
  assert.deepEqual(
    unassigned.map(({ job, reason }) => [job.replace(/^[xyz]$/, 'one'), reason]),
    [
      ['late', 'TIME_WINDOW'],
      ['heavy', 'CAPACITY'],
      ['orphan', 'DEPENDENCY'],
      ['one', 'NO_ROOM'],
    ],
  );
});

test('a drop-off that must end before its pick-up can begin is out of time, and not out of room', () => {
  const jobs = [
    job('pickup', 8.1, { timeWindow: [10_000, 36_000] }),
    job('dropoff', 8.2, { after: ['pickup'], timeWindow: [0, 9000] }),
    job('beyond', 8.2, { after: ['dropoff'] }),
    // It opens in time, but not after the way from the pick-up.
    job('too far', 8.9, { after: ['pickup'], timeWindow: [0, 10_100] }),
    job('possible', 8.1, { after: ['pickup'], timeWindow: [0, 10_100] }),
  ];
  const { routes, unassigned } = solveRoutes(
    { vehicles: [{ ...vehicle, capacity: [9] }], jobs },
    { seed: 1, budgetMs: 1000 },
  );
  assert.deepEqual(routes[0]!.jobs, ['pickup', 'possible']);
  assert.deepEqual(
    unassigned.map(({ job, reason }) => [job, reason]),
    [
      ['dropoff', 'TIME_WINDOW'],
      ['beyond', 'DEPENDENCY'],
      ['too far', 'TIME_WINDOW'],
    ],
  );
});

test('what somebody has is put into a new order with what comes, and stays with them', () => {
  const far = job('far', 8.4, { timeWindow: [0, 10] });
  const own = withOwnList({ ...vehicle, capacity: [3] }, [job('b', 8.2), job('a', 8.1), far]);
  const problem = {
    vehicles: [own.vehicle, { ...vehicle, id: 'w', start: [8.5, 47] as const }],
    jobs: [...own.jobs, job('m', 8.15), job('n', 8.12)],
  };
  const { routes, travelSeconds } = solveRoutes(problem as RoutingProblem, { seed: 1, budgetMs: 1000 });
  // It is full, and was late already.
  const [retained, other] = [
    routes.find((route) => route.vehicle === 'v')!,
    routes.find((route) => route.vehicle === 'w')!,
  ];
  assert.deepEqual(
    [retained.jobs, other.jobs],
    [
      ['a', 'b', 'far'],
      ['m', 'n'],
    ],
  );
  assert.ok(Math.abs(travelOf(problem as RoutingProblem, routes) - travelSeconds) < 0.01);
  const unplanned = travelOf(
    problem as RoutingProblem,
    oneAfterTheOther(problem as RoutingProblem, new Set(['m', 'n'])),
  );
  assert.ok(unplanned > travelSeconds);
});

test('nothing is done in a break', () => {
  const resting = { ...vehicle, breaks: [[100, 5000]] as const };
  const problem = { vehicles: [resting], jobs: [job('now', 8.0001), job('later', 8.01)] };
  assert.equal(solveRoutes(problem, { seed: 1, budgetMs: 1000 }).routes[0]!.jobs.length, 2);
  const inBreak = [job('in', 8.01, { timeWindow: [0, 4000] })];
  const { unassigned } = solveRoutes({ vehicles: [resting], jobs: inBreak }, { seed: 1, budgetMs: 1000 });
  assert.deepEqual(unassigned, [{ job: 'in', reason: 'TIME_WINDOW' }]);
});

test('the time bounds insertion too', () => {
  const vehicles = Array.from(
    { length: 100 },
    (_, n): Vehicle => ({ ...vehicle, id: `v${n}`, start: [8 + n / 500, 47] }),
  );
  const jobs = Array.from({ length: 500 }, (_, n) => job(`${n}`, 8 + n / 2500));
  const { routes, unassigned } = solveRoutes({ vehicles, jobs }, { seed: 1, budgetMs: 0 });
  assert.deepEqual([routes, unassigned.length], [[], 500]);
});

test('the verifier tells each broken rule', () => {
  const jobs = [job('a', 8.1), job('b', 8.2, { after: ['a'] }), job('c', 8.3, { timeWindow: [0, 5] })];
  const problem = { vehicles: [vehicle], jobs };
  const check = (stops: string[], left: string[], problem_: RoutingProblem = problem) =>
    verify(problem_, {
      routes: [{ vehicle: 'v', jobs: stops }],
      unassigned: left.map((id) => ({ job: id, reason: 'NO_ROOM' })),
      travelSeconds: 0,
    });
  check(['a', 'b'], ['c']);
  assert.throws(() => check(['b', 'a'], ['c']), /b comes before a/);
  assert.throws(() => check(['a', 'a'], ['b', 'c']), /twice/);
  assert.throws(() => check(['a'], ['c']), /neither/);
  assert.throws(() => check(['c'], ['a', 'b']), /too late/);
  const small = { ...vehicle, capacity: [1] };
  assert.throws(() => check(['a', 'b'], ['c'], { jobs, vehicles: [small] }), /too much/);
  assert.throws(() => check(['a'], ['b', 'c'], { jobs, vehicles: [{ ...vehicle, timeWindow: [0, 60] }] }), /its end/);
  assert.throws(() => check([], ['a', 'b', 'c'], { jobs, vehicles: [{ ...vehicle, jobs: ['a'] }] }), /already/);
  const resting = { ...vehicle, breaks: [[0, 35_900]] as const };
  assert.throws(
    () =>
      check(['a'], ['b', 'c'], {
        jobs: [job('a', 8.1, { timeWindow: [0, 30_000] }), ...jobs.slice(1)],
        vehicles: [resting],
      }),
    /too late/,
  );
  const bound = [{ ...jobs[0]!, vehicle: 'w' }, ...jobs.slice(1)];
  assert.throws(() => check(['a'], ['b', 'c'], { jobs: bound, vehicles: [vehicle] }), /for vehicle w/);
});

test('the thread gives the same, and ends when it is told to', async () => {
  const problem = { vehicles: [vehicle], jobs: [job('a', 8.1), job('b', 8.05)] };
  const options = { seed: 7, budgetMs: 5000, rounds: 5 };
  const { signal } = new AbortController();
  const reports: SearchProgress[] = [];
  const onProgress = (progress: SearchProgress) => void reports.push(progress);
  const solution = await solve(problem, { ...options, signal, onProgress });
  assert.deepEqual(solution, solveRoutes(problem, options));
  assert.ok(reports.length > 0 && reports.every(({ share }) => share >= 0 && share <= 1));
  assert.equal(reports[0]!.missing, 0);
  assert.ok(Math.abs(reports.at(-1)!.travelSeconds - solution.travelSeconds) < 1e-6);
  const many = {
    vehicles: [{ ...vehicle, capacity: [1000] }],
    jobs: Array.from({ length: 200 }, (_, n) => job(`${n}`, 8 + n / 1000)),
  };
  await assert.rejects(solve(many, { seed: 1, budgetMs: 60_000, rounds: 1e9, signal: AbortSignal.timeout(300) }));
});
