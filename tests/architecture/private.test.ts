import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '../..');

/** TypeScript's own word for it. JavaScript has no `#constructor`, so a constructor keeps the word. */
const KEYWORD =
  /^[ \t]*(?:static )?(?:private|protected) (?!constructor\()(?:static |async |readonly |get |set )*[#\w]+.*$/gm;
const inParameters = /\((?:[^()]*, )?(?:private|protected) (?:readonly )?\w+[?:]/g;

const keywordsIn = (text: string) =>
  [...text.matchAll(KEYWORD), ...text.matchAll(inParameters)].map(([found]) => found.trim());

test('private members are #private, which holds while the program runs too', async () => {
  const found: string[] = [];
  const files = glob('{src,web,tests,bench,scripts,examples}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  for await (const file of files)
    for (const keyword of keywordsIn(await readFile(path.join(root, file), 'utf8'))) found.push(`${file}: ${keyword}`);
  assert.deepEqual(found, []);
});

test('finds the keyword before members and in the parameters of a constructor', () => {
  const members = [
    'private count = 0;',
    'private readonly names: string[];',
    'private async load() {',
    'protected get all() {',
  ];
  for (const member of members) assert.deepEqual(keywordsIn(`  ${member}`), [member]);
  assert.equal(keywordsIn(`  constructor(${'private'} readonly name: string) {}`).length, 1);
  assert.deepEqual(keywordsIn('  private constructor(name: string) {\n  // private or not\n  #count = 0;'), []);
});
