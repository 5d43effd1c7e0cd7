import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { isTest, root } from './imports.ts';

/** A variable of a module, or a container that it fills. What a `WeakMap` holds goes with its keys. */
const STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)\b(?!: [Rr]eadonly).* = (?:new (?:Map|Set|LRUCache)\b.*\((?:\{.*)?\)|lruOf\b.*\)|\[\]|\{\});)/gm;
/** A constant that something makes: an object of a class, or what a function gives. */
const MADE = /^(?:export )?const (\w+)\b[^=\n]*=\s+(?:await )?(?:new ([\w.]+)|([a-z]\w*))(?:<[^=\n]*>)?\(/gm;
/** A field that all objects of a class share. */
const SHARED_FIELD = /^ {2}static (?!readonly \w+ = ['"\d])(?:readonly )?(#?\w+)(?:: [^=\n]+)? = (?!\(.*=>)/gm;

/** Makers of what stays as it is made, or lives as long as a running program. */
const STATELESS = new Set([
  // Declarations, which the registry finds, and their parts.
  ...[
    'chatOperation',
    'dispatchOperation',
    'sessionOperation',
    'metadataQuery',
    'page',
    'readingTool',
    'writingTool',
    'defineInitialState',
  ],
  ...[
    'defineJob',
    'forgetDaily',
    'forgetFailed',
    'defineLogReader',
    'defineCache',
    'defineFact',
    'perServices',
    'lazy',
    'memoized',
  ],
  ...['text', 'optional', 'each', 'withDefault', 'json', 'verbatim', 'fieldsOf', 'kindOf', 'pageScript'],
  // Tables and tools without memory. An empty container is found by itself.
  ...['Set', 'Map', 'WeakMap', 'BlockList', 'TextDecoder', 'RegExp', 'Intl.DisplayNames'],
  ...['deliveryJob', 'dueWork', 'answerSchema', 'ErrorResponses', 'languagesOf'],
  ...['createRequire', 'readFileSync', 'promisify', 'createHash', 'longestFirst', 'createParser', 'createMarkdownIt'],
  // Schemas.
  'discriminated',
]);

/** State of the process, not of a running program within it. */
const OF_THE_PROCESS = new Set([
  'main.ts stoppingSince',
  'main.ts stopping',
  // The lock must outlive whoever took it.
  'platform/postgres/lock.ts held',
  // The names of our own statements, and their texts; a test's programs share them.
  'platform/db/sql.ts names',
  'platform/db/sql.ts statementTexts',
  // Processors are the process's.
  'platform/files/pictures.ts inTurn',
]);

function stateOf(text: string): string[] {
  const containers = [...text.matchAll(STATE)].map(([, variable, container]) => variable ?? container!);
  const made = [...text.matchAll(MADE)].filter(([, , object, call]) => !STATELESS.has(object ?? call!));
  const shared = [...text.matchAll(SHARED_FIELD)];
  return [...new Set([...containers, ...[...made, ...shared].map(([, name]) => name!)])];
}

test('no module keeps state: it goes through perServices, defineCache, lazy or memoized', async () => {
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
    'const rememberedTexts = new KeptTexts();',
    'const atOnce = inTurns({ atOnce: 2 });',
    'const byHost: Remembered<string> =',
    '  memoryOf<string>(',
    '    20,',
    '  );',
    'const hubs = perServices((services) => new Hub(services));',
    "const EVENTS = Type.Object({ kind: Type.Literal('message') });",
    'class Cache {',
    '  static #seen = new Map<string, number>();',
    '  static readonly limit = 20;',
    '}',
    '  let local = 0;',
  ].join('\n');
  assert.deepEqual(stateOf(made), [
    ...['last', 'kept', 'seen', 'answers', 'counted', 'waiting'],
    ...['rememberedTexts', 'atOnce', 'byHost', '#seen'],
  ]);
});
