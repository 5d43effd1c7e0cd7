import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { type Json, readDocument } from '../../scripts/clients/documents.ts';
import { chatEventKinds } from '../../src/chat/events/kinds.ts';
import { recordExamples } from './record.ts';

const root = path.resolve(import.meta.dirname, '../..');

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
  test(`the errors of the ${api} API have an answer`, async () => {
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
    assert.deepEqual([...codes].filter((code) => !shown.has(code)).toSorted(), []);
  });

test('every webhook has a body, each member of which its schema describes', async () => {
  const { webhooks, components } = await readWithExamples('dispatch');
  for (const [trigger, { post }] of Object.entries<Json>(webhooks)) {
    const { schema, example } = post.requestBody.content['application/json'];
    assert.equal(example?.triggerName, trigger);
    const described = describedIn(schema, components.schemas);
    // What concerns no task, worker or plan has null.
    const members = Object.entries(example).filter(([name, value]) => name !== 'data' || value !== null);
    assert.deepEqual(
      members.map(([name]) => name).filter((name) => !described.has(name)),
      [],
      trigger,
    );
  }
});

/** Kinds of events that clients know and this server never sends. */
const NEVER_SENT = ['onboarding_steps', 'restart'];

test('every kind of event has an event', async () => {
  const { components } = await readWithExamples('chat');
  const shown = new Set(components.schemas.QueueEvent.examples.map(({ type }: Json) => type));
  assert.deepEqual(
    chatEventKinds.filter((kind) => !shown.has(kind)),
    NEVER_SENT,
  );
});

const readWithExamples = async (api: string): Promise<Json> =>
  JSON.parse(await readFile(path.join(root, `docs/openapi/${api}.json`), 'utf8'));

/** Names of the members that a schema describes. */
function describedIn({ $ref, allOf = [], properties = {} }: Json, schemas: Json): Set<string> {
  const parts = [...allOf, ...($ref ? [schemas[$ref.split('/').at(-1)]] : [])];
  return new Set([...Object.keys(properties), ...parts.flatMap((part: Json) => [...describedIn(part, schemas)])]);
}
