import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { ChatClient, DispatchClient } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { type Known, type Schema, shaped } from './shaped.ts';

/**
 * Requests in the shape that the documents declare, about what is there, with values at their bounds: they reach what junk
 * (`junk.test.ts`) is refused before. `FUZZ=100000 SEED=7 npm test -- hostile/shaped` sends so many.
 */
const { FUZZ, SEED = '1' } = process.env;
const PER_OPERATION = 3;

interface Declared {
  api: 'chat' | 'dispatch';
  method: string;
  path: string;
  id: string;
  parameters: {
    name: string;
    in: string;
    required?: boolean;
    schema?: Schema;
    content?: Record<string, { schema: Schema }>;
  }[];
  body: { type: string; schema: Schema } | undefined;
}

/** An operation as the document has it. */
interface Documented {
  operationId: string;
  parameters?: Declared['parameters'];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: object }>;
}

const PREFIX = { chat: '/api/v1', dispatch: '/api/v2' };
/** Operations that hold their answer, or revoke the key that all others need. */
const LEFT_OUT = new Set(['get-events', 'regenerate-own-key', 'deactivate-own-user']);

let server: TestServer & AsyncDisposable;
let authorization: Record<Declared['api'], string>;
let known: Known;
let phones = 0;

before(async () => {
  server = await startTestServer({ eventPollSeconds: 1 });
  await begin();
});
after(() => server[Symbol.asyncDispose]());

/** An organization with something of everything. */
async function begin(): Promise<void> {
  const { chat, dispatch } = await server.organization();
  const owner = new ChatClient(chat);
  const api = new DispatchClient(dispatch);
  await owner.post('/users/me/subscriptions', { subscriptions: '[{"name": "deliveries"}]' });
  const channel = (await owner.get('/get_stream_id', { stream: 'deliveries' })).json.stream_id;
  const sent = (await owner.post('/messages', { type: 'stream', to: channel, topic: 'gate', content: 'Which?' })).json;
  const groups = (await owner.get('/user_groups')).json.user_groups;
  const admins = (await api.get('/admins')).json;
  const team = (await api.post('/teams', { name: 'North', workers: [], managers: [admins[0].id] })).json;
  const worker = (
    await api.post('/workers', {
      name: 'Dora Driver',
      phone: `+1415557${String(++phones).padStart(4, '0')}`,
      teams: [team.id],
    })
  ).json;
  const hub = (await api.post('/hubs', { name: 'Depot', location: [-122.4, 37.78], address: {} })).json;
  const recipients = [{ name: 'Rita', phone: '+14155550123' }];
  const task = (await api.post('/tasks', { destination: destinationAt(), recipients })).json;
  const ids = [
    task.id,
    worker.id,
    team.id,
    hub.id,
    admins[0].id,
    task.destination.id,
    task.recipients[0].id,
    task.organization,
  ];
  known = {
    ids: ids.filter((id) => typeof id === 'string'),
    integers: [chat.user_id, channel, sent.id, ...groups.slice(0, 2).map(({ id }: { id: number }) => id)],
    texts: ['deliveries', 'gate', 'North', chat.email, task.shortId],
  };
  for (const list of [known.ids, known.integers]) assert.ok(list.length >= 4, JSON.stringify(known));
  authorization = {
    chat: `Basic ${btoa(`${chat.email}:${chat.api_key}`)}`,
    dispatch: `Basic ${btoa(`${dispatch.api_key}:`)}`,
  };
}

async function declaredBy(api: Declared['api']): Promise<Declared[]> {
  const document = JSON.parse(await readFile(new URL(`../../docs/openapi/${api}.json`, import.meta.url), 'utf8'));
  const declaredOnce = (parameter: Declared['parameters'][number] & { $ref?: string }) =>
    parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1)!] : parameter;
  return Object.entries<Record<string, Documented>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, parameters = [], requestBody, responses }]) => {
      const [[type, content] = []] = Object.entries<{ schema: Schema }>(requestBody?.content ?? {});
      const isStream = 'text/event-stream' in (responses['200']?.content ?? {});
      const body = type && content ? { type, schema: content.schema } : undefined;
      const given = parameters.map(declaredOnce).filter((parameter) => parameter.in !== 'header');
      return { api, method: method.toUpperCase(), path, id: isStream ? 'get-events' : id, parameters: given, body };
    }),
  );
}

