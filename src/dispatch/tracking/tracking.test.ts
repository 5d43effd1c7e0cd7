import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DispatchClient, until } from '../../../tests/harness/clients.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

let server: Awaited<ReturnType<typeof startTestServer>>;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

const nobody = () => new DispatchClient({ url: server.url, token: 'none' });
const tokenOf = (task: { trackingURL: string }) => task.trackingURL.split('/t/')[1]!;
const look = async (task: { trackingURL: string }) => (await nobody().get(`/tracking/${tokenOf(task)}`)).json;

/** A worker with five stops, the first at hand. */
async function startRound() {
  const fleet = await startFleet(server);
  const dora = await fleet.worker([-122.41234, 37.77456]);
  const container = { type: 'WORKER', worker: dora.id };
  const stops = [];
  for (let n = 0; n < 5; n++)
    stops.push(
      await fleet.task({
        container,
        destination: destinationAt(-122.4 + n / 100, 37.78),
        recipients: [{ name: 'Rosa Recipient', phone: `+1415555${3000 + n}`, notes: 'secret note' }],
      }),
    );
  return { ...fleet, dora, stops };
}

test('the address of a task holds 128 bits that are not its short ID, and shows only what recipients may see', async () => {
  const { api, dora, stops } = await startRound();
  assert.match(stops[0].trackingURL, new RegExp(`^${server.url}/t/[0-9a-f]{32}$`));
  assert.equal(stops[0].trackingURL.includes(stops[0].shortId), false);
  assert.equal(new Set(stops.map(tokenOf)).size, 5);
  assert.equal((await api.get(`/tasks/${stops[0].id}`)).json.trackingViewed, false);

  const shown = await look(stops[3]);
  const { estimatedArrivalTime, merchant, ...others } = shown;
  assert.ok(estimatedArrivalTime > server.clock.now().getTime());
  assert.deepEqual(Object.keys(merchant), ['name', 'image']);
  assert.deepEqual(others, {
    state: 1,
    success: null,
    timeCompleted: null,
    completeAfter: null,
    completeBefore: null,
    hasArrived: false,
    stopsBefore: 3,
    worker: { displayName: 'Dora' },
    location: [-122.412, 37.775],
    messageForDriver: null,
    hasFeedback: false,
  });
  const far = await look(stops[4]);
  assert.deepEqual([far.stopsBefore, far.location], [4, null]);
  const viewed = async () => (await api.get(`/tasks/${stops[3].id}`)).json.trackingViewed;
  await until(viewed, 'the look being noted');
  assert.equal((await api.get(`/tasks/${stops[0].id}`)).json.trackingViewed, false);

  assert.equal((await dora.driver.post(`/driver/tasks/${stops[0].id}/start`, {})).status, 200);
  assert.deepEqual([(await look(stops[0])).stopsBefore, (await look(stops[1])).stopsBefore], [0, 1]);
  assert.equal((await dora.driver.post(`/driver/tasks/${stops[0].id}/arrive`, {})).status, 200);
  assert.equal((await look(stops[0])).hasArrived, true);
  await api.put(`/workers/${dora.id}`, { displayName: 'D. of Example Couriers' });
  assert.equal((await look(stops[0])).worker.displayName, 'D. of Example Couriers');
  server.clock.advance(16 * 60_000);
  assert.equal((await look(stops[0])).location, null);

  const page = await new FormBrowser(server.url).open(`/t/${tokenOf(stops[0])}`);
  assert.match(page.text, /D\. of Example Couriers has arrived\./);
  assert.match((await page.open(`/t/${tokenOf(stops[1])}`)).text, /One stop comes before you/);
  // What never was and what is over are the same page, byte for byte.
  const gone = new Set<string>();
  for (const token of ['f'.repeat(32), stops[0].shortId, 'x']) gone.add((await page.open(`/t/${token}`)).html);
  assert.deepEqual([page.status, gone.size], [404, 1]);
  for (const token of [stops[0].shortId, 'f'.repeat(32), '%00', `${tokenOf(stops[0])}0`])
    assert.equal((await nobody().get(`/tracking/${token}`)).json.message.error, token === '%00' ? 1000 : 1402);
});

