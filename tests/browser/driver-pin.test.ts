import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { startFleet } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe('a PIN at the door, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() =>
    assert.deepEqual(
      chromium.takeComplaints().filter((complaint) => !complaint.includes('net::ERR_INTERNET_DISCONNECTED')),
      [],
    ),
  );

  const heading = (page: Page, name: string) => page.getByRole('heading', { name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const open = async (page: Page) => {
    await button(page, 'Start').click();
    await page.getByRole('link', { name: 'Complete' }).click();
  };

  test('it is checked at once with a connection; without one it goes along, and a wrong one is a report', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const fleet = await startFleet(server);
    const { id: worker } = await fleet.worker([-122.4, 37.78]);
    const made: { id: string; trackingURL: string }[] = [];
    for (const [n, name] of ['Ann', 'Ben', 'Cem'].entries())
      made.push(
        await fleet.task({
          container: { type: 'WORKER', worker },
          recipients: [{ name, phone: `+1415559000${n}` }],
          destination: {
            location: [-122.4 - n / 100, 37.79],
            address: { number: String(n + 1), street: 'Pine Street', city: 'San Francisco', country: 'US' },
          },
          requirements: { pin: true },
        }),
      );
    const pinOf = async ({ trackingURL }: { trackingURL: string }): Promise<string> => {
      const answer = await fetch(`${server.url}/api/v2/tracking/${trackingURL.split('/').at(-1)}`);
      return ((await answer.json()) as { pin: string }).pin;
    };
    const stateOf = async (n: number) => (await fleet.api.get(`/tasks/${made[n]!.id}`)).json;
    const wrong = (pin: string) => String((Number(pin) + 1) % 10_000).padStart(4, '0');
    const phone = await chromium.profile({
      baseURL: server.url,
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    const page = await phone.newPage();
    await page.goto((await fleet.api.post(`/workers/${worker}/sign-in-links`, {})).json.url);
    await button(page, 'Sign in').click();
    await page.waitForURL(/\/driver\/?$/);

    await heading(page, 'Ann').waitFor();
    await open(page);
    await until(async () => (await stateOf(0)).state === 2, 'the start');
    await button(page, 'Complete').click();
    await page.getByText('The recipient’s PIN is needed.').waitFor();
    const field = page.getByRole('textbox', { name: 'PIN', exact: true });
    const pin = await pinOf(made[0]!);
    await field.fill(wrong(pin));
    await button(page, 'Complete').click();
    await page.getByText('This PIN is wrong: 4 tries are left.').waitFor();
    // The same once more is no try.
    await button(page, 'Complete').click();
    assert.equal((await stateOf(0)).pinTriesLeft, 4);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'driver-pin-wrong');
    await field.fill(pin);
    await button(page, 'Complete').click();
    await heading(page, 'Ben').waitFor();
    await until(async () => (await stateOf(0)).state === 3, 'the completion');

    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await phone.setOffline(true);
    await open(page);
    await field.fill(wrong(await pinOf(made[1]!)));
    await button(page, 'Complete').click();
    await heading(page, 'Cem').waitFor();
    await open(page);
    await field.fill(await pinOf(made[2]!));
    await button(page, 'Complete').click();
    await page.waitForURL(/\/driver\/?$/);
    await phone.setOffline(false);
    await until(async () => (await stateOf(2)).state === 3, 'what was done after it');
    const { state, completionReports, pinTriesLeft } = await stateOf(1);
    assert.deepEqual([state, pinTriesLeft, completionReports.length], [2, 4, 1]);
    assert.equal(completionReports[0].wrongPin, true);
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /Sent/ }).click();
    await page.getByText('the PIN was wrong. What you did was sent to dispatch as a report').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'driver-pin-reported');
    // It is still there to be done, with the right one.
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Today' }).click();
    await heading(page, 'Ben').waitFor();
    await page.getByRole('link', { name: 'Complete' }).click();
    await field.fill(await pinOf(made[1]!));
    await button(page, 'Complete').click();
    await until(async () => (await stateOf(1)).state === 3, 'the completion with the right PIN');
    await phone.close();
  });
});
