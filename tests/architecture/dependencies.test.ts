import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../..');

/** Which top-level parts a part may import, itself aside. Dependencies point down only. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  platform: [],
  chat: ['platform'],
  dispatch: ['platform'],
  bridge: ['platform', 'chat', 'dispatch'],
  cli: ['platform', 'chat', 'dispatch', 'bridge', 'app.ts'],
  'app.ts': ['platform', 'chat', 'dispatch', 'bridge'],
  'main.ts': ['cli', 'platform'],
};

interface Import {
  from: string;
  to: string;
  names: string;
}

async function imports(): Promise<Import[]> {
  const found: Import[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const match of text.matchAll(/(?:import|export)\s+([^;'"]*?)from\s+'(\.[^']+)'/g)) {
      const to = path.relative(path.join(root, 'src'), path.resolve(root, path.dirname(file), match[2]!));
      found.push({ from: path.relative('src', file), to, names: match[1]! });
    }
  }
  return found;
}

/** What the rearrangement of the tree left crossing; each goes with its folder's own rearrangement. */
const CROSSING = [
  'chat/reactions/access.ts imports chat/messages/edit/queries.ts',
  'chat/messages/send/direct-permission.ts imports chat/messages/mentions/queries.ts',
  'chat/messages/search/matches.ts imports chat/messages/fetch/queries.ts',
  'chat/messages/query/compile-narrow.ts imports chat/messages/search/queries.ts',
  'chat/accounts/create-user.ts imports chat/users/queries.ts',
  'chat/accounts/deactivate-user.ts imports chat/users/queries.ts',
];

const part = (file: string) => file.split(path.sep)[0]!;
const isTest = (file: string) => /\.test\.ts$|\.fixture\.ts$/.test(file);

test('parts import only what lies below them', async () => {
  const wrong = (await imports())
    .filter(({ from }) => !isTest(from))
    .filter(({ from, to }) => part(from) !== part(to) && !MAY_IMPORT[part(from)]?.includes(part(to)))
    .map(({ from, to }) => `${from} imports ${to}`);
  assert.deepEqual(wrong, []);
});

test('every part is known to this test', async () => {
  const parts = new Set((await imports()).map(({ from }) => part(from)));
  for (const name of parts) assert.ok(name in MAY_IMPORT, `src/${name} has no rule`);
});

test('a slice reaches another slice through its access and actions, never its queries', async () => {
  const slice = (file: string) => path.dirname(file);
  const wrong = (await imports())
    .filter(({ from }) => !isTest(from))
    .filter(
      ({ from, to }) =>
        path.basename(to) === 'queries.ts' && slice(from) !== slice(to) && !slice(from).startsWith(slice(to)),
    )
    .map(({ from, to }) => `${from} imports ${to}`)
    .filter((line) => !CROSSING.includes(line));
  assert.deepEqual(wrong, []);
});

test('only main.ts reads the environment', async () => {
  const wrong: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    if (isTest(file) || file.endsWith('.child.ts') || path.basename(file) === 'main.ts') continue;
    if (/process\.(env|argv)\b/.test(await readFile(path.join(root, file), 'utf8'))) wrong.push(file);
  }
  // Child processes of PostgreSQL inherit the environment; nothing is read from it.
  assert.deepEqual(
    wrong.filter((file) => !file.startsWith(path.join('src', 'platform', 'postgres'))),
    [],
  );
});
