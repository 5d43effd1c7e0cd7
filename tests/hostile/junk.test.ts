import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { isTool, nameOfTool, type Tool } from '../../src/pages/assistants/tool.ts';
import { doMakeAssistantKey } from '../../src/platform/assistants/actions.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { type DeclaredOperation, findDeclarations, operationApi } from '../../src/platform/http/registry.ts';
import type { Answer } from '../harness/clients.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { SessionBrowser } from '../harness/session-browser.ts';

/** Requests to each operation, other ones in each run: a run is to be quick, and there are many. */
const REQUESTS = 10;

const junkText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '💬',
    "'",
    '"',
    '-1',
    '0',
    '9007199254740993',
    '1e400',
    'null',
    'NaN',
    '[]',
    '{}',
    '[[[[',
    '%',
    '%00',
    '../..',
    'a'.repeat(5000),
  ),
);
const junkValue = fc.oneof(
  junkText,
  fc.integer(),
  fc.constantFrom(0, -1, 1e308, -0, 2 ** 31, 2 ** 53, 2 ** 63, 0.5),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);
const idText = fc.oneof(
  fc.constantFrom('1', '0', '-1', '99999999999999999999', 'A'.repeat(24), '*'.repeat(24), 'me', 'x', '%F0%9F', '%00'),
  fc.string({ maxLength: 30 }).map(encodeURIComponent),
);

let server: TestServer & AsyncDisposable;
let organization: CreatedOrganization;
let operations: DeclaredOperation[];
let browser: SessionBrowser;

const PREFIXES: Record<string, string> = { chat: '/api/v1', dispatch: '/api/v2', session: '/api/session', page: '' };

before(async () => {
  server = await startTestServer({ eventPollSeconds: 1 });
  organization = await server.organization();
  browser = new SessionBrowser(server.url);
  ({ operations } = await findDeclarations(['platform', 'chat', 'dispatch', 'bridge', 'pages']));
});
after(() => server[Symbol.asyncDispose]());

function names(operation: DeclaredOperation): string[] {
  const { params, query, body } = operation as unknown as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: { properties?: Record<string, unknown> };
  };
  return [...Object.keys(params ?? {}), ...Object.keys(query ?? {}), ...Object.keys(body?.properties ?? {})];
}

/** Mostly known names with values of any kind. */
function parametersOf(members: string[]) {
  const unknown = fc.string({ maxLength: 10 });
  return fc.dictionary(
    members.length > 0
      ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...members) }, { weight: 1, arbitrary: unknown })
      : unknown,
    junkValue,
    { maxKeys: 8 },
  );
}

/** One request of junk in the dialect of the operation's API. */
function request(operation: DeclaredOperation) {
  return fc.record({
    path: fc.array(idText, { minLength: 4, maxLength: 4 }),
    parameters: parametersOf(names(operation)),
    raw: fc.option(fc.uint8Array({ maxLength: 60 }), { freq: 6 }),
    type: fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
    ),
    bare: fc.boolean(),
  });
}

type Junk = ReturnType<typeof request> extends fc.Arbitrary<infer T> ? T : never;

function encode(api: string, junk: Junk): { body: RequestInit['body']; type: string | undefined; query: string } {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(junk.parameters)) {
    form.append(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  }
  const query = form.size > 0 ? `?${form}` : '';
  if (junk.raw) return { body: junk.raw as unknown as RequestInit['body'], type: junk.type, query };
  if (api === 'dispatch' || api === 'session')
    return {
      body: JSON.stringify(junk.bare ? junk.parameters : Object.values(junk.parameters)) ?? '',
      type: 'application/json',
      query,
    };
  return { body: form, type: undefined, query };
}

/** Operations of the session API say themselves where they stand. */
const prefixOf = (operation: DeclaredOperation) =>
  (operation as DeclaredOperation & { base?: string }).base ?? PREFIXES[operation[operationApi]];

