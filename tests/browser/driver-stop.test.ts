import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { startFleet } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

/** Of all that follows: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

const PHONE = { width: 360, height: 740 };

describe('a driver’s stops, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let fleet: Awaited<ReturnType<typeof startFleet>>;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    fleet = await startFleet(server);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  /** A worker with tasks, and the phone that is signed in for them. */
  async function onTheRoad(...tasks: object[]) {
    const { id, driver } = await fleet.worker([-122.4, 37.78]);
    const made = [];
    for (const task of tasks) made.push(await fleet.task({ container: { type: 'WORKER', worker: id }, ...task }));
    const phone = await chromium.profile({ baseURL: server.url, viewport: PHONE, hasTouch: true, isMobile: true });
    const link = (await fleet.api.post(`/workers/${id}/sign-in-links`, {})).json.url;
    const page = await phone.newPage();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/driver');
    return { id, driver, tasks: made, phone, page };
  }

  test('today shows the next stop large', async () => {
    const recipients = [{ name: 'Ruth Recipient', phone: '+14155550123', notes: 'Rings twice' }];
    const { page, tasks } = await onTheRoad(
      {
        recipients,
        notes: 'Mind the dog',
        completeBefore: Date.now() + 3_600_000,
        requirements: { signature: true, photo: true, minimumAge: 18, notes: true },
        barcodes: [{ data: '4006381333931', blockCompletion: true }],
      },
      { recipients: [{ name: 'Sam Same', phone: '+14155550124' }] },
      {
        destination: {
          address: { number: '9', street: 'Pine Street', city: 'San Francisco', country: 'US' },
          location: [-122.41, 37.79],
        },
      },
    );
    await page.getByRole('heading', { name: 'Ruth Recipient' }).waitFor();
    await takePicture(page, 'driver-today');
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'I am there' }).click();
    await takePicture(page, 'driver-today-there');
    await page.getByRole('link', { name: 'Complete' }).click();
    await page.getByRole('button', { name: 'Take a photo' }).waitFor();
    await takePicture(page, 'driver-stop');
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Something is missing').waitFor();
    await takePicture(page, 'driver-stop-missing');
    assert.ok(tasks.length);
  });
});
