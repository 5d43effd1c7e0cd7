import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Json } from '../../scripts/clients/documents.ts';
import { chatEventKinds } from '../../src/chat/events/kinds.ts';
import { QueueEvent } from '../../src/chat/queue-events/queue-event.ts';
import { constantOf, discriminatorOf, membersOf } from '../../src/platform/http/discriminated.ts';
import { eventSchemaName } from '../../src/platform/http/event-schema-name.ts';
import { findDeclarations } from '../../src/platform/http/registry.ts';
import { recordExamples } from './record.ts';

const APIS = ['chat', 'dispatch', 'session'] as const;
const root = path.resolve(import.meta.dirname, '../..');

test('docs/openapi/examples shows what a server answers; "npm run examples" writes them anew', async () => {
  for (const [file, text] of await recordExamples())
    assert.equal(text, await readFile(path.join(root, file), 'utf8'), file);
});

for (const api of APIS)
  test(`every operation of the ${api} API has a request and an answer, and none is of an operation that is gone`, async () => {
    const { operations } = JSON.parse(await readFile(path.join(root, `docs/openapi/examples/${api}.json`), 'utf8'));
    const { paths } = await readWithExamples(api);
    const declared = Object.values<Json>(paths).flatMap((methods) => Object.values<Json>(methods));
    assert.deepEqual(Object.keys(operations).toSorted(), declared.map(({ operationId }) => operationId).toSorted());
    for (const { operationId, requestBody, responses } of declared) {
      const { body, file, answer, refused } = operations[operationId];
      const isFile = Object.keys(requestBody?.content ?? {}).some((type) => /^image|^multipart/.test(type));
      if (isFile) assert.ok(file, `${operationId} sends no file`);
      // An operation that always refuses says so in its summary.
      if (!refused && responses[200]?.content) assert.ok(answer !== undefined, `${operationId} has no answer`);
      if (requestBody?.content['application/json'] && body === undefined) assert.fail(`${operationId} has no body`);
    }
  });

for (const api of APIS)
  test(`the errors of the ${api} API have an answer`, async () => {
    const { components } = await readWithExamples(api);
    const codes = new Set<string>();
    const shown = new Set<string>();
    for (const { description, content } of Object.values<Json>(components.responses)) {
      for (const [, code] of description.matchAll(/^- `(\w+)`/gm)) codes.add(code!);
      for (const [code, { value }] of Object.entries<Json>(content['application/json'].examples ?? {})) {
        assert.equal(String(api === 'dispatch' ? value.message.error : value.code), code);
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
/** Kinds that are in no log: they are made when a queue is read. */
const MADE_FOR_A_QUEUE = ['heartbeat', 'update_display_settings', 'update_global_notifications'];

test('every kind of event has a schema, and every form of it an event that was recorded and fits it', async () => {
  const { events } = JSON.parse(await readFile(path.join(root, 'docs/openapi/examples/chat.json'), 'utf8'));
  const kinds = membersOf(QueueEvent);
  assert.deepEqual(
    kinds.map((kind) => constantOf(kind, 'type')).toSorted(),
    [...chatEventKinds.filter((kind) => !NEVER_SENT.includes(kind)), ...MADE_FOR_A_QUEUE].toSorted(),
  );
  const forms = kinds.flatMap((kind) => (discriminatorOf(kind) === undefined ? [kind] : membersOf(kind)));
  const names = forms.map((form) => {
    const [type, op] = ['type', 'op'].map((property) => constantOf(form, property));
    return op === undefined ? String(type) : `${type}/${op}`;
  });
  assert.deepEqual(Object.keys(events).toSorted(), names.toSorted());
  const { components } = await readWithExamples('chat');
  for (const [index, name] of names.entries()) {
    const [wrong] = Compile(forms[index]!).Errors(events[name]);
    assert.equal(wrong, undefined, `${name}: ${JSON.stringify(wrong)}`);
    const { examples } = components.schemas[eventSchemaName(...(name.split('/') as [string, string?]))];
    assert.deepEqual(examples, [events[name]], name);
  }
});

interface Streaming {
  id: string;
  events?: Readonly<Record<string, TSchema>>;
}

test('the frames of a stream fit the schemas of their events', async () => {
  const { operations } = await findDeclarations(['chat', 'dispatch', 'bridge', 'pages']);
  for (const api of APIS) {
    const recorded = JSON.parse(await readFile(path.join(root, `docs/openapi/examples/${api}.json`), 'utf8'));
    const streams = (operations as Streaming[]).filter(({ id, events }) => events && id in recorded.operations);
    assert.ok(streams.length > 0, api);
    for (const { id, events } of streams) {
      const frames = Object.entries(recorded.operations[id].answer);
      assert.ok(frames.length > 0, id);
      for (const [name, data] of frames) {
        const [wrong] = Compile(events![name]!).Errors(data);
        assert.equal(wrong, undefined, `${id} ${name}: ${JSON.stringify(wrong)}`);
      }
    }
  }
});

const readWithExamples = async (api: string): Promise<Json> =>
  JSON.parse(await readFile(path.join(root, `docs/openapi/${api}.json`), 'utf8'));

/** Names of the members that a schema describes. */
function describedIn({ $ref, allOf = [], properties = {} }: Json, schemas: Json): Set<string> {
  const parts = [...allOf, ...($ref ? [schemas[$ref.split('/').at(-1)]] : [])];
  return new Set([...Object.keys(properties), ...parts.flatMap((part: Json) => [...describedIn(part, schemas)])]);
}