async function send(operation: DeclaredOperation, junk: Junk): Promise<void> {
  const api = operation[operationApi];
  const access = (operation as unknown as { access: unknown }).access;
  let n = 0;
  const path = operation.path.replaceAll(/:[^/]+/g, () => junk.path[n++ % 4] || 'x');
  const { body, type, query } = encode(api, junk);
  const key =
    api === 'chat' ? `${organization.chat.email}:${organization.chat.api_key}` : `${organization.dispatch.api_key}:`;
  const inQuery = operation.method === 'GET';
  const response = await fetch(`${server.url}${prefixOf(operation)}${path}${inQuery ? query : ''}`, {
    method: operation.method,
    headers: {
      ...(api === 'session' ? browser.headers() : { authorization: `Basic ${Buffer.from(key).toString('base64')}` }),
      ...(type ? { 'content-type': type } : {}),
    },
    ...(inQuery ? {} : { body }),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response.body?.cancel();
  const text = await response.text();
  assert.ok(response.status < 500, `${operation.method} ${path} gave ${response.status}: ${text}`);
  if (response.ok) return;
  const answer = JSON.parse(text);
  if (api === 'session') {
    assert.deepEqual([typeof answer.code, typeof answer.message, typeof answer.request], Array(3).fill('string'));
  } else if (api === 'chat') {
    assert.equal(answer.result, 'error');
    assert.equal(typeof answer.msg, 'string');
    assert.match(answer.code, /^[A-Z_]+$/);
  } else {
    assert.equal(typeof answer.code, 'string');
    assert.equal(typeof answer.message.error, 'number', `${operation.id} (${String(access)})`);
    assert.equal(typeof answer.message.request, 'string');
  }
}

/** Makes a key of the owner for an assistant that may do all. */
async function assistantKey(): Promise<string> {
  const { database } = server.services;
  const organizationId = organization.organization_id;
  const person = await database.reader.first(sql<{ id: string }>`
    select id from platform.people where organization_id = ${organizationId}`);
  const all = { mayWrite: true, directMessages: true, channelIds: null, teamIds: null };
  const make = { label: 'junk', personId: person!.id, ...all };
  return (await database.transaction((tx) => doMakeAssistantKey(tx, make), { organizationId })).key;
}

/** Calls a tool; what it refuses is a sentence in its answer. */
async function callTool(name: string, given: unknown, headers: Record<string, string>): Promise<void> {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  });
  const text = await response.text();
  assert.ok(response.status < 500, `${name} gave ${response.status}: ${text}`);
  assert.match(text, /"(text|message)":"[^"]/, name);
}

describe('junk', () => {
  test('no tool of an assistant fails on junk', async (t) => {
    const authorization = `Bearer ${await assistantKey()}`;
    const tools = operations.filter((each): each is Tool => isTool(each));
    assert.ok(tools.length > 10);
    const given = [
      ...tools.map((tool) => [nameOfTool(tool), Object.keys(tool.input.properties)] as const),
      ['confirm', ['token']] as const,
    ];
    for (const [name, members] of given)
      await t.test(name, () =>
        fc.assert(
          fc.asyncProperty(parametersOf([...members]), (junk) => callTool(name, junk, { authorization })),
          { numRuns: 3, endOnFailure: true },
        ),
      );
    assert.deepEqual(server.errors, []);
  });

  test('no declared operation answers junk with a 500, and every refusal has the form of its API', {
    timeout: 300_000,
  }, async (t) => {
    assert.ok(operations.length > 10);
    for (const operation of operations.filter((each) => each[operationApi] !== 'page' && !isTool(each))) {
      await t.test(`${operation.method} ${operation.path}`, async () => {
        // One of the requests before may have signed it out.
        if (operation[operationApi] === 'session') await signIn();
        await fc.assert(
          fc.asyncProperty(request(operation), (junk) => send(operation, junk)),
          { numRuns: REQUESTS, endOnFailure: true },
        );
      });
    }
    const health = await fetch(`${server.url}/healthz`);
    assert.equal(health.status, 200);
    assert.deepEqual(server.errors, []);
  });
});

async function signIn(): Promise<void> {
  browser.cookie = undefined;
  const { status, text } = await browser.signIn(organization.chat.email, 'correct horse battery staple');
  assert.equal(status, 200, text);
}

/** Headers of a browser's request triggered by another site's page; `undefined`: not sent. */
const FORGED: Record<string, string | undefined>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
  { 'sec-fetch-site': undefined, origin: 'https://elsewhere.example' },
  { 'sec-fetch-site': undefined, origin: 'null' },
];
/** Changes require more than missing headers. */
const SILENT = [{ 'sec-fetch-site': undefined }, { 'sec-fetch-site': 'none' }];
const REFUSALS: Record<string, (answer: Answer) => unknown> = {
  chat: ({ json }) => json?.code === 'CSRF_FAILED',
  dispatch: ({ json }) => json?.message?.error === 1300,
  session: ({ json }) => json?.code === 'not_from_our_pages',
  page: ({ headers }) => headers.get('content-type')?.startsWith('text/html'),
};

describe('a request that a page of somebody else made the browser send', () => {
  test('is refused by every operation that the cookie would open, and every form', async () => {
    await signIn();
    let asked = 0;
    for (const operation of operations) {
      const api = operation[operationApi];
      const { access, submit, fromAnywhere } = operation as unknown as {
        access: string | { name: string };
        submit?: unknown;
        fromAnywhere?: boolean;
      };
      // The cookie is nothing to what anybody may call with no credentials at all; every page may be looked at.
      if (isTool(operation)) continue;
      const isOpen = (typeof access === 'string' ? access : access.name) === 'anyone';
      if (api === 'page' ? !submit || fromAnywhere : isOpen && api !== 'session') continue;
      const method = api === 'page' ? 'POST' : operation.method;
      const path = prefixOf(operation) + operation.path.replaceAll(/:[^/]+/g, 'x');
      for (const headers of [...FORGED, ...(method === 'GET' ? [] : SILENT)]) {
        const answer = await browser.request(method, path, undefined, headers);
        const where = `${method} ${path} ${JSON.stringify(headers)}: ${answer.text}`;
        assert.equal(answer.status, 403, where);
        assert.ok(REFUSALS[api]!(answer), where);
        asked++;
      }
    }
    assert.ok(asked > 1000, String(asked));
    assert.equal((await browser.get('/api/session')).status, 200);
  });
});
