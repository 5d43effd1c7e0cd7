/**
 * An organization moves to another cell under writers, readers, streams and pages, and its command is killed in each state: nothing
 * acknowledged is lost, twice or out of order, keys and queues go on, and there is one cell in charge throughout.
 *
 * Ten moves there and back: FAULT=move npm run test:fault; ROUNDS says how many.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { CellProxy } from '../harness/cell-proxy.ts';
import { TestDirectory } from '../harness/cells.ts';
import { ChatClient, DispatchClient } from '../harness/clients.ts';
import { programFile } from '../harness/program.ts';
import type { TestServer } from '../harness/server.ts';
import { furnish } from './rounds/furnish.ts';
import type { Clients } from './rounds/load.ts';
import { DENSE, play, SPARSE } from './rounds/play.ts';

const isLong = process.env.ROUNDS_OF_MOVE !== undefined;
const ROUNDS = Number(process.env.ROUNDS_OF_MOVE ?? 1);
const DENSITY = isLong ? DENSE : SPARSE;
/** States as the command prints them; in each it is killed. */
const STATES = ['copying', 'fenced', 'switched', 'cleaning'];
const LONGEST_FREEZE_MS = 500;

let directory: TestDirectory;
let folder: string;
let proxy: CellProxy;
let org: CreatedOrganization;
let clients: Clients;
const cells = new Map<string, TestServer & AsyncDisposable>();

before(async () => {
  directory = await TestDirectory.start('http://hubbub.example');
  folder = await mkdtemp(path.join(tmpdir(), 'hubbub-move-'));
  for (const name of ['west', 'east']) {
    const cell = await directory.cell(name, { rateLimits: false });
    cells.set(name, cell);
    await writeFile(path.join(folder, name), settingsOf(name));
  }
  org = await cells.get('west')!.organization({ name: 'Acme Couriers' });
  await cells.get('east')!.organization({ name: 'Bolt Couriers' });
  const urls = new Map([...cells].map(([name, { url }]) => [name, url]));
  proxy = await CellProxy.start({ host: new URL(org.chat.site).host, cells: urls, first: 'west' });
  const { url } = proxy;
  clients = await furnish({
    url,
    chat: new ChatClient({ ...org.chat, site: url }),
    dispatch: new DispatchClient({ ...org.dispatch, url }),
  });
});
after(async () => {
  await proxy?.[Symbol.asyncDispose]();
  for (const cell of cells.values()) await cell[Symbol.asyncDispose]();
  await directory?.[Symbol.asyncDispose]();
  if (folder) await rm(folder, { recursive: true });
});

function settingsOf(name: string): string {
  const { connectionString, services } = cells.get(name)!;
  const settings = {
    DATABASE_URL: connectionString,
    DATA_DIR: services.config.dataDir,
    PUBLIC_URL: directory.publicUrl,
    ORGANIZATION_ADDRESSES: 'on',
    CELL_DIRECTORY_URL: directory.direct,
    CELL_NAME: name,
  };
  return Object.entries(settings)
    .map(([variable, value]) => `${variable}=${value}\n`)
    .join('');
}

/**
 * Runs the command as an operator does.
 * @param state in which it is killed; undefined: it runs to its end
 */
async function move(from: string, to: string, state?: string): Promise<{ status: number | null; stdout: string }> {
  const child = spawn(
    process.execPath,
    [
      ...[`--env-file=${path.join(folder, from)}`, programFile],
      ...['organization', 'move', org.organization_id, '--to', to, '--settings', path.join(folder, to), '--json'],
    ],
    { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (state !== undefined && stderr.includes(`${state}\n`)) child.kill('SIGKILL');
  });
  const [status, signal] = await once(child, 'close');
  if (state === undefined) assert.equal(status, 0, stderr);
  else assert.equal(signal, 'SIGKILL', stderr);
  return { status, stdout };
}

const options = { timeout: 300_000 + (isLong ? ROUNDS * 240_000 : 0) };

test('an organization that moves loses nothing, and nothing is there twice', options, async (t) => {
  let [from, to] = ['west', 'east'];
  const frozen: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const topic = `move ${round}`;
    const changes = await play(
      topic,
      [clients],
      [
        async () => {
          frozen.push(JSON.parse((await move(from, to)).stdout).frozen_ms);
        },
      ],
      DENSITY,
    );
    assert.equal(proxy.cell, to);
    t.diagnostic(`${topic}: ${changes} changes, frozen for ${frozen.at(-1)} ms`);
    [from, to] = [to, from];
  }
  if (isLong) assert.ok(Math.max(...frozen) <= LONGEST_FREEZE_MS, frozen.join(' '));
  // The next test begins in the cell where this one has.
  if (from !== 'west') await move(from, to);
});

test(
  'a command that is killed in each state leaves one cell in charge, and goes on when it is run again',
  options,
  async (t) => {
    let [from, to] = ['west', 'east'];
    for (let round = 1; round <= ROUNDS; round++) {
      const kills = STATES.map((state) => async () => {
        await move(from, to, state);
      });
      const changes = await play(
        `kill ${round}`,
        [clients],
        [...kills, async () => void (await move(from, to))],
        DENSITY,
      );
      assert.equal(proxy.cell, to);
      t.diagnostic(`${kills.length} kills, ${changes} changes`);
      [from, to] = [to, from];
    }
  },
);
