import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, ChatClient } from '../../../tests/harness/clients.ts';
import { makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { findDeclarations } from '../../platform/http/registry.ts';
import { type ChatOperation, isChatOperation } from './operation.ts';
import type { Param } from './params.ts';

const BODY_LIMIT = 20_000;

let server: TestServer & AsyncDisposable;
let organization: CreatedOrganization;
let owner: ChatClient;
let member: Person;
let left: Person;
let operations: ChatOperation[];

before(async () => {
  server = await startTestServer({ bodyLimit: BODY_LIMIT, eventPollSeconds: 1 });
  organization = await server.organization();
  owner = new ChatClient(organization.chat);
  member = await makePerson(server, organization, { name: 'Mara Member' });
  left = await makePerson(server, organization, { name: 'Lew Left' });
  assert.equal((await owner.delete(`/users/${left.id}`)).status, 200);
  operations = (await findDeclarations(['chat'])).operations.filter(isChatOperation);
});
after(() => server[Symbol.asyncDispose]());

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const right = () => basic(`${organization.chat.email}:${organization.chat.api_key}`);

async function send(path: string, init: RequestInit = {}, authorization: string | null = right()): Promise<Answer> {
  const headers = { ...(authorization === null ? {} : { authorization }), ...(init.headers as object) };
  const response = await fetch(`${server.url}${path}`, { ...init, headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : undefined,
  };
}

function multipart(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Nothing but the fields that clients know of the error. */
function assertError(answer: Answer, status: number, code: string, ...extra: string[]): void {
  assert.deepEqual([answer.status, answer.json?.code], [status, code], answer.text);
  assert.deepEqual(Object.keys(answer.json).sort(), ['code', 'msg', 'result', ...extra].sort());
}

const address = ({ path }: ChatOperation) => `/api/v1${path.replaceAll(/:[^/]+/g, '1')}`;

describe('every operation', () => {
  test('refuses whoever shows no key, a wrong one, somebody else’s or one of a deactivated account', async () => {
    for (const operation of operations.filter(({ access }) => access.name !== 'anyone')) {
      const { method } = operation;
      const path = address(operation);
      for (const authorization of [null, 'Bearer x', 'Basic', 'Basic !!!']) {
        const answer = await send(path, { method }, authorization);
        assertError(answer, 401, 'UNAUTHORIZED');
        assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="zulip"');
      }
      for (const wrong of [
        organization.chat.email,
        `${organization.chat.email}:short`,
        `${organization.chat.email}:${'x'.repeat(32)}`,
        `${organization.chat.email}\u0000:${organization.chat.api_key}`,
        `${member.email}:${organization.chat.api_key}`,
      ])
        assertError(await send(path, { method }, basic(wrong)), 401, 'INVALID_API_KEY');
      assertError(await send(path, { method }, basic(`${left.email}:${left.client.key}`)), 401, 'USER_DEACTIVATED');
    }
  });

  test('for administrators alone refuses a member with UNAUTHORIZED_PRINCIPAL', async () => {
    const restricted = operations.filter(({ access }) => ['administrators', 'owners'].includes(access.name));
    assert.ok(restricted.length > 0);
    for (const operation of restricted) {
      const answer = await send(
        address(operation),
        { method: operation.method },
        basic(`${member.email}:${member.client.key}`),
      );
      assertError(answer, 403, 'UNAUTHORIZED_PRINCIPAL');
    }
  });

  test('names the first parameter that is missing', async () => {
    for (const operation of operations) {
      const params = Object.entries(operation.params as Record<string, Param<unknown>>);
      const required = params.find(([, param]) => param.required && !param.inPath);
      if (!required) continue;
      const answer = await send(address(operation), { method: operation.method });
      assertError(answer, 400, 'REQUEST_VARIABLE_MISSING', 'var_name');
      assert.equal(answer.json.var_name, required[0]);
    }
  });
});

describe('parameters', () => {
  const subscriptions = '[{"name":"dock"}]';

  test('come as urlencoded body, multipart body or query, whatever the method; the body wins', async () => {
    const path = '/api/v1/users/me/subscriptions';
    const bodies = () => [
      { query: `?subscriptions=${encodeURIComponent('["dock"]')}`, body: null },
      { query: '', body: new URLSearchParams({ subscriptions: '["dock"]' }) },
      { query: '', body: multipart({ subscriptions: '["dock"]' }) },
      { query: '?subscriptions=nonsense', body: new URLSearchParams({ subscriptions: '["dock"]' }) },
    ];
    for (const [index, { query, body }] of bodies().entries()) {
      const joined = await send(path, {
        method: 'POST',
        body: index % 2 ? new URLSearchParams({ subscriptions }) : multipart({ subscriptions }),
      });
      assert.deepEqual(joined.json.subscribed, { [organization.chat.user_id]: ['dock'] }, joined.text);
      const answer = await send(`${path}${query}`, { method: 'DELETE', body });
      assert.deepEqual(answer.json.removed, ['dock'], answer.text);
    }
    const { stream_id } = (await owner.get('/get_stream_id', { stream: 'dock' })).json;
    for (const [query, body] of [
      ['?description=first', null],
      ['?description=other', new URLSearchParams({ description: 'second' })],
      ['', multipart({ description: 'third' })],
    ] as const)
      assert.equal((await send(`/api/v1/streams/${stream_id}${query}`, { method: 'PATCH', body })).status, 200);
    assert.equal((await owner.get(`/streams/${stream_id}`)).json.stream.description, 'third');
  });

  test('that are not supported are named, wherever they came; the name of the client is supported everywhere', async () => {
    const body = new URLSearchParams({ surprise: '1', second: 'x', client: 'Probe' });
    const answer = await send('/api/v1/register?query=2&surprise=0', { method: 'POST', body });
    assert.deepEqual(answer.json.ignored_parameters_unsupported, ['query', 'surprise', 'second']);
    const form = await send('/api/v1/users/me?client=Probe');
    assert.ok(!('ignored_parameters_unsupported' in form.json));
  });

  test('of a multipart body are whole whatever type a part says it has; files are read past', async () => {
    const body = [
      '--x\r\nContent-Disposition: form-data; name="subscriptions"\r\nContent-Type: application/json\r\n\r\n[{"name":"jetty"}]',
      '--x\r\nContent-Disposition: form-data; name="principals"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n[]',
      '--x\r\nContent-Disposition: form-data; name="a file"; filename="notes.txt"\r\n\r\n\u00ff\u0000 bytes\r\n--x--\r\n',
    ].join('\r\n');
    const answer = await send('/api/v1/users/me/subscriptions', {
      method: 'POST',
      body: Buffer.from(body, 'latin1'),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    assert.deepEqual(answer.json.subscribed, { [organization.chat.user_id]: ['jetty'] }, answer.text);
  });

  test('that are not UTF-8, in whatever form, are refused', async () => {
    const path = '/api/v1/users/me/subscriptions';
    const form = (body: string, type: string) =>
      send(path, { method: 'POST', body: Buffer.from(body, 'latin1'), headers: { 'content-type': type } });
    const urlencoded = 'application/x-www-form-urlencoded';
    assertError(await form('subscriptions=[{"name":"\xff"}]', urlencoded), 400, 'BAD_REQUEST');
    assertError(await form('subscriptions=%ff', urlencoded), 400, 'BAD_REQUEST');
    assertError(await form('subscriptions=%zz', urlencoded), 400, 'BAD_REQUEST');
    const part = '--x\r\nContent-Disposition: form-data; name="subscriptions"\r\n\r\n[{"name":"\xff"}]\r\n--x--\r\n';
    assertError(await form(part, 'multipart/form-data; boundary=x'), 400, 'BAD_REQUEST');
    assertError(await form('nothing of the kind', 'multipart/form-data; boundary=x'), 400, 'BAD_REQUEST');
    assertError(await form('', 'multipart/form-data'), 400, 'BAD_REQUEST');
    assertError(await send('/api/v1/users?user_ids=%ff'), 400, 'BAD_REQUEST');
    assertError(await send('/api/v1/users?%ff=1'), 400, 'BAD_REQUEST');
    for (const name of ['%ff', '%zz', 'a'.repeat(3000)]) {
      const answer = await send(`//api/v1//users/${name}`);
      assertError(answer, 400, 'BAD_REQUEST');
      assert.ok(answer.json.msg.length < 100);
    }
    assertError(await send('/api/v1/users/%00'), 404, 'NOT_FOUND');
    const credentials = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`:${organization.chat.api_key}`)]);
    assertError(await send('/api/v1/users/me', {}, `Basic ${credentials.toString('base64')}`), 401, 'INVALID_API_KEY');
  });

  test('in a body of another type are refused; an empty body of any type is none', async () => {
    for (const type of ['application/json', 'text/plain', 'application/xml', '///']) {
      const answer = await send('/api/v1/register', { method: 'POST', body: '{}', headers: { 'content-type': type } });
      assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    for (const type of ['application/json', 'text/plain']) {
      const answer = await send('/api/v1/register', { method: 'POST', headers: { 'content-type': type } });
      assert.equal(answer.status, 200, answer.text);
    }
  });

  test('beyond the limit of a body are refused, in parts too', async () => {
    const big = 'x'.repeat(BODY_LIMIT + 1);
    const half = 'x'.repeat(BODY_LIMIT / 2 + 1);
    for (const body of [
      new URLSearchParams({ content: big }),
      multipart({ content: big }),
      multipart({ one: half, other: half }),
      multipart({ file: new Blob([big]) }),
    ])
      assertError(await send('/api/v1/messages', { method: 'POST', body }), 413, 'PAYLOAD_TOO_LARGE');
    // Without a length that could be looked at beforehand.
    const part = '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\n';
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(part + big));
        controller.enqueue(new TextEncoder().encode('\r\n--x--\r\n'));
        controller.close();
      },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const chunked = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
    assertError(await send('/api/v1/messages', chunked), 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('paths and methods', () => {
  test('slashes too many change nothing', async () => {
    for (const path of ['//api/v1//users//me', '/api/v1/users/me/', '/api//v1/users/me//'])
      assert.equal((await send(path)).json.user_id, organization.chat.user_id, path);
  });

  test('an unknown path is not found; a wrong method is told the right ones', async () => {
    for (const path of ['/api/v1', '/api/v1/', '/api/v1/nothing', '//api/v1//nothing', '/api/v1/users/me/nothing'])
      assertError(await send(path), 404, 'NOT_FOUND');
    for (const [method, path] of [
      ['PUT', '/api/v1/messages'],
      ['OPTIONS', '/api/v1/messages'],
      ['PATCH', '//api/v1//messages/'],
    ] as const) {
      const answer = await send(path, { method });
      assertError(answer, 405, 'METHOD_NOT_ALLOWED', 'allowed_methods');
      assert.deepEqual(answer.json.allowed_methods, ['GET', 'POST']);
      assert.equal(answer.headers.get('allow'), 'GET, POST');
    }
  });

  test('HEAD answers as GET does, without the body', async () => {
    for (const [path, status] of [
      ['/api/v1/users/me', 200],
      ['/api/v1/events', 400],
      ['/api/v1/nothing', 404],
    ] as const) {
      const answer = await send(path, { method: 'HEAD' });
      assert.deepEqual([answer.status, answer.text], [status, '']);
    }
  });
});
