import assert from 'node:assert/strict';
import { once } from 'node:events';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startTestServer } from '../../../tests/harness/server.ts';

const status = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(`${url}/metrics`, { headers })).status;

test('without settings the metrics are for this machine, and for nobody behind its proxy', async () => {
  await using server = await startTestServer();
  assert.equal(await status(server.url), 200);
  assert.equal(await status(server.url, { 'x-forwarded-for': '203.0.113.9' }), 401);
  assert.equal(await status(server.url, { forwarded: 'for=203.0.113.9' }), 401);
});

test('METRICS_TOKEN is asked for, and is enough', async () => {
  await using server = await startTestServer({ metricsToken: 'a token of the operators' });
  assert.equal(await status(server.url), 401);
  assert.equal(await status(server.url, { authorization: 'Bearer something' }), 401);
  const headers = { authorization: 'Bearer a-token-of-the-operators', 'x-forwarded-for': '203.0.113.9' };
  assert.equal(await status(server.url, headers), 401);
  await using other = await startTestServer({ metricsToken: 'a-token-of-the-operators' });
  assert.equal(await status(other.url, headers), 200);
});

test('with METRICS_PORT the metrics are there alone', async () => {
  await using server = await startTestServer({ metricsPort: 0 });
  assert.equal(await status(server.url), 404);
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  assert.match(text, /^hubbub_event_polls_waiting 0$/m);
});

test('whoever looks holds up nobody: open connections are counted, and not listed', {
  skip: process.platform !== 'linux',
}, async (t) => {
  await using server = await startTestServer();
  const listed = [
    t.mock.method(process, 'getActiveResourcesInfo', () => []),
    t.mock.method(process as unknown as { _getActiveHandles(): unknown[] }, '_getActiveHandles', () => []),
  ];
  const show = async () => (await fetch(`${server.url}/metrics`)).text();
  const openFiles = async () => Number(/^process_open_fds (\d+)$/m.exec(await show())?.[1]);
  const before = await openFiles();
  const { port } = new URL(server.url);
  const sockets = Array.from({ length: 50 }, () => connect(Number(port), '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // Both ends are this process's.
  assert.ok((await openFiles()) >= before + 50);
  for (const socket of sockets) socket.destroy();
  assert.doesNotMatch(await show(), /^nodejs_active_/m);
  assert.deepEqual(
    listed.map(({ mock }) => mock.callCount()),
    [0, 0],
  );
});

test('a program that has no file left to open still shows its metrics', {
  skip: process.platform !== 'linux',
}, async (t) => {
  await using server = await startTestServer();
  const refused = t.mock.method(files, 'readdir', async () => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  });
  syncBuiltinESMExports();
  t.after(() => {
    refused.mock.restore();
    syncBuiltinESMExports();
  });
  const answer = await fetch(`${server.url}/metrics`);
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /^hubbub_event_polls_waiting 0$/m);
  assert.ok(refused.mock.callCount() > 0);
});

test('DOCS=off serves neither the page nor the documents', async () => {
  await using server = await startTestServer({ docs: false });
  for (const path of ['/docs', '/docs/', '/api/v1/openapi.json', '/api/v2/openapi.json'])
    assert.equal((await fetch(`${server.url}${path}`)).status, 404, path);
});
