import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { type DeclaredOperation, findDeclarations, operationApi } from '../../src/platform/http/registry.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

/** Requests to each operation; each is one generated request. */
const REQUESTS = 25;

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

before(async () => {
  server = await startTestServer({ eventPollSeconds: 1 });
  organization = await server.organization();
  ({ operations } = await findDeclarations(['platform', 'chat', 'dispatch']));
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

/** One request of junk in the dialect of the operation's API. */
function request(operation: DeclaredOperation) {
  const members = names(operation);
  const parameters = fc.dictionary(
    members.length > 0
      ? fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...members) },
          { weight: 1, arbitrary: fc.string({ maxLength: 10 }) },
        )
      : fc.string({ maxLength: 10 }),
    junkValue,
    { maxKeys: 8 },
  );
  return fc.record({
    path: fc.array(idText, { minLength: 4, maxLength: 4 }),
    parameters,
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
  if (api === 'dispatch')
    return {
      body: JSON.stringify(junk.bare ? junk.parameters : Object.values(junk.parameters)) ?? '',
      type: 'application/json',
      query,
    };
  return { body: form, type: undefined, query };
}

async function send(operation: DeclaredOperation, junk: Junk): Promise<void> {
  const api = operation[operationApi];
  const access = (operation as unknown as { access: unknown }).access;
  let n = 0;
  const path = operation.path.replaceAll(/:[^/]+/g, () => junk.path[n++ % 4] || 'x');
  const { body, type, query } = encode(api, junk);
  const key =
    api === 'chat' ? `${organization.chat.email}:${organization.chat.api_key}` : `${organization.dispatch.api_key}:`;
  const inQuery = operation.method === 'GET';
  const response = await fetch(`${server.url}/api/${api === 'chat' ? 'v1' : 'v2'}${path}${inQuery ? query : ''}`, {
    method: operation.method,
    headers: {
      authorization: `Basic ${Buffer.from(key).toString('base64')}`,
      ...(type ? { 'content-type': type } : {}),
    },
    ...(inQuery ? {} : { body }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  assert.ok(response.status < 500, `${operation.method} ${path} gave ${response.status}: ${text}`);
  if (response.status === 200) return;
  const answer = JSON.parse(text);
  if (api === 'chat') {
    assert.equal(answer.result, 'error');
    assert.equal(typeof answer.msg, 'string');
    assert.match(answer.code, /^[A-Z_]+$/);
  } else {
    assert.equal(typeof answer.code, 'string');
    assert.equal(typeof answer.message.error, 'number', `${operation.id} (${String(access)})`);
    assert.equal(typeof answer.message.request, 'string');
  }
}

describe('junk', () => {
  test('no declared operation answers junk with a 500, and every refusal has the form of its API', {
    timeout: 300_000,
  }, async (t) => {
    assert.ok(operations.length > 10);
    for (const operation of operations) {
      await t.test(`${operation.method} ${operation.path}`, async () => {
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
