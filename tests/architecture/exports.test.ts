import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { openApiFiles } from '../../scripts/openapi/documents.ts';
import { wireName } from '../../src/platform/http/schema-names.ts';
import { isTest } from './imports.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Exports that the registry finds by itself; see src/platform/http/registry.ts. */
const DECLARATION =
  /^(?:chatOperation|dispatchOperation|sessionOperation|metadataQuery|defineJob|deliveryJob|forgetDaily|forgetFailed|defineLogReader|page|readingTool|writingTool)\b/;

async function sources(...patterns: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const pattern of patterns) {
    for await (const file of glob(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }))
      found.set(file, await readFile(path.join(root, file), 'utf8'));
  }
  return found;
}

/** The values that a file exports, but for declarations. (A type may be exported for those who name what they are given.) */
function exportsOf(text: string): string[] {
  const own = /^export (?:async )?(?:const|let|function\*?|class|enum) (\w+)(?:[^=\n]*= (.*))?/gm;
  const listed = /^export \{([^}]*)\}/gm;
  return [
    ...[...text.matchAll(own)].filter(([, , value]) => !DECLARATION.test(value ?? '')).map(([, name]) => name!),
    ...[...text.matchAll(listed)].flatMap(([, names]) => namesIn(names!).map(({ as }) => as)),
  ];
}

/** `a, type b as c` */
function namesIn(list: string): { name: string; as: string }[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [name, as] = part.split(/ as /);
      return { name: name!, as: as ?? name! };
    });
}

/** `file name` for each name that some file takes from another; `file *` when it takes all. */
function importsOf(file: string, text: string): string[] {
  const from = (target: string) => path.relative(root, path.resolve(root, path.dirname(file), target));
  const named = [...text.matchAll(/(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s+'(\.[^']+)'/g)];
  const whole = [...text.matchAll(/import\s+(?:type\s+)?\*\s+as\s+\w+\s+from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/g)];
  return [
    ...named.flatMap(([, names, target]) => namesIn(names!).map(({ name }) => `${from(target!)} ${name}`)),
    ...whole.map(([, target, lazy]) => `${from((target ?? lazy)!)} *`),
  ];
}

test('everything that a source file exports is imported somewhere', async () => {
  const files = await sources(
    'rules/*.ts',
    'src/**/*.ts',
    'web/**/*.{ts,tsx}',
    'tests/**/*.ts',
    'bench/**/*.ts',
    'examples/**/*.{ts,mjs}',
    'scripts/**/*.{ts,mjs}',
  );
  const imported = new Set([...files].flatMap(([file, text]) => importsOf(file, text)));
  const unused = [...files]
    .filter(([file]) => /^(?:rules|src)\//.test(file))
    .flatMap(([file, text]) => exportsOf(text).map((name) => `${file} ${name}`))
    .filter((name) => !imported.has(name) && !imported.has(`${name.split(' ')[0]} *`));
  // A schema may be exported for its name in a document alone; the registry finds it.
  const schemas = new Set<string>();
  for (const text of (await openApiFiles()).values())
    for (const name of Object.keys(JSON.parse(text).components.schemas)) schemas.add(name);
  assert.deepEqual(
    unused.filter((name) => !name.endsWith('EventSchemas') && !schemas.has(wireName(name.split(' ')[1]!))),
    [],
  );
});

const EXPORT = /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** The two dialects, the apps and their stores are built alike: the same file of two may give its part the same name. */
const placeOf = (file: string) =>
  file
    .replace(/^src\/(?:chat|dispatch)\/http\//, 'http/')
    .replace(/^web\/store\/(?:chat|dispatch|driver)\//, 'store/')
    .replace(/^web\/(?:admin|chat|dispatch|driver)\//, 'app/');

/** Names that files in different places export, each with those places. */
function ambiguous(files: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    for (const [, name] of text.matchAll(EXPORT))
      places.set(name!, (places.get(name!) ?? new Set<string>()).add(placeOf(file)));
  }
  return [...places].filter(([, found]) => found.size > 1).map(([name, found]) => `${name}: ${[...found].join(', ')}`);
}

test('an exported name is one thing', async () => {
  const files = await sources('src/**/*.ts');
  for (const file of files.keys()) if (isTest(file)) files.delete(file);
  assert.deepEqual(ambiguous(files), [], 'give one of them a name of its own');
  const pages = await sources('web/**/*.{ts,tsx}', 'rules/*.ts');
  // Types of the wire are written from the declarations.
  for (const file of pages.keys()) if (/^web\/(?:store\/wire|dist)/.test(file)) pages.delete(file);
  assert.deepEqual(ambiguous(pages), [], 'give one of them a name of its own');
});

test('a name that is two things is found', () => {
  const made = new Map([
    ['src/chat/drafts/draft.ts', 'export interface Draft {}'],
    ['src/chat/messages/send.ts', 'export type Draft = string;'],
    ['src/chat/http/caller.ts', "export const Access = 'a';\nexport type Access = typeof Access;"],
    ['src/dispatch/http/caller.ts', 'export interface Access {}'],
  ]);
  assert.deepEqual(ambiguous(made), ['Draft: src/chat/drafts/draft.ts, src/chat/messages/send.ts']);
});
