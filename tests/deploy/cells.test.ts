/** 1,000 organizations in three cells behind `deploy/haproxy-cells.cfg`, with the map that `hubbub cell map` writes. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { cellList, writeMap } from '../../src/cli/cells.ts';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { TestDirectory } from '../harness/cells.ts';
import { until } from '../harness/clients.ts';
import { Haproxy, lacksHaproxy } from '../harness/haproxy.ts';
import type { TestServer } from '../harness/server.ts';

const skip = lacksHaproxy;
const ORGANIZATIONS = 1000;
/** Number of organizations with people and messages; of the others, only the hosts are there. */
const REAL = 9;
const NAMES = ['east', 'north', 'west'];
const SERVER = 'hubbub.example';

let directory: TestDirectory;
const cells: (TestServer & AsyncDisposable)[] = [];
/** Host → the cell that it was given to. */
const cellOf = new Map<string, string>();
const real: CreatedOrganization[] = [];
let haproxy: Haproxy;
let map: string;
let socket: string;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const stop = new AbortController();
let following: Promise<void> = Promise.resolve();

async function ask(
  url: string,
  host: string,
  given: { path?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const { path: at = '/api/v1/server_settings', headers = {}, body } = given;
  const method = body === undefined ? 'GET' : 'POST';
  const request = httpRequest(new URL(at, url), { method, headers: { ...headers, host }, agent });
  request.end(body);
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode as number, json: JSON.parse(text) };
}

const lookAll = () => Promise.all(cells.map(({ services }) => services.cells!.look()));
const hostOf = ({ chat }: CreatedOrganization) => new URL(chat.site).host;

/** Asks for every host, and counts the answers. */
async function answersOfAll(urlFor: (host: string) => string): Promise<Map<number, string[]>> {
  const answers = new Map<number, string[]>();
  const hosts = [...cellOf.keys()];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let host = hosts.pop(); host !== undefined; host = hosts.pop()) {
        const { status, json } = await ask(urlFor(host), host);
        if (status === 421) assert.deepEqual([json.host, json.cell], [host, cellOf.get(host)]);
        answers.set(status, [...(answers.get(status) ?? []), host]);
      }
    }),
  );
  return answers;
}

/** Each real organization answers by its name, and the cell of the others knows that it has none of that host. */
function allAreServed(answers: Map<number, string[]>): void {
  assert.deepEqual(answers.get(200)?.toSorted(), real.map(hostOf).toSorted());
  assert.equal(answers.get(404)?.length, ORGANIZATIONS - REAL);
  assert.deepEqual([...answers.keys()].toSorted(), [200, 404]);
}

before(async () => {
  if (skip) return;
  directory = await TestDirectory.start(`http://${SERVER}`);
  for (const name of NAMES) cells.push(await directory.cell(name));
  for (let n = 0; n < ORGANIZATIONS; n++) {
    const cell = cells[n % cells.length]!;
    const address = `org-${n}`;
    cellOf.set(`${address}.${SERVER}`, NAMES[n % cells.length]!);
    if (n < REAL) real.push(await cell.organization({ name: `Organization ${n}`, address }));
    else await cell.services.cells!.claim(`organization${n}`, [`${address}.${SERVER}`]);
  }
  await lookAll();
  haproxy = await Haproxy.startWith('haproxy-cells.cfg', async (file, folder) => {
    map = path.join(folder, 'cells.map');
    socket = path.join(folder, 'admin.sock');
    await directory.command((given) =>
      writeMap(given, { file: map, socket: undefined, follow: false, written: () => {} }),
    );
    const backends = NAMES.map(
      (name, n) => `backend cell-${name} from cell\n  server p1 ${new URL(cells[n]!.url).host}\n`,
    );
    return file
      .replaceAll('/etc/haproxy/cells/cells.map', map)
      .replace(/stats socket .*/, `stats socket ${socket} mode 600 level admin`)
      .replace(/^backend cell-east[\s\S]*/m, backends.join('\n'));
  });
});
after(async () => {
  stop.abort();
  await following;
  agent.destroy();
  await haproxy?.[Symbol.asyncDispose]();
  for (const cell of cells) await cell[Symbol.asyncDispose]();
  await directory?.[Symbol.asyncDispose]();
});

test('the directory counts what each cell has, and the map has a line for each host', { skip }, async () => {
  const listed = await directory.command(cellList);
  assert.deepEqual(
    listed.map(({ cell, organizations, hosts, joined }) => [cell, organizations, hosts, joined]),
    [
      ['east', 334, 335, true],
      ['north', 333, 334, true],
      ['west', 333, 334, true],
    ],
  );
  const lines = (await readFile(map, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const expected = [...cellOf, ...NAMES.map((name) => [`${name}.${SERVER}`, name])];
  assert.deepEqual(lines, expected.map((pair) => pair.join(' ')).toSorted());
});

test('each host reaches its cell', { skip }, async () => {
  allAreServed(await answersOfAll(() => haproxy.url));
  for (const name of NAMES)
    for (const at of [`${name}.${SERVER}`, `${name.toUpperCase()}.${SERVER}:80`, `${name}.${SERVER}.`]) {
      const { status, json } = await ask(haproxy.url, at);
      assert.deepEqual([status, json.realm_name], [200, 'Hubbub'], at);
    }
});

test('a wrong cell answers 421 with the right one, for each host', { skip }, async () => {
  const wrong = (host: string) => cells[(NAMES.indexOf(cellOf.get(host)!) + 1) % cells.length]!.url;
  const answers = await answersOfAll(wrong);
  assert.deepEqual(
    [...answers].map(([status, hosts]) => [status, hosts.length]),
    [[421, ORGANIZATIONS]],
  );
});

test('a running HAProxy takes over a new organization, and no waiting request ends for it', { skip }, async () => {
  const written: number[] = [];
  following = directory.command((given) =>
    writeMap(given, { file: map, socket, follow: true, written: (hosts) => written.push(hosts), stop: stop.signal }),
  );
  await until(() => written.length > 0, 'the map to be written');
  const { email, api_key: key, user_id: id } = real[0]!.chat;
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const post = (at: string, fields: Record<string, string>) =>
    ask(haproxy.url, hostOf(real[0]!), { path: at, headers: form, body: new URLSearchParams(fields).toString() });
  const { json: queue } = await post('/api/v1/register', { event_types: '["message"]' });
  const poll = ask(haproxy.url, hostOf(real[0]!), {
    path: `/api/v1/events?queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`,
    headers: { authorization },
  });
  const added = await cells[2]!.organization({ name: 'Added', address: 'added' });
  // Before the map has it, the default cell answers: with 404 or, once that knows of it, 421.
  await until(async () => (await ask(haproxy.url, hostOf(added))).status === 200, 'HAProxy to know the new host');
  assert.match(await readFile(map, 'utf8'), /^added\.hubbub\.example west$/m);
  const sent = await post('/api/v1/messages', { type: 'direct', to: `[${id}]`, content: 'still there' });
  assert.equal(sent.status, 200);
  const { status, json } = await poll;
  assert.deepEqual([status, json.events[0].message.content], [200, 'still there']);
});

test('while the directory is away, every host is served as before', { skip }, async () => {
  await directory.proxy.goAway();
  await lookAll();
  for (const { services } of cells) assert.match(services.cells!.state.problem!, /cannot be reached/);
  allAreServed(await answersOfAll(() => haproxy.url));
  const wrong = await ask(cells[1]!.url, hostOf(real[0]!));
  assert.deepEqual([wrong.status, wrong.json.cell], [421, 'east']);
  await directory.proxy.comeBack();
});
