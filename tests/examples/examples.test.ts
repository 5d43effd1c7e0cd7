import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { type Json, readDocument } from '../../scripts/clients/documents.ts';
import { recordExamples } from './record.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Operations whose examples are still to be recorded. The numbers only shrink. */
const WITHOUT = { chat: 0, dispatch: 100 };

test('docs/openapi/examples shows what a server answers; "npm run examples" writes them anew', async () => {
  for (const [file, text] of await recordExamples())
    assert.equal(text, await readFile(path.join(root, file), 'utf8'), file);
});

for (const api of ['chat', 'dispatch'] as const)
  test(`no operation of the ${api} API loses its example`, async () => {
    const { operations } = JSON.parse(await readFile(path.join(root, `docs/openapi/examples/${api}.json`), 'utf8'));
    const { paths } = await readDocument(api);
    const ids = Object.values<Json>(paths).flatMap((methods) =>
      Object.values<Json>(methods).map(({ operationId }) => operationId),
    );
    assert.deepEqual(
      Object.keys(operations).filter((id) => !ids.includes(id)),
      [],
      'examples of operations that are gone',
    );
    assert.equal(ids.filter((id) => !(id in operations)).length, WITHOUT[api], 'without an example');
  });
