import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DispatchClient, sendBytes, until } from '../../../tests/harness/clients.ts';
import { EventReader } from '../../../tests/harness/event-reader.ts';
import { destinationAt, startFleet } from '../../../tests/harness/fleet.ts';
import { FormBrowser } from '../../../tests/harness/form-browser.ts';
import { photo, png } from '../../../tests/harness/pictures.ts';
import { Receiver } from '../../../tests/harness/receiver.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { whileHeld } from '../../../tests/harness/while-held.ts';
import { sql } from '../../platform/db/sql.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { TRACKING_LANGUAGES } from './words.ts';

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
  const { estimatedArrivalTime, merchant, distance, bearing, timeLocated, ...others } = shown;
  assert.ok(estimatedArrivalTime > server.clock.now().getTime());
  assert.equal(estimatedArrivalTime % 60_000, 0);
  assert.equal(timeLocated % 60_000, 0);
  // To 100 m and 15 degrees: the worker is 3.7 km to the west, a little south.
  assert.deepEqual([distance, bearing], [3700, 255]);
  assert.deepEqual(merchant, { name: merchant.name, image: null, phone: null });
  assert.deepEqual(others, {
    state: 1,
    isPickup: false,
    success: null,
    timeCompleted: null,
    completeAfter: null,
    completeBefore: null,
    hasArrived: false,
    stopsBefore: 3,
    worker: { displayName: 'Dora', image: null },
    location: [-122.412, 37.775],
    timezone: 'America/Los_Angeles',
    messageForDriver: null,
    pin: null,
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
  assert.match(page.text, /D\. of Example Couriers is there/);
  assert.match((await page.open(`/t/${tokenOf(stops[1])}`)).text, /Arriving .+, 1 stop before you/);
  // Unknown and expired links lead to the same page, byte for byte.
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
  const hold = (tx: PlainTx) =>
    tx.run(sql`select from dispatch.tasks where organization_id = ${organization} and id = ${id} for update`);
  const shown = await whileHeld(server, hold, () => look(stops[0]));
  assert.equal(shown.state, 1);
  await until(async () => (await api.get(`/tasks/${id}`)).json.trackingViewed, 'the look being noted');
});

test('who tries many tokens has to wait', async () => {
  await using limited = await startTestServer({ rateLimits: true });
  const anyone = new DispatchClient({ url: limited.url, token: 'none' });
  const attempts = await Promise.all(Array.from({ length: 125 }, () => anyone.get(`/tracking/${'0'.repeat(32)}`)));
  const statuses = Map.groupBy(attempts, ({ status }) => status);
  assert.deepEqual([statuses.get(404)?.length, statuses.get(429)?.length], [120, 5]);
  assert.ok(Number(statuses.get(429)![0]!.headers.get('retry-after')) > 0);
});

test('a stream tells of each change, in the language asked for, and of nothing else', async () => {
  const { api, dora, stops } = await startRound();
  const follow = (task: { trackingURL: string }, language = 'de') =>
    EventReader.open(`${server.url}/api/v2/tracking/${tokenOf(task)}/events?language=${language}`);
  const first = await follow(stops[0]);
  const last = await follow(stops[4], 'ar');
  try {
    const begun = await first.next('view');
    assert.match(begun.headline, /^Ankunft .+, Sie sind als Nächstes an der Reihe$/);
    assert.match((await last.next('view')).headline, /قبلك$/);
    assert.equal((await dora.driver.post(`/driver/tasks/${stops[0].id}/start`, {})).status, 200);
    await first.nextWhere('view', ({ headline }) => /^Dora ist auf dem Weg zu Ihnen\. Ankunft/.test(headline));
    await dora.goTo(-122.401, 37.781);
    // A minute may begin at any moment, and with it another estimate.
    const nearer = await first.nextWhere('view', ({ distance }) => distance === 100);
    assert.deepEqual(nearer.location, [-122.401, 37.781]);
    assert.deepEqual(nearer.details.length, 1);
    assert.equal((await dora.driver.post(`/driver/tasks/${stops[0].id}/arrive`, {})).status, 200);
    await first.nextWhere('view', ({ headline }) => headline === 'Dora ist da');
    const done = { success: true, notes: 'internal: beware of the dog' };
    assert.equal((await dora.driver.post(`/driver/tasks/${stops[0].id}/complete`, done)).status, 200);
    const over = await first.nextWhere('view', ({ state }) => state === 3);
    assert.match(over.headline, /^Geliefert um/);
    assert.notEqual(over.stage, begun.stage);
    // The driver is told of a change to another time or place, or a cancellation.
    await api.put(`/containers/workers/${dora.id}`, { tasks: [stops[4].id, stops[1].id, stops[2].id, stops[3].id] });
    await last.nextWhere('view', ({ stopsBefore }) => stopsBefore === 0);
    assert.equal((await api.delete(`/tasks/${stops[4].id}`)).status, 200);
    await last.last('over');
    const received = JSON.stringify([begun, nearer, over]);
    for (const secret of [
      'secret',
      'internal',
      'Dora Driver',
      '415555',
      stops[0].id,
      stops[0].shortId,
      'Market',
      'Rosa',
    ])
      assert.equal(received.includes(secret), false, secret);
  } finally {
    await first.close();
    await last.close();
  }
  const wrong = await fetch(`${server.url}/api/v2/tracking/${'0'.repeat(32)}/events`);
  assert.equal(wrong.status, 404);
  const unknown = await nobody().get(`/tracking/${tokenOf(stops[1])}/events?language=tlh`);
  assert.equal(unknown.json.message.error, 1000);
});

