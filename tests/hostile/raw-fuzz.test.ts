/**
 * Connections that say what is nearly HTTP: broken heads, wrong lengths, chunks that are none, requests in a row, ends in the midst.
 * The server lives, others are served meanwhile, and nothing is kept of them.
 *
 * More of them, and others: FUZZ=100000 SEED=7 npm test -- hostile/raw-fuzz --test-timeout=14400000
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ChatClient, until } from '../harness/clients.ts';
import { randomNumbers } from '../harness/random.ts';
import { RawConnection } from '../harness/raw.ts';
import { startTestServer } from '../harness/server.ts';

const CONNECTIONS = Number(process.env.FUZZ ?? 400);
const SEED = Number(process.env.SEED ?? 17);
const AT_ONCE = 16;
/** Allowed growth after all are gone: compiled code, and buffers that are collected late (10 MB up and down). */
const MAX_KEPT = { heapUsed: 6 * 2 ** 20, external: 32 * 2 ** 20 };

const server = await startTestServer({ bodyLimit: 50_000 });
after(() => server[Symbol.asyncDispose]());
const organization = await server.organization();
const chat = new ChatClient(organization.chat);
const credentials = `Basic ${Buffer.from(`${chat.email}:${chat.key}`).toString('base64')}`;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const random = randomNumbers(SEED);
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

const METHODS = [
  'GET',
  'POST',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'get',
  'PRI',
  'X'.repeat(300),
  '',
];
const PATHS = [
  '/api/v1/users/me',
  '/api/v1/messages',
  '/api/v2/tasks',
  '/healthz',
  '/',
  '*',
  '//',
  '/%',
  '/\0',
  `/${'a'.repeat(9000)}`,
  'http://hubbub/',
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 ', 'HTTP/9', 'http/1.1', ''];
const ENDS = ['\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', ''];
const HEADERS = [
  ...[
    'Host: hubbub',
    'Host:',
    'Host: a\r\nHost: b',
    `Authorization: ${credentials}`,
    'Authorization: Basic',
    'Cookie: ;=;',
  ],
  ...[
    'Content-Length: 5',
    'Content-Length: 4\r\nContent-Length: 5',
    'Content-Length: 99999999999999999999',
    'Content-Length: 0x5',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked, gzip',
    'Transfer-Encoding:\tchunked',
    'Transfer-Encoding : chunked',
  ],
  ...[
    'Connection: close',
    'Connection: keep-alive',
    'Connection: upgrade\r\nUpgrade: websocket',
    'Expect: 100-continue',
    'Expect: x',
  ],
  ...[
    'Content-Type: application/json',
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Type: ///',
    'Range: bytes=0-,-1,5-2',
  ],
  ...[
    ' folded: x',
    ': nothing',
    'a b: c',
    'X: \0',
    'X: \x7f\xff',
    `X: ${'x'.repeat(20_000)}`,
    'Idempotency-Key: ',
    'X-Forwarded-For: ,,',
  ],
];
const BODIES = [
  '',
  'hello',
  '{"a":1}',
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\n',
  '-1\r\n\r\n',
  '5;x=y\r\nhello\r\n0\r\nA: b\r\n\r\n',
  '--b\r\n\r\n',
  '0\r\n',
];

/** A request, nearly. */
function nearlyHttp(): Buffer {
  const lines = [`${pick(METHODS)} ${pick(PATHS)} ${pick(VERSIONS)}`];
  for (let n = below(8); n >= 0; n--) lines.push(pick(HEADERS));
  const head = lines.map((line) => line + pick(ENDS)).join('');
  const body = below(10) === 0 ? 'y'.repeat(below(80_000)) : pick(BODIES);
  return Buffer.from(`${head}${pick(ENDS)}${body}`, 'latin1');
}

/** Data of one connection: some requests in a row, with some bytes changed. */
function conversation(): Buffer {
  const bytes = Buffer.concat(Array.from({ length: 1 + below(4) }, nearlyHttp));
  for (let n = below(3); n > 0; n--) bytes[below(bytes.length)] = below(256);
  return below(4) === 0 ? bytes.subarray(0, below(bytes.length)) : bytes;
}

/** Says it in pieces, and leaves in one of the ways there are. */
async function talk(): Promise<void> {
  const bytes = conversation();
  const connection = await RawConnection.open(server.url);
  const receives = below(4) > 0;
  if (receives) connection.listen();
  const { socket } = connection;
  for (let at = 0; at < bytes.length && !socket.destroyed; ) {
    const size = 1 + below(below(3) === 0 ? 20 : bytes.length);
    connection.send(bytes.subarray(at, at + size));
    at += size;
    if (below(3) === 0) await nextTurn();
  }
  // Who says that nothing more comes, and listens, hears everything to its end.
  const kind = below(3);
  if (kind === 0) socket.resetAndDestroy();
  else if (kind === 1 || !receives) socket.destroy();
  else socket.end();
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  if (!socket.closed) await closed;
  const shown = () => `${JSON.stringify(bytes.toString('latin1'))} was answered ${connection.received}`;
  assert.ok(!/^HTTP\/1\.1 5/m.test(connection.received), shown());
}

function memory(): NodeJS.MemoryUsage {
  collect();
  return process.memoryUsage();
}

/** Resources that the server holds open. */
const connections = () =>
  new Promise<number>((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** So many conversations; somebody else is served all the time. */
async function talks(count: number): Promise<void> {
  let left = count;
  const served = async () => {
    while (left > 0) assert.equal((await chat.get('/users/me')).status, 200);
  };
  const talking = Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0) await talk();
  });
  await Promise.all([served(), ...talking]);
  // One or two are kept by the client that is served.
  await until(async () => (await connections()) <= 2, 'the connections to be gone');
}

test(`${CONNECTIONS} connections that are nearly HTTP (seed ${SEED}) leave nothing behind`, async () => {
  await talks(CONNECTIONS / 2);
  const before = memory();
  await talks(CONNECTIONS / 2);
  const now = memory();
  for (const [name, most] of Object.entries(MAX_KEPT) as [keyof typeof MAX_KEPT, number][])
    assert.ok(now[name] - before[name] < most, `${name}: from ${before[name]} to ${now[name]}`);
  assert.equal((await chat.get('/users/me')).status, 200);
});
