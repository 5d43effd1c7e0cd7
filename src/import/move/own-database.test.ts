/** Two cells, each with Hubbub's own PostgreSQL, and a move between them by the commands of docs/scaling.md. */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CellProxy } from '../../../tests/harness/cell-proxy.ts';
import { TestDirectory } from '../../../tests/harness/cells.ts';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { Installation } from '../../../tests/harness/program.ts';

const CELLS = ['west', 'east'] as const;

let directory: TestDirectory;
let proxy: CellProxy | undefined;
const cells = new Map<string, Installation>();

before(async () => {
  directory = await TestDirectory.start('http://hubbub.example');
  for (const name of CELLS) cells.set(name, await Installation.create());
});
after(async () => {
  await proxy?.[Symbol.asyncDispose]();
  for (const cell of cells.values()) await cell[Symbol.asyncDispose]();
  await directory?.[Symbol.asyncDispose]();
});

const shared = () => ({
  PUBLIC_URL: directory.publicUrl,
  ORGANIZATION_ADDRESSES: 'on',
  CELL_DIRECTORY_URL: directory.direct,
});

async function run(cell: string, ...args: string[]): Promise<string> {
  const ended = await cells.get(cell)!.commandWith({ ...shared(), CELL_NAME: cell }, ...args);
  assert.equal(ended.code, 0, ended.stderr);
  return ended.stdout;
}

test('an organization moves between cells with a PostgreSQL of their own', { timeout: 300_000 }, async () => {
  for (const name of CELLS) await run(name, 'cell', 'add', name);
  for (const [name, cell] of cells) await cell.start({ ...shared(), CELL_NAME: name });
  const org = JSON.parse(
    await run(
      'west',
      ...['org', 'create', '--name', 'Acme Couriers', '--country', 'US', '--timezone', 'UTC', '--json'],
      ...['--owner-email', 'olive@couriers.example', '--owner-name', 'Olive Owner'],
      ...['--owner-password', 'correct horse battery staple'],
    ),
  );
  const { host } = new URL(org.chat.site);
  const urls = new Map([...cells].map(([name, { port }]) => [name, `http://127.0.0.1:${port}`]));
  proxy = await CellProxy.start({ host, cells: urls, first: 'west' });
  const chat = new ChatClient({ ...org.chat, site: proxy.url });
  const sent = await chat.post('/messages', { type: 'direct', to: [org.chat.user_id], content: 'here and there' });
  assert.equal(sent.status, 200, sent.text);

  const { dataDir } = cells.get('east')!;
  const settings = path.join(dataDir, 'east.env');
  const lines = Object.entries({ ...shared(), CELL_NAME: 'east', DATA_DIR: dataDir });
  await writeFile(settings, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  const moving = ['org', 'move', org.organization_id, '--to', 'east', '--settings', settings];
  assert.match(await run('west', ...moving, '--dry-run'), /chat\.messages/);
  const moved = JSON.parse(await run('west', ...moving, '--json'));
  assert.equal(moved.cell, 'east');
  const { json } = await chat.get(`/messages/${sent.json.id}`);
  assert.deepEqual([json.message.content, proxy.cell], ['<p>here and there</p>', 'east']);
  const doctor = await cells.get('west')!.commandWith({ ...shared(), CELL_NAME: 'west' }, 'doctor');
  assert.match(doctor.stdout, /no unfinished move/);
});
