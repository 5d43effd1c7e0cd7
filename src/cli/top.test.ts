import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { until } from '../../tests/harness/clients.ts';
import { startTestServer } from '../../tests/harness/server.ts';
import { examineServer } from '../pages/health/examine-server.ts';
import { isNewer } from '../platform/releases/newest-release.ts';
import { commandWords } from '../platform/texts/health-words.ts';
import { VERSION } from '../platform/version.ts';
import { CommandError } from './command.ts';
import { parseSamples, scrape } from './scrape.ts';
import { activityBetween, quantileOf } from './top.ts';

/** Answer of RELEASES_URL. */
let released = { status: 200, body: '{"version": "999.1.0"}' };
let timesAsked = 0;
const releasing = createServer((_request, response) => {
  timesAsked++;
  response.writeHead(released.status).end(released.body);
});
await new Promise<void>((resolve) => releasing.listen(0, '127.0.0.1', resolve));
const server = await startTestServer({
  metricsToken: 'a-token-of-the-operators',
  releasesUrl: `http://127.0.0.1:${(releasing.address() as AddressInfo).port}/latest`,
});
after(async () => {
  await server[Symbol.asyncDispose]();
  releasing.close();
});
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

test('a server that is not there, or asks for another token, is named in a sentence', async () => {
  await assert.rejects(scrape({ url: server.url, token: undefined }), /requires METRICS_TOKEN/);
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
  assert.deepEqual(parseSamples('a_total{path="/x{y}",quote="\\"no\\""} 3\n# HELP b\nb 1e+2\n'), [
    { name: 'a_total', labels: { path: '/x{y}', quote: '"no"' }, value: 3 },
    { name: 'b', labels: {}, value: 100 },
  ]);
});

test('a newer version is reported, asked for once a day, and any other answer is no version', async () => {
  const received = async () =>
    (await examineServer(server.services, commandWords())).find(({ check }) => check === 'version');
  const shown = async () => {
    const now = await scrape(address);
    return activityBetween(now, { ...now, at: now.at + 1000 }).newerVersion;
  };
  assert.deepEqual(await received(), {
    check: 'version',
    state: 'ok',
    detail: `999.1.0 is available, newer than ${VERSION}`,
  });
  assert.equal(await shown(), '999.1.0');
  assert.equal(timesAsked, 1);
  for (const [answer, detail] of [
    [{ status: 200, body: '{"tag_name": "v0.0.1"}' }, `up to date: ${VERSION}`],
    [
      { status: 200, body: '{"version": "999.1.0-rc.1"}' },
      `the response of RELEASES_URL contains no version; this is ${VERSION}`,
    ],
    [
      { status: 200, body: '{"version": "999.1.0\\n# HELP"}' },
      `the response of RELEASES_URL contains no version; this is ${VERSION}`,
    ],
    [{ status: 200, body: 'null' }, `the response of RELEASES_URL contains no version; this is ${VERSION}`],
    [{ status: 200, body: '<html>' }, `the response of RELEASES_URL contains no version; this is ${VERSION}`],
    [{ status: 500, body: '{"version": "999.1.0"}' }, `RELEASES_URL answered 500; this is ${VERSION}`],
    [
      { status: 200, body: `{"version": "999.1.0", "more": "${'x'.repeat(2 ** 20)}"}` },
      `RELEASES_URL could not be read: The response is longer than 1048576 bytes.; this is ${VERSION}`,
    ],
  ] as const) {
    released = answer;
    server.clock.advance(86_400_000);
    assert.deepEqual(await received(), { check: 'version', state: 'ok', detail });
    assert.equal(await shown(), null);
  }
  released = { status: 200, body: '{"version": "999.2.0"}' };
  assert.equal(await shown(), null, 'within an hour of an answer that was none');
  server.clock.advance(3_600_000);
  await until(async () => (await shown()) === '999.2.0', 'the next answer');
});

test('versions are compared by their numbers', () => {
  assert.ok(isNewer('0.10.0', '0.9.9') && isNewer('1.0.0', '1.0.0-rc.1') && isNewer('2.0.0', '1.99.99'));
  assert.ok(!isNewer('1.0.0', '1.0.0') && !isNewer('0.9.9', '0.10.0') && !isNewer('1.0.0', '1.0.1-rc.1'));
});
