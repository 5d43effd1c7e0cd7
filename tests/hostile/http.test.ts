import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { RawConnection } from '../harness/raw.ts';
import { startTestServer } from '../harness/server.ts';

const BODY_LIMIT = 100_000;

const server = await startTestServer({ bodyLimit: BODY_LIMIT });
after(() => server[Symbol.asyncDispose]());
const organization = await server.organization();

const basic = (name: string, password = '') => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const apis = {
  chat: { prefix: '/api/v1', key: basic(organization.chat.email, organization.chat.api_key) },
  dispatch: { prefix: '/api/v2', key: basic(organization.dispatch.api_key) },
};
type Api = keyof typeof apis;

/** A request, byte for byte; nothing is added but host and key. */
function request(api: Api, line: string, headers: readonly string[] = [], body: string | Buffer = ''): Buffer {
  const [method, path] = line.split(' ');
  const length = headers.some((header) => /^(content-length|transfer-encoding):/i.test(header))
    ? []
    : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [
    `${method} ${apis[api].prefix}${path} HTTP/1.1`,
    'Host: hubbub',
    'Connection: close',
    `Authorization: ${apis[api].key}`,
    ...headers,
    ...(Buffer.byteLength(body) > 0 || method === 'POST' ? length : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  json: any;
  all: string;
}

/** Sends bytes and reads until the server closes the connection. */
async function exchange(bytes: string | Buffer): Promise<Answered> {
  const connection = (await RawConnection.open(server.url)).listen().send(bytes);
  const all = await connection.ended();
  const [head = '', body = ''] = all.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), json: parsed(body), all };
}

/** Undefined when there is no body, or further answers follow. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The refusal has its API's own form. */
function assertRefused(api: Api, answer: Answered, status: number): void {
  assert.equal(answer.status, status, answer.all);
  if (api === 'chat') {
    assert.equal(answer.json.result, 'error');
    assert.equal(typeof answer.json.msg, 'string');
    assert.match(answer.json.code, /^[A-Z_]+$/);
  } else {
    assert.equal(typeof answer.json.code, 'string');
    assert.equal(typeof answer.json.message.error, 'number');
    assert.match(answer.json.message.request, /^[0-9a-f-]{36}$/);
  }
}

