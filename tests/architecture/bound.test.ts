import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { isTest, root } from './imports.ts';

/** Parameters of a function, a method or a function type: balanced parentheses that say a handle's type. */
function parametersIn(text: string): string[] {
  const found: string[] = [];
  for (const { index } of text.matchAll(/\((?=[\s\w,:|.?{}<>[\]"'&]*?\b(?:Tx|Reader|FactSource)\b)/g)) {
    let depth = 0;
    for (let end = index; end < text.length; end++) {
      if (text[end] === '(') depth++;
      else if (text[end] === ')' && --depth === 0) {
        found.push(text.slice(index + 1, end));
        break;
      }
    }
  }
  return found;
}

const HANDLE = /(?:^|,)\s*_?\w+\??: (?:Tx|Reader|FactSource)\b(?! \|)/;
const ORGANIZATION = /(?:^|,)\s*_?organizationId\??: string\b/;

/** Lists of parameters with a bound handle and an organization, which the handle says already. */
function passedBeside(text: string): string[] {
  return parametersIn(text)
    .filter((parameters) => HANDLE.test(parameters) && ORGANIZATION.test(parameters))
    .map((parameters) => parameters.replace(/\s+/g, ' ').trim());
}

test('a function takes its organization from its handle (docs/decisions/0097-bound-organization.md)', async () => {
  const found: string[] = [];
  for await (const file of glob('src/{bridge,chat,cli,dispatch,pages}/**/*.ts', { cwd: root })) {
    if (isTest(file)) continue;
    for (const parameters of passedBeside(await readFile(path.join(root, file), 'utf8')))
      found.push(`${path.relative('src', file)}: ${parameters}`);
  }
  assert.deepEqual(found, []);
});

test('finds an organization beside a handle, in functions and in their types', () => {
  for (const text of [
    'function find(reader: Reader, organizationId: string, id: string): void {',
    'const find = async (\n  facts: FactSource,\n  organizationId: string,\n) => {',
    'lockNext(tx: Tx, organizationId: string, now: Date): Promise<Thing[]>;',
    'function find(organizationId: string, tx?: Tx): void {',
  ])
    assert.equal(passedBeside(text).length, 1, text);
  for (const text of [
    'function find(reader: Reader, id: string): void {',
    'function find(reader: PlainReader, organizationId: string): void {',
    'function of(organizationId: string): Reader {',
  ])
    assert.deepEqual(passedBeside(text), [], text);
});
