import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { comparable, differences } from '../../web/store/dispatch/law.ts';
import type { DispatchState } from '../../web/store/dispatch/state.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { type DispatchClient, until } from '../harness/clients.ts';
import { destinationAt, makeDispatcher, startFleet } from '../harness/fleet.ts';
import { LiveReader } from '../harness/live.ts';
import { startTestServer } from '../harness/server.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;
const WORKERS = 40;
const TASKS = 200;
const CHANGES = 1000;
const SEED = Number(process.env.SEED ?? 2_026);

/** Whole numbers below a bound that follow from the seed (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

describe('the console while a fleet is changed densely, in a browser', {
  skip: withoutBrowser,
  timeout: TIMEOUT_MS,
}, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let fleet: Awaited<ReturnType<typeof startFleet>>;
  let profile: BrowserContext;
  let board: Page;
  const workers: string[] = [];
  const tasks: string[] = [];

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    fleet = await startFleet(server);
    const { api, north } = fleet;
    for (let n = 0; n < WORKERS; n++) {
      const phone = `+1415558${String(n).padStart(4, '0')}`;
      const made = await api.post('/workers', { name: `Worker ${n}`, phone, teams: [north] });
      assert.equal(made.status, 200, made.text);
      workers.push(made.json.id);
    }
    const made = await api.post('/tasks/batch', { tasks: Array.from({ length: TASKS }, (_, n) => taskOf(n)) });
    assert.equal(made.status, 200, made.text);
    tasks.push(...made.json.tasks.map(({ id }: { id: string }) => id));
    assert.equal(tasks.length, TASKS);
    profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email: (await api.get('/admins')).json[0].email, password: 'correct horse battery staple' },
    });
    assert.equal(answer.status(), 200, await answer.text());
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  /** Some wait for anybody, most are somebody's. */
  const taskOf = (n: number) => ({
    destination: destinationAt(-122.4 - n / 10_000),
    notes: `stop ${n}`,
    ...(n % 5 === 0 ? {} : { container: { type: 'WORKER', worker: workers[(n + Math.floor(n / WORKERS)) % WORKERS] } }),
  });

  /** One of the changes that the three clients make; what is not possible by then is refused. */
  async function change(client: DispatchClient, random: (below: number) => number, n: number): Promise<void> {
    const task = tasks[random(tasks.length)]!;
    const worker = workers[random(WORKERS)]!;
    const kind = random(10);
    const asked = () => {
      if (kind < 4) return client.put(`/containers/workers/${worker}`, { tasks: [random(3) - 1, task] });
      if (kind < 5) return client.put(`/containers/organizations/${fleet.organization}`, { tasks: [-1, task] });
      if (kind < 7) return client.put(`/tasks/${task}`, { notes: `change ${n}` });
      if (kind < 8) return client.put(`/workers/${worker}`, { name: `Worker ${n}`, capacity: random(9) });
      if (random(3) > 0) return client.post('/tasks', taskOf(n));
      if (random(2) > 0) return client.delete(`/tasks/${task}`);
      return client.post(`/tasks/${task}/complete`, { completionDetails: { success: n % 2 === 0 } });
    };
    const { status, text, json } = await asked();
    assert.ok(status < 500, text);
    if (status === 200 && json?.shortId && !tasks.includes(json.id)) tasks.push(json.id);
  }

  /** Returns the number of tasks that each list of the board shows; scrolls the board to its end. */
  const countsOfBoard = (page: Page) =>
    page.evaluate(() => {
      // As columns the lists go on to the right, as rows downwards; each is made when it comes near.
      for (const within of document.querySelectorAll('main, .board, .board *')) {
        within.scrollLeft = within.scrollWidth;
        within.scrollTop = within.scrollHeight;
      }
      const columns = [...document.querySelectorAll<HTMLElement>('.column[data-list]')];
      const count = (column: HTMLElement) => Number(column.querySelector('.column-count')!.textContent);
      return Object.fromEntries(columns.map((column) => [column.dataset.list!, count(column)]));
    });

  async function countsOfApi(): Promise<Record<string, number>> {
    const { api, organization, north } = fleet;
    const own = await fleet.container('organizations', organization);
    const ofTeam = await fleet.container('teams', north);
    const all = (await api.get('/workers')).json as { id: string; tasks: string[]; activeTask: string | null }[];
    const busy = all.filter(({ tasks: list, activeTask }) => list.length > 0 || activeTask);
    return {
      [`ORGANIZATION ${organization}`]: own.length,
      [`TEAM ${north}`]: ofTeam?.length ?? 0,
      ...Object.fromEntries(
        busy.map(({ id, tasks: list, activeTask }) => [`WORKER ${id}`, list.length + (activeTask ? 1 : 0)]),
      ),
    };
  }

  const sorted = (counts: Record<string, number>) =>
    Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1));

  async function boardIsAs(counts: Record<string, number>): Promise<void> {
    const expected = JSON.stringify(sorted(counts));
    let shown = '';
    const isThere = async () => {
      shown = JSON.stringify(sorted(await countsOfBoard(board)));
      return shown === expected;
    };
    await until(isThere, 'the counts of the API', 120).catch(() => assert.equal(shown, expected));
  }

  /** Returns the state that the board's page hands to a tab opened later. */
  async function stateOf(other: Page, personId: string): Promise<DispatchState> {
    const text = await other.evaluate(
      (name) =>
        new Promise<string>((resolve) => {
          const tabs = new BroadcastChannel(name);
          tabs.onmessage = ({ data }) => {
            if (data.kind !== 'handed over') return;
            tabs.close();
            resolve(JSON.stringify(data.known, (_, value) => (value instanceof Map ? { map: [...value] } : value)));
          };
          tabs.postMessage({ kind: 'hello' });
        }),
      `live dispatch ${personId}`,
    );
    return JSON.parse(text, (_, value) => (Array.isArray(value?.map) ? new Map(value.map) : value));
  }

  test('after 1,000 changes by three clients the page has what the API has, and what begins anew has (D2)', {
    timeout: TIMEOUT_MS,
  }, async (t) => {
    t.diagnostic(`seed ${SEED}`);
    board = await profile.newPage();
    const streams: string[] = [];
    board.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v2/live') streams.push(request.url());
    });
    const session = board.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/session');
    await board.goto('/dispatch/board');
    const { person } = await (await session).json();
    await boardIsAs(await countsOfApi());

    const { client } = await makeDispatcher(server, fleet, []);
    const random = randomNumbers(SEED);
    let made = 0;
    const clients = [fleet.api, client, fleet.api].map(async (each) => {
      while (made < CHANGES) await change(each, random, made++);
    });
    await Promise.all(clients);

    await boardIsAs(await countsOfApi());
    const other = await profile.newPage();
    await other.goto('/connect');
    const known = await stateOf(other, person.id);
    const fresh = await LiveReader.open(fleet.api, { query: `?completedSince=${known.completedSince}` });
    assert.equal(known.event, fresh.state.event);
    assert.deepEqual(differences(comparable(known), comparable(fresh.state)), []);
    await fresh.close();
    await other.close();
    assert.equal(streams.length, 1);
  });

  test('the map shows as many, what is made by the API comes, and what is completed leaves (D2)', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { api, task } = fleet;
    await board.goto('/dispatch/map');
    const open = async () => (await api.get('/tasks/all?from=0&state=0,1,2')).json;
    let count = 0;
    for (
      let page = await open();
      ;
      page = (await api.get(`/tasks/all?from=0&state=0,1,2&lastId=${page.lastId}`)).json
    ) {
      count += page.tasks.length;
      if (!page.lastId) break;
    }
    const shown = (tasksOnMap: number) =>
      board.getByRole('img', { name: new RegExp(` ${tasksOnMap} tasks$`) }).waitFor();
    await shown(count);
    const one = await task({ container: { type: 'WORKER', worker: workers[0] } });
    await shown(count + 1);
    assert.equal((await api.delete(`/tasks/${one.id}`)).status, 200);
    await shown(count);
  });
});
