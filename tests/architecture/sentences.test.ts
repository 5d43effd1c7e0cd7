import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { openApiFiles } from '../../scripts/openapi/documents.ts';
import { foldersOfNames, openPlaces, repeats } from './sentences.ts';

const LIST = path.resolve(import.meta.dirname, 'open-sentences.json');

/** By document and folder: how many places still have no sentence. The numbers may only shrink. */
const allowed: Record<string, Record<string, number>> = JSON.parse(await readFile(LIST, 'utf8'));
const folders = await foldersOfNames();
const files = await openApiFiles();

for (const api of ['chat', 'dispatch', 'session']) {
  test(`every operation, parameter and property of the ${api} API has a sentence that says more than its name`, () => {
    const places = openPlaces(JSON.parse(files.get(`docs/openapi/${api}.json`)!), folders);
    for (const [folder, open] of Map.groupBy(places, (place) => place.folder)) {
      const shown = open.slice(0, 20).map(({ at }) => `\n  ${at}`);
      assert.ok(
        open.length <= (allowed[api]?.[folder] ?? 0),
        `${folder} has ${open.length} places without a sentence (a description), among them:${shown.join('')}`,
      );
    }
  });
}

test('a sentence that only repeats the name counts as none', () => {
  assert.ok(repeats('The time created.', 'timeCreated'));
  assert.ok(repeats('ID', 'id'));
  assert.ok(repeats('Gets the tasks', 'get-tasks'));
  assert.ok(!repeats('When it was created, in milliseconds since 1970.', 'timeCreated'));
});

test('the documents together have less than 1.6 MB', () => {
  const sizes = [...files.values()].map((text) => JSON.stringify(JSON.parse(text)).length);
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 1_600_000, sizes.join(', '));
});

test('the documents have no bounds that say nothing, and no text for errors', () => {
  for (const [file, text] of files)
    assert.deepEqual(text.match(/.{0,40}(?:9007199254740991|x-error-text|[(]spec: )/g) ?? [], [], file);
});