test('a page is gone a day after the completion; feedback is given once, after it; a message before it', async () => {
  const { api, dora, stops } = await startRound();
  const [{ id }] = stops;
  const path = `/tracking/${tokenOf(stops[0])}`;
  const receiver = await Receiver.start();
  try {
    assert.equal((await api.post('/webhooks', { url: receiver.url, trigger: 7 })).status, 200);
    assert.equal((await nobody().post(`${path}/feedback`, { rating: 5 })).json.message.error, 1000);
    assert.equal((await nobody().post(`${path}/message`, { text: ' ' })).json.message.error, 1000);
    assert.equal((await nobody().post(`${path}/message`, { text: 'Ring twice ' })).status, 200);
    assert.equal((await look(stops[0])).messageForDriver, 'Ring twice');
    assert.equal((await dora.driver.get('/driver/tasks')).json.tasks[0].recipientMessage.text, 'Ring twice');
    await until(() => receiver.deliveries.length === 1, 'the message being told');
    assert.equal(receiver.deliveries[0]!.body.actionContext, null);

    assert.equal((await dora.driver.post(`/driver/tasks/${id}/start`, {})).status, 200);
    assert.equal((await dora.driver.post(`/driver/tasks/${id}/complete`, { success: true })).status, 200);
    assert.equal((await nobody().post(`${path}/message`, { text: 'Too late' })).json.message.error, 1000);
    assert.equal((await nobody().post(`${path}/feedback`, { rating: 6 })).json.message.error, 1000);
    const feedback = { rating: 4, comments: 'Quick' };
    const given = await Promise.all([1, 2].map(() => nobody().post(`${path}/feedback`, feedback)));
    assert.ok(given.some(({ status }) => status === 200));
    assert.equal((await nobody().post(`${path}/feedback`, feedback)).status, 200);
    assert.equal((await nobody().post(`${path}/feedback`, { rating: 1 })).json.message.error, 1000);
    const seen = (await api.get(`/tasks/${id}`)).json;
    assert.equal(seen.feedback.length, 1);
    assert.deepEqual([seen.feedback[0].rating, seen.feedback[0].comments], [4, 'Quick']);
    const shown = await look(stops[0]);
    assert.deepEqual([shown.state, shown.success, shown.location, shown.hasFeedback], [3, true, null, true]);
  } finally {
    await receiver.stop();
  }
  server.clock.advance(24 * 3_600_000 + 1000);
  assert.equal((await nobody().get(path)).json.message.error, 1402);
  assert.equal((await nobody().post(`${path}/feedback`, { rating: 1 })).json.message.error, 1402);
});

test('a page needs nothing written: it is shown while the task is held, and the look is noted after', async () => {
  const { api, stops, organization } = await startRound();
  const [{ id }] = stops;
  const hold = (tx: Tx) =>
    tx.run(sql`select from dispatch.tasks where organization_id = ${organization} and id = ${id} for update`);
  const shown = await whileHeld(server, hold, () => look(stops[0]));
  assert.equal(shown.state, 1);
  await until(async () => (await api.get(`/tasks/${id}`)).json.trackingViewed, 'the look being noted');
});

test('who tries many tokens has to wait', async () => {
  await using limited = await startTestServer({ rateLimits: true });
  const anyone = new DispatchClient({ url: limited.url, token: 'none' });
  const tries = await Promise.all(Array.from({ length: 125 }, () => anyone.get(`/tracking/${'0'.repeat(32)}`)));
  const statuses = Map.groupBy(tries, ({ status }) => status);
  assert.deepEqual([statuses.get(404)?.length, statuses.get(429)?.length], [120, 5]);
  assert.ok(Number(statuses.get(429)![0]!.headers.get('retry-after')) > 0);
});
