import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '../../tests/harness/server.ts';
import { CommandError } from './command.ts';
import { parseSamples, scrape } from './scrape.ts';
import { activityBetween, quantileOf } from './top.ts';

const server = await startTestServer({ metricsToken: 'a-token-of-the-operators' });
after(() => server[Symbol.asyncDispose]());
const address = { url: server.url, token: 'a-token-of-the-operators' };

test('what a server did between two looks: requests by operation, and how long they took', async () => {
  const before = await scrape(address);
  for (let n = 0; n < 5; n++) await (await fetch(`${server.url}/api/v1/server_settings`)).text();
  const now = await scrape(address);
  const { operations, requestsPerSecond, failuresPerSecond, memoryBytes } = activityBetween(before, now);
  const [only] = operations;
  const passed = (now.at - before.at) / 1000;
  assert.deepEqual([operations.length, Math.round(only!.perSecond * passed)], [1, 5]);
  assert.match(only!.operation, /^chat get-server-settings$/);
  assert.ok(only!.p50Ms > 0 && only!.p99Ms >= only!.p50Ms);
  assert.equal(Math.round(requestsPerSecond * passed), 5);
  assert.equal(failuresPerSecond, 0);
  assert.ok(memoryBytes > 1_000_000);
});

test('a server that is not there, or asks for another token, is said in a sentence', async () => {
  await assert.rejects(scrape({ url: server.url, token: undefined }), /asks for METRICS_TOKEN/);
  await assert.rejects(scrape({ url: 'http://127.0.0.1:1', token: undefined }), CommandError);
});

test('a quantile lies evenly within its bucket, and beyond the last bound is that bound', () => {
  const buckets = [
    [0.1, 50],
    [0.2, 100],
    [Number.POSITIVE_INFINITY, 100],
  ] as const;
  assert.deepEqual(
    [0.25, 0.5, 0.75].map((q) => quantileOf(buckets, q).toFixed(3)),
    ['0.050', '0.100', '0.150'],
  );
  assert.equal(quantileOf([...buckets.slice(0, 2), [Number.POSITIVE_INFINITY, 1000]], 0.99), 0.2);
  assert.equal(quantileOf([], 0.5), 0);
});

test('labels may hold quotes and braces', () => {
  assert.deepEqual(parseSamples('a_total{path="/x{y}",said="\\"no\\""} 3\n# HELP b\nb 1e+2\n'), [
    { name: 'a_total', labels: { path: '/x{y}', said: '"no"' }, value: 3 },
    { name: 'b', labels: {}, value: 100 },
  ]);
});
