import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { png } from '../tests/harness/pictures.ts';
import { benchOrganization } from './fill.ts';
import { type Bench, basic, type Finding, median } from './harness.ts';

/** Rounds of each side, in turns. */
const ROUNDS = 5;
/** Pictures of the neighbour at a time, just below the largest that is taken. */
const PICTURES = 12;
const LARGEST = 8100;
/** Teams of the neighbour, each with as many waiting tasks. */
const TEAMS = 5;
const TASKS = 80;
/** Batches of the neighbour, and the tasks of each. */
const BATCHES = 8;
const BATCH = 500;
/** Links of the neighbour at a time to a host that never answers. */
const LINKS = 8;

type Organization = Awaited<ReturnType<typeof benchOrganization>>;

/** One organization's own work, alone and beside another that fills the same queue. */
export async function benchNeighbours(bench: Bench): Promise<Finding[]> {
  const [loud, quiet] = [await benchOrganization(bench.core), await benchOrganization(bench.core)];
  const [large, small] = [await png(LARGEST, LARGEST), await png(64, 64)];
  const avatar = (of: Organization, picture: Buffer) => () => sendAvatar(bench, of, picture);
  const teams = await Promise.all(Array.from({ length: TEAMS }, () => teamWithTasks(bench, loud, TASKS)));
  const own = await teamWithTasks(bench, quiet, 10);
  await using elsewhere = await hostElsewhere(small);
  return [
    await compare('a picture from elsewhere', () => lookElsewhere(bench, quiet, elsewhere.picture()), {
      many: LINKS,
      each: () => lookElsewhere(bench, loud, elsewhere.silent()),
    }),
    await compare('a small avatar', avatar(quiet, small), { many: PICTURES, each: avatar(loud, large) }),
    await compare('a plan of 10 tasks', () => plan(bench, quiet, own), {
      many: TEAMS,
      each: (n) => plan(bench, loud, teams[n]!),
    }),
    await compare('a batch of 10 tasks', () => batch(bench, quiet, 10), {
      many: BATCHES,
      each: () => batch(bench, loud, BATCH),
    }),
  ];
}

/** In turns: the work alone, and while the neighbour has as much of its own waiting as `many` says. */
async function compare(
  name: string,
  work: () => Promise<void>,
  neighbour: { many: number; each(n: number): Promise<void> },
): Promise<Finding> {
  const times: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  await work();
  for (let round = 0; round < ROUNDS; round++) {
    times.alone.push(await timed(work));
    let ended = 0;
    const others = Array.from({ length: neighbour.many }, (_, n) => neighbour.each(n).then(() => ended++));
    // They have arrived when the first of them is done, and the others wait.
    await Promise.race(others);
    times.beside.push(await timed(work));
    if (ended === neighbour.many) throw new Error(`${name}: the neighbour's work ended too early to be beside it`);
    await Promise.all(others);
    console.error(`${name}: alone ${times.alone.at(-1)!.toFixed(0)} ms, beside ${times.beside.at(-1)!.toFixed(0)} ms`);
  }
  const [alone, beside] = [median(times.alone), median(times.beside)];
  return {
    name: `${name}, beside ${neighbour.many} large ones of another organization`,
    found: `${beside.toFixed(0)} ms, alone ${alone.toFixed(0)} ms: ${(beside / alone).toFixed(1)} times`,
    aim: 'within 2 times',
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function sendAvatar(bench: Bench, { chat }: Organization, picture: Buffer): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png');
  const url = `${bench.hubbub}/api/v1/users/me/avatar`;
  await answered(fetch(url, { method: 'POST', headers: basic(chat.email, chat.api_key), body: form }));
}

/** A host that gives pictures, or never answers; each address is another one. */
async function hostElsewhere(picture: Buffer) {
  let addresses = 0;
  const host = createServer((request, response) => {
    if (request.url!.startsWith('/picture')) response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  });
  await once(host.listen(0, '127.0.0.1'), 'listening');
  const address = (name: string) =>
    `http://127.0.0.1:${(host.address() as AddressInfo).port}/${name}-${++addresses}.png`;
  return {
    picture: () => address('picture'),
    silent: () => address('silent'),
    async [Symbol.asyncDispose]() {
      host.closeAllConnections();
      host.close();
    },
  };
}

/** Looks at a picture as the text that links to it shows it, to the answer, whatever that is. */
async function lookElsewhere(bench: Bench, { chat }: Organization, address: string): Promise<void> {
  const body = new URLSearchParams({ content: address });
  const headers = basic(chat.email, chat.api_key);
  const render = fetch(`${bench.hubbub}/api/v1/messages/render`, { method: 'POST', headers, body });
  const { rendered } = (await (await answered(render)).json()) as { rendered: string };
  const [, source] = / src="([^"]+)"/.exec(rendered) ?? [];
  await (await fetch(new URL(source!, bench.hubbub))).arrayBuffer();
}

async function teamWithTasks(bench: Bench, of: Organization, tasks: number): Promise<string> {
  const managers = ((await call(bench, of, 'GET', '/admins')) as { id: string }[]).map(({ id }) => id);
  const { id } = (await call(bench, of, 'POST', '/teams', {
    name: `Team ${Math.random()}`,
    workers: [],
    managers,
  })) as {
    id: string;
  };
  const worker = (await call(bench, of, 'POST', '/workers', {
    name: 'Dora Driver',
    phone: `+1415${Math.floor(2_000_000 + Math.random() * 7_999_999)}`,
    teams: [id],
  })) as { id: string };
  await bench.admin.query(
    `update dispatch.workers set on_duty = true, account_status = 'ACCEPTED', longitude = -122.4, latitude = 37.7,
       located_at = now(), last_seen_at = now() where organization_id = $1 and id = $2`,
    [of.organization_id, worker.id],
  );
  const container = { type: 'TEAM', team: id };
  await call(bench, of, 'POST', '/tasks/batch', { tasks: located(tasks).map((task) => ({ ...task, container })) });
  return id;
}

const located = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    destination: {
      address: { number: String(n), street: 'Example Street', city: 'San Francisco', country: 'USA' },
      location: [-122.5 + (n % 97) / 200, 37.6 + (n % 89) / 300],
    },
    recipients: [],
  }));

async function plan(bench: Bench, of: Organization, team: string): Promise<void> {
  const { dispatchId } = (await call(bench, of, 'POST', `/teams/${team}/dispatch/plan`, {})) as { dispatchId: string };
  await until(async () => {
    const { state } = (await call(bench, of, 'GET', `/dispatches/${dispatchId}`)) as { state: string };
    return state !== 'WAITING';
  });
}

async function batch(bench: Bench, of: Organization, tasks: number): Promise<void> {
  const { jobId } = (await call(bench, of, 'POST', '/tasks/batch-async', { tasks: located(tasks) })) as {
    jobId: string;
  };
  await until(async () => {
    const { status } = (await call(bench, of, 'GET', `/tasks/batch/${jobId}`)) as { status: string };
    return status !== 'pending';
  });
}

/** Polls a condition; this takes little of the server besides the work itself. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await pause(20);
}

async function call(
  bench: Bench,
  { dispatch }: Organization,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { ...basic(dispatch.api_key, ''), 'content-type': 'application/json' };
  const given = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await answered(fetch(`${bench.hubbub}/api/v2${path}`, { method, headers, ...given }))).json();
}

async function answered(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  if (answer.status !== 200) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