const FORM = 'Content-Type: application/x-www-form-urlencoded';
const JSON_TYPE = 'Content-Type: application/json';
const MULTIPART = 'Content-Type: multipart/form-data; boundary=b';
const CHUNKED = 'Transfer-Encoding: chunked';
const field = (name: string, value = 'x') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const chunks = (...parts: string[]) =>
  `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;
const half = 'a'.repeat(BODY_LIMIT * 0.6);

/** Request, and its statuses in the two APIs; an API without a status is not called. */
const refused: [what: string, make: (api: Api) => Buffer, statuses: Partial<Record<Api, number>>][] = [
  ['percent codes in the path', (api) => request(api, 'GET /users/%zz'), { chat: 400, dispatch: 400 }],
  ['percent codes in the query', (api) => request(api, 'GET /teams?a=%zz'), { dispatch: 400 }],
  ['percent codes in the body', (api) => request(api, 'POST /messages', [FORM], 'content=%f0%9f'), { chat: 400 }],
  [
    'a long name in the path',
    (api) => request(api, `GET /${api === 'chat' ? 'users' : 'workers'}/${'a'.repeat(5000)}`),
    { chat: 400, dispatch: 400 },
  ],
  ['two Host headers', (api) => request(api, 'GET /teams', ['Host: elsewhere.example']), { chat: 400, dispatch: 400 }],
  ['a header without a name', (api) => request(api, 'GET /teams', ['nothing']), { chat: 400, dispatch: 400 }],
  ['an unknown method', (api) => request(api, 'FROB /teams'), { chat: 400, dispatch: 400 }],
  ['a foreign method', (api) => request(api, 'PROPFIND /messages'), { chat: 405 }],
  [
    'OPTIONS',
    (api) => request(api, api === 'chat' ? 'OPTIONS /messages' : 'OPTIONS /teams'),
    { chat: 405, dispatch: 405 },
  ],
  ['a body of no known type', (api) => request(api, 'POST /messages', ['Content-Type: ///'], 'a=b'), { chat: 415 }],
  ['JSON where a form belongs', (api) => request(api, 'POST /messages', [JSON_TYPE], '{}'), { chat: 415 }],
  ['a form where JSON belongs', (api) => request(api, 'POST /teams', [FORM], 'a=b'), { dispatch: 400 }],
  ['another charset', (api) => request(api, 'POST /messages', [`${FORM}; charset="UTF-16"`], 'a=b'), { chat: 415 }],
  [
    'Latin 1',
    (api) => request(api, 'POST /teams', [JSON_TYPE], Buffer.from('{"a":"\xe9"}', 'latin1')),
    { dispatch: 400 },
  ],
  [
    'gzip',
    (api) => request(api, 'POST /messages', [FORM, 'Content-Encoding: gzip'], gzipSync('a=b')),
    { chat: 415, dispatch: 400 },
  ],
  [
    'a length that is no number',
    (api) => request(api, 'POST /messages', [FORM, 'Content-Length: -5']),
    { chat: 400, dispatch: 400 },
  ],
  [
    'two lengths',
    (api) => request(api, 'POST /messages', ['Content-Length: 3', 'Content-Length: 4'], 'a=bc'),
    { chat: 400, dispatch: 400 },
  ],
  [
    'a length and chunks',
    (api) => request(api, 'POST /messages', ['Content-Length: 3', CHUNKED], chunks('a=b')),
    { chat: 400, dispatch: 400 },
  ],
  [
    'chunks that are none',
    (api) => request(api, 'POST /messages', [FORM, CHUNKED], 'zz\r\nabc'),
    { chat: 400, dispatch: 400 },
  ],
  ['too long a body', (api) => request(api, 'POST /messages', [FORM], half + half), { chat: 413, dispatch: 413 }],
  [
    'too long a body in chunks',
    (api) => request(api, 'POST /messages', [FORM, CHUNKED], chunks(half, half)),
    { chat: 413, dispatch: 413 },
  ],
  [
    'too long a multipart body in chunks',
    (api) =>
      request(api, 'POST /messages', [MULTIPART, CHUNKED], chunks(field('a', half), field('b', half), '--b--\r\n')),
    { chat: 413 },
  ],
  [
    'more parts than there are parameters',
    (api) => request(api, 'POST /messages', [MULTIPART], `${field('a').repeat(501)}--b--\r\n`),
    { chat: 413 },
  ],
  [
    'a multipart body that breaks off',
    (api) => request(api, 'POST /messages', [MULTIPART], field('content').slice(0, -4)),
    { chat: 400 },
  ],
  ['a multipart body without parts', (api) => request(api, 'POST /messages', [MULTIPART], 'junk'), { chat: 400 }],
  [
    'a multipart body without a boundary',
    (api) => request(api, 'POST /messages', ['Content-Type: multipart/form-data'], '--b--'),
    { chat: 400 },
  ],
  [
    'a multipart field called __proto__',
    (api) => request(api, 'POST /messages', [MULTIPART], `${field('__proto__')}--b--\r\n`),
    { chat: 400 },
  ],
  [
    'JSON members called __proto__',
    (api) =>
      request(api, 'POST /teams', [JSON_TYPE], '{"__proto__":{"name":"a","workers":[],"managers":[]},"constructor":1}'),
    { dispatch: 400 },
  ],
  [
    'form values with __proto__',
    (api) => request(api, 'POST /users/me/subscriptions', [FORM], 'subscriptions=[{"__proto__":{"name":"a"}}]'),
    { chat: 400 },
  ],
  [
    'a narrow of __proto__',
    (api) =>
      request(
        api,
        'GET /messages?anchor=newest&num_before=1&num_after=0&narrow=[{"operator":"__proto__","operand":"constructor"}]'.replaceAll(
          '"',
          '%22',
        ),
      ),
    { chat: 400 },
  ],
];

describe('hostile HTTP', () => {
  for (const [what, make, statuses] of refused) {
    test(`is refused in the API's own form: ${what}`, async () => {
      for (const [api, status] of Object.entries(statuses) as [Api, number][])
        assertRefused(api, await exchange(make(api)), status);
    });
  }

  test('a head that is too large is refused', async () => {
    // Whose path it was is forgotten by the time its end should have come.
    assert.equal((await exchange(request('chat', 'GET /users/me', [`X-A: ${'a'.repeat(200_000)}`]))).status, 431);
    const many = Array.from({ length: 3000 }, (_, n) => `X-${n}: a`);
    assertRefused('dispatch', await exchange(request('dispatch', 'GET /teams', many)), 431);
  });

  test('old, bare and wordy ways to ask are understood', async () => {
    const { key } = apis.chat;
    for (const head of [
      `GET /api/v1/users/me HTTP/1.0\r\nAuthorization: ${key}`,
      `GET http://hubbub/api/v1/users/me HTTP/1.1\r\nHost: hubbub\r\nConnection: close\r\nAuthorization: ${key}`,
      `GET //api//v1/users/me?__proto__=1&constructor=2 HTTP/1.1\r\nHost: hubbub\r\nConnection: close\r\nAuthorization: ${key}`,
    ]) {
      const answer = await exchange(`${head}\r\n\r\n`);
      assert.equal(answer.status, 200, answer.all);
      assert.equal(answer.json.user_id, organization.chat.user_id);
    }
    const hostless = await exchange(`GET /api/v1/users/me HTTP/1.1\r\nConnection: close\r\n\r\n`);
    assertRefused('chat', hostless, 400);
    assert.equal((await exchange('GET /nowhere HTTP/1.0\r\n\r\n')).status, 404);
    assert.equal((await exchange('\x16\x03\x01\x02\x00\x01\x00')).status, 400);
  });

  test('of a parameter that comes twice the last counts, and the body before the query', async () => {
    const twice = await exchange(request('chat', 'GET /messages?num_before=x&num_before=1&num_after=0&anchor=newest'));
    assert.equal(twice.status, 200, twice.all);
    const both = await exchange(
      request(
        'chat',
        'POST /messages?type=stream&to=nowhere&content=query',
        [FORM],
        `type=direct&to=[${organization.chat.user_id}]&content=body`,
      ),
    );
    assert.equal(both.status, 200, both.all);
    const sent = await exchange(request('chat', `GET /messages/${both.json.id}?apply_markdown=false`));
    assert.equal(sent.json.message.content, 'body');
  });

  test('HEAD is GET without the body', async () => {
    const answer = await exchange(request('dispatch', 'HEAD /auth/test'));
    assert.deepEqual([answer.status, answer.json], [200, undefined]);
    assert.equal((await exchange(request('dispatch', 'HEAD /nothing'))).status, 404);
  });

  test('requests in a row on one connection are answered in their order, also before something that is none', async () => {
    const me = request('chat', 'GET /users/me').toString().replace('Connection: close\r\n', '');
    const { all } = await exchange(me + me + request('chat', 'GET /users/me/nothing'));
    assert.deepEqual(all.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404']);
    const broken = await exchange(`${me}GARBAGE\r\n\r\n`);
    assert.match(broken.all, /^HTTP\/1\.1 200[\s\S]*"user_id"/);
  });

  test('a client that sends slowly is answered 408 and let go', async () => {
    const { server: http } = server.app;
    const { headersTimeout, requestTimeout } = http;
    Object.assign(http, { headersTimeout: 200, requestTimeout: 400 });
    try {
      const slow = [
        'GET /api/v1/users/me HTTP/1.1\r\nX-A: ',
        request('chat', 'POST /messages', [FORM, 'Content-Length: 9'], 'a=').toString(),
      ];
      const [head, body] = await Promise.all(slow.map(exchange));
      assert.equal(head!.status, 408, head!.all);
      assertRefused('chat', body!, 408);
    } finally {
      Object.assign(http, { headersTimeout, requestTimeout });
    }
  });

  test('and nobody has changed what all objects inherit', () => {
    assert.deepEqual(Object.keys(Object.prototype), []);
    assert.equal(({} as { name?: string }).name, undefined);
  });
});
