import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { isTest, root } from './imports.ts';

const EXPORT = /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** The two dialects are built alike: the same file of both may give its part the same name. */
const placeOf = (file: string) => file.replace(/^(?:chat|dispatch)\/http\//, 'http/');

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
  const files = new Map<string, string>();
  for await (const file of glob('src/**/*.ts', { cwd: root }))
    if (!isTest(file)) files.set(path.relative('src', file), await readFile(path.join(root, file), 'utf8'));
  assert.deepEqual(ambiguous(files), []);
});

test('a name that is two things is found', () => {
  const made = new Map([
    ['chat/drafts/draft.ts', 'export interface Draft {}'],
    ['chat/messages/send.ts', 'export type Draft = string;'],
    ['chat/http/caller.ts', "export const Access = 'a';\nexport type Access = typeof Access;"],
    ['dispatch/http/caller.ts', 'export interface Access {}'],
  ]);
  assert.deepEqual(ambiguous(made), ['Draft: chat/drafts/draft.ts, chat/messages/send.ts']);
});