/** A request of an operation: what it is asked with, by parameter, and its body. */
function requestOf(operation: Declared): fc.Arbitrary<{ given: Record<string, unknown>; body: unknown }> {
  const members = operation.parameters.map(({ name, schema, content, required, in: place }) => {
    const value = shaped(schema ?? content?.['application/json']?.schema ?? {}, known);
    return [name, required || place === 'path' ? value : fc.option(value, { nil: undefined })] as const;
  });
  const body = operation.body ? shaped(operation.body.schema, known) : fc.constant(undefined);
  return fc.record({ given: fc.record(Object.fromEntries(members)), body });
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Lone surrogates have no form in a URL. */
const inUrl = (value: unknown): string => encodeURIComponent(asText(value).toWellFormed()) || 'x';

async function send(operation: Declared, { given, body }: { given: Record<string, unknown>; body: unknown }) {
  const { api, method, parameters } = operation;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inUrl(given[name]));
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters)
    if (place === 'query' && given[name] !== undefined) query.set(name, asText(given[name]));
  const isForm = operation.body?.type === 'application/x-www-form-urlencoded';
  const fields = Object.entries((body ?? {}) as object).map(([name, value]) => [name, asText(value)]);
  const encoded = isForm ? new URLSearchParams(fields).toString() : JSON.stringify(body);
  const response = await fetch(`${server.url}${PREFIX[api]}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: {
      authorization: authorization[api],
      ...(operation.body && method !== 'GET' ? { 'content-type': operation.body.type } : {}),
    },
    ...(operation.body && method !== 'GET' ? { body: encoded ?? '' } : {}),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  const label = `${method} ${path}?${query} ${encoded?.slice(0, 2000)}: ${response.status} ${text.slice(0, 500)}`;
  assert.ok(response.status < 500, label);
  if (response.status === 401) await begin();
  // Of a head that is too large nobody knows whose path it had.
  else if (!response.ok && response.status !== 304 && response.status !== 431)
    assert.match(
      text,
      api === 'chat' ? /^\{"result":"error","msg":"/ : /^\{"code":"\w+","message":\{"error":\d+/,
      label,
    );
  return response.status;
}

test('nothing in the shape that is declared, about what is there, is answered with a 500', {
  timeout: FUZZ ? 4 * 3_600_000 : 600_000,
}, async (t) => {
  const operations = (await Promise.all([declaredBy('chat'), declaredBy('dispatch')]))
    .flat()
    .filter(({ id }) => !LEFT_OUT.has(id));
  assert.ok(operations.length > 200);
  const each = FUZZ ? Math.ceil(Number(FUZZ) / operations.length) : PER_OPERATION;
  t.diagnostic(`seed ${SEED}, ${each} requests to each of ${operations.length} operations`);
  const counts = new Map<number, number>();
  for (const [n, operation] of operations.entries()) {
    const property = fc.asyncProperty(
      fc.constant(undefined).chain(() => requestOf(operation)),
      async (request) => {
        const status = await send(operation, request);
        counts.set(status, (counts.get(status) ?? 0) + 1);
      },
    );
    await fc.assert(property, { numRuns: each, seed: Number(SEED) + n, endOnFailure: true });
  }
  // It reaches what it is for: else all would be refused at the door.
  const good = counts.get(200) ?? 0;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  t.diagnostic(`${good} of ${all} were answered with 200`);
  assert.ok(good > all / 10, JSON.stringify([...counts]));
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  assert.deepEqual(server.errors, []);
});
