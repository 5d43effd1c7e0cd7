import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './imports.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Views above the channels. */
const views = [...read('web/chat/screens.ts').matchAll(/\bid: '([\w-]+)'/g)].map(([, id]) => id!);

/** Places beside the views: a channel, a direct conversation, the search. */
const OTHER_PLACES = ['c', 'dm', 'search'];

/** Signs that mean something where one writes. */
const IN_COMPOSER = ['@', '#', ':', '/me'];

interface Journey {
  row: string;
  places: string[];
  keys: string[];
  tests: string[];
}

function journeys(): Journey[] {
  const part = read('docs/coverage.md').split('### Journeys in the browser')[1]!.split('\n## ')[0]!;
  return [...part.matchAll(/^\| (\d+) \|[^|]*\|([^|]*)\|([^|]*)\|$/gm)].map(([, row = '', where = '', tests = '']) => {
    const marked = [...where.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
    return {
      row,
      places: marked.filter((text) => /^\/[a-z]/.test(text)).map((text) => text.slice(1)),
      keys: marked.filter((text) => /^(?:(?:Shift|Mod|Alt)\+\w|\w|\W|End)$/.test(text)),
      tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, text]) => text!),
    };
  });
}

test('each journey of the chat is at a screen, a key and a test that exist', () => {
  const places = [...OTHER_PLACES, ...views];
  const keys = [...read('web/shared/keys.ts').matchAll(/^ {2}\w+: \[(.*)\],$/gm)].flatMap(([, list]) =>
    [...list!.matchAll(/'([^']+)'/g)].map(([, key]) => key!),
  );
  const tests = globSync('tests/browser/*.test.ts', { cwd: root }).map((file) => path.basename(file, '.test.ts'));
  const found = journeys();
  assert.ok(found.length > 50);
  const faults = found.flatMap(({ row, ...named }) => [
    ...named.places.filter((place) => !places.includes(place)).map((place) => `${row}: no screen /${place}`),
    ...named.keys.filter((key) => ![...keys, ...IN_COMPOSER].includes(key)).map((key) => `${row}: no key ${key}`),
    ...named.tests.filter((name) => !tests.includes(name)).map((name) => `${row}: no test ${name}`),
  ]);
  assert.deepEqual(faults, []);
});

test('each of the 114 journeys has its row, in order, and a test', () => {
  const found = journeys();
  assert.deepEqual(
    found.map(({ row }) => row),
    Array.from({ length: 114 }, (_, index) => String(index + 1)),
  );
  assert.deepEqual(
    found.filter(({ tests }) => tests.length === 0),
    [],
  );
});

test('each view and each way to it is in the table', () => {
  const named = new Set(journeys().flatMap(({ places, keys }) => [...places, ...keys]));
  assert.deepEqual(
    [...views, ...OTHER_PLACES].filter((place) => !named.has(place)),
    [],
  );
});
