import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { isTest, root } from './imports.ts';

/** A variable of a module, or a container that it fills. What a `WeakMap` holds goes with its keys. */
const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)\b(?!: [Rr]eadonly).* = (?:new (?:Map|Set|LRUCache)\b.*\((?:\{.*)?\)|lruOf\b.*\)|\[\]|\{\});)/gm;

/** What belongs to the process, not to a running program within it. */
const OF_THE_PROCESS = new Set([
  'main.ts stoppingSince',
  // The lock must outlive whoever took it.
  'platform/postgres/lock.ts held',
  // The names of our own statements, and their texts; a test's programs share them.
  'platform/db/sql.ts names',
]);

const stateOf = (text: string) => [...text.matchAll(STATE)].map(([, variable, container]) => variable ?? container!);

test('no module keeps state: it goes through perServices, defineCache or lazy', async () => {
  const found: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    if (isTest(file)) continue;
    for (const name of stateOf(await readFile(path.join(root, file), 'utf8')))
      found.push(`${path.relative('src', file)} ${name}`);
  }
  assert.deepEqual(new Set(found), OF_THE_PROCESS);
});

test('state of a module is found', () => {
  const made = [
    'let last: string | undefined;',
    'const kept = new Map<string, Map<string, number>>();',
    'export const seen = new Set();',
    'const answers = new LRUCache<string, Answer>({ max: 20 });',
    'const counted = lruOf<string, number>(MAX);',
    'const waiting: (() => void)[] = [];',
    'const none: ReadonlySet<number> = new Set();',
    "const words = new Set(['all']);",
    'const texts = new WeakMap<object, string>();',
    '  let local = 0;',
  ].join('\n');
  assert.deepEqual(stateOf(made), ['last', 'kept', 'seen', 'answers', 'counted', 'waiting']);
});
