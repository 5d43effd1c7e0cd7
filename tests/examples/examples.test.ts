import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { type Json, readDocument } from '../../scripts/clients/documents.ts';
import { recordExamples } from './record.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Errors that no call of the walk can meet, and why. */
const WITHOUT = {
  chat: {
    CANNOT_DEACTIVATE_GROUP_IN_USE: 'its objections name settings of one organization',
    CSRF_FAILED: 'only pages meet it',
    METHOD_NOT_ALLOWED: 'no operation has such a request',
    MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: 'messages must be old',
    NONEXISTENT_SUBDOMAIN: 'a server of many organizations',
    PASSWORD_AUTH_DISABLED: 'another setting of the server',
    PAYLOAD_TOO_LARGE: 'a request of many megabytes',
    PUSH_SERVICE_NOT_CONFIGURED: 'another setting of the server',
    RATE_LIMIT_HIT: 'limits are off in tests',
    REALM_UPLOAD_QUOTA: 'a store that is full',
    SERVICE_UNAVAILABLE: 'a database that is gone',
    UNSUPPORTED_MEDIA_TYPE: 'no operation has such a request',
  },
  dispatch: {
    1400: 'no operation has such a path',
    1401: 'no operation has such a request',
    1500: 'a request of many megabytes',
    2219: 'work that somebody else did in between',
    2300: 'limits are off in tests',
    2400: 'two requests at one time',
    2501: 'a database that is gone',
  },
};

test('docs/openapi/examples shows what a server answers; "npm run examples" writes them anew', async () => {
  for (const [file, text] of await recordExamples())
    assert.equal(text, await readFile(path.join(root, file), 'utf8'), file);
});

for (const api of ['chat', 'dispatch'] as const)
  test(`every operation of the ${api} API has a request and an answer, and none is of an operation that is gone`, async () => {
    const { operations } = JSON.parse(await readFile(path.join(root, `docs/openapi/examples/${api}.json`), 'utf8'));
    const { paths } = await readDocument(api);
    const declared = Object.values<Json>(paths).flatMap((methods) => Object.values<Json>(methods));
    assert.deepEqual(Object.keys(operations).toSorted(), declared.map(({ operationId }) => operationId).toSorted());
    for (const { operationId, requestBody, responses } of declared) {
      const { body, file, answer, refused } = operations[operationId];
      const isFile = Object.keys(requestBody?.content ?? {}).some((type) => /^image|^multipart/.test(type));
      if (isFile) assert.ok(file, `${operationId} sends no file`);
      // An operation that always refuses says so in its summary.
      if (!refused && responses[200].content) assert.ok(answer !== undefined, `${operationId} has no answer`);
      if (requestBody?.content['application/json'] && body === undefined) assert.fail(`${operationId} has no body`);
    }
  });

for (const api of ['chat', 'dispatch'] as const)
  test(`the errors of the ${api} API have an answer, or a reason why they have none`, async () => {
    const { components } = await readDocument(api);
    const codes = new Set<string>();
    const shown = new Set<string>();
    for (const { description, content } of Object.values<Json>(components.responses)) {
      for (const [, code] of description.matchAll(/^- `(\w+)`/gm)) codes.add(code!);
      for (const [code, { value }] of Object.entries<Json>(content['application/json'].examples ?? {})) {
        assert.equal(String(api === 'chat' ? value.code : value.message.error), code);
        shown.add(code);
      }
    }
    assert.deepEqual([...codes].filter((code) => !shown.has(code)).toSorted(), Object.keys(WITHOUT[api]).toSorted());
  });