test('how pages look is a setting of the merchant: colour, number to call, photos and picture', async () => {
  const { api, stops, organization } = await startRound();
  const usual = { colour: null, phone: null, showPhotos: true, showPicture: true };
  assert.deepEqual((await api.get('/tracking/settings')).json, usual);
  for (const wrong of [{ colour: 'red' }, { colour: '#12345' }, { phone: '12' }, { phone: '' }, { showPhotos: 'yes' }])
    assert.equal((await api.put('/tracking/settings', wrong)).status, 400, JSON.stringify(wrong));
  const set = { colour: '#FFDD00', phone: '(415) 555-0123', showPicture: false };
  const wanted = { ...usual, colour: '#ffdd00', phone: '+14155550123', showPicture: false };
  assert.deepEqual((await api.put('/tracking/settings', set)).json, wanted);
  assert.deepEqual((await api.put('/tracking/settings', {})).json, wanted);
  assert.equal((await look(stops[0])).merchant.phone, '+14155550123');
  const page = await new FormBrowser(server.url).open(`/t/${tokenOf(stops[0])}`);
  assert.match(page.html, /--brand:#ffdd00;--on-brand:#000/);
  assert.match(page.html, /href="tel:\+14155550123"/);
  const other = await startFleet(server);
  assert.deepEqual((await other.api.get('/tracking/settings')).json, usual);
  assert.notEqual(other.organization, organization);
});

test('the page is one request of at most 10 kB, in fourteen languages, and works by links and forms alone', async () => {
  const { dora, stops } = await startRound();
  const path = `/t/${tokenOf(stops[0])}`;
  const titles = new Set<string>();
  for (const language of TRACKING_LANGUAGES) {
    const page = await new FormBrowser(server.url).open(`${path}?lang=${language}`);
    assert.match(page.html, new RegExp(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`));
    assert.equal(/<link rel="stylesheet"/.test(page.html), false);
    const size = gzipSync(page.html).length;
    assert.ok(size <= 10_000, `${language}: ${size} bytes`);
    assert.equal(/[{}]/.test(page.text), false, page.text);
    titles.add(/<h1[^>]*>([^<]+)/.exec(page.html)![1]!);
  }
  assert.equal(titles.size, 14);
  const preferred = await fetch(`${server.url}${path}`, { headers: { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' } });
  assert.match(await preferred.text(), /A sua entrega/);

  const page = await new FormBrowser(server.url).open(path);
  await page.submit('Send', { option: 'neighbour', note: 'the one with <the> dog' });
  assert.match(page.text, /The driver has your note: Give it to a neighbour\. the one with <the> dog/);
  for (const step of ['start', 'complete'])
    assert.equal((await dora.driver.post(`/driver/tasks/${stops[0].id}/${step}`, { success: true })).status, 200);
  // An outdated page gets a refusal in words, and then its new state.
  await page.submit('Send', { note: 'too late' });
  assert.equal(page.status, 400);
  assert.match(page.text, /Your note was not sent/);
  await page.submit('Send', { rating: '4', comments: 'Quick' });
  assert.match(page.text, /Thank you for your feedback/);
  assert.equal((await look(stops[0])).hasFeedback, true);
});

test("the worker's picture and the photos of the delivery are shown, unless the organization says otherwise", async () => {
  const { api, dora, stops } = await startRound();
  const jpeg = { 'content-type': 'image/jpeg' };
  assert.equal((await sendBytes(dora.driver, 'PUT', '/driver/picture', await png(20, 20))).status, 200);
  const picture = (await look(stops[0])).worker.image;
  assert.match(picture, /^\/worker-pictures\/\w+\.png$/);
  const page = () => new FormBrowser(server.url).open(`/t/${tokenOf(stops[0])}`);
  assert.ok((await page()).html.includes(`<img src="${picture}"`));
  const { uploadId } = (await sendBytes(dora.driver, 'POST', '/uploads', await photo(8, 8), jpeg)).json;
  for (const step of ['start', 'complete'])
    await dora.driver.post(`/driver/tasks/${stops[0].id}/${step}`, { success: true, photoUploadIds: [uploadId] });
  const [, address] = /<a href="([^"]*)"><img src="\1" alt="Photo of the delivery"/.exec((await page()).html)!;
  const shown = await fetch(address!);
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/jpeg']);
  await api.put('/tracking/settings', { showPicture: false, showPhotos: false });
  assert.equal((await page()).html.includes('<img'), false);
  assert.equal((await look(stops[1])).worker.image, null);
});
