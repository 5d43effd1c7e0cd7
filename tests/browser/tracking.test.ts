import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { TRACKING_LANGUAGES } from '../../src/dispatch/tracking/words.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { destinationAt, startFleet, type TestDriver } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true };

describe('the page on which a recipient follows a delivery', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let fleet: Awaited<ReturnType<typeof startFleet>>;
  let dora: TestDriver;

  before(async () => {
    // Without the built apps: the page needs none.
    [server, chromium] = await Promise.all([startTestServer(), Chromium.start()]);
    fleet = await startFleet(server);
    const appearance = { colour: '#0b6e4f', phone: '(415) 555-0123' };
    assert.equal((await fleet.api.put('/tracking/settings', appearance)).status, 200);
  });

  // Each test has a driver of its own, who has nothing else to do.
  beforeEach(async () => {
    dora = await fleet.worker([-122.41234, 37.77456]);
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const stop = (more: object = {}) =>
    fleet.task({ container: { type: 'WORKER', worker: dora.id }, destination: destinationAt(), ...more });

  async function open({ trackingURL }: { trackingURL: string }, options: BrowserContextOptions = {}, query = '') {
    const profile = await chromium.profile({ baseURL: server.url, ...PHONE, ...options });
    const page = await profile.newPage();
    await page.goto(`/t/${trackingURL.split('/t/')[1]}${query}`);
    return page;
  }

  const messageOf = (page: Page, what: RegExp) => page.getByRole('status').filter({ hasText: what }).waitFor();

  async function does(task: { id: string }, step: string, body: object = {}): Promise<void> {
    const answer = await dora.driver.post(`/driver/tasks/${task.id}/${step}`, body);
    assert.equal(answer.status, 200, answer.text);
  }

  async function duty(onDuty: boolean): Promise<void> {
    assert.equal((await dora.driver.post('/driver/duty', { onDuty })).status, 200);
  }

  test('it changes by itself: started, nearer, arrived, completed; and takes feedback (T2, T7)', async () => {
    const task = await stop();
    const page = await open(task);
    await messageOf(page, /^Arriving .+, you are next$/);
    await page.getByText(/About .+ mi away, as of/).waitFor();
    const sketch = page.getByRole('img', { name: 'Sketch with the position of the driver' });
    await sketch.waitFor();
    // Each ring says how far it is, in the page's view and apart from the others.
    assert.deepEqual(await sketch.locator('text').allTextContents(), ['0.3 mi', '1.2 mi', '5 mi']);
    const scale = await sketch.evaluate((drawing) => {
      const { bottom } = drawing.getBoundingClientRect();
      const [house, ...rings] = [...drawing.querySelectorAll('path, text')].map((each) => each.getBoundingClientRect());
      return [house!, ...rings].every((each, at, all) => each.bottom <= (all[at + 1]?.top ?? bottom));
    });
    assert.ok(scale);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'tracking-assigned');
    const step = page.getByRole('list', { name: 'Progress of the delivery' }).locator('[aria-current="step"]');
    const isAt = (name: string) => step.getByText(name, { exact: true }).waitFor();
    await isAt('Ordered');
    // What changes by itself needs nobody to ask again.
    assert.equal(await page.locator('[data-refresh]').isVisible(), false);
    // Whoever is writing while the page changes goes on.
    await page.getByRole('radio', { name: 'Give it to a neighbour' }).check();
    await page.getByLabel('Note').pressSequentially('The bell');
    const isAsWritten = async () => {
      assert.equal(await page.locator('textarea:focus').inputValue(), 'The bell');
      assert.equal(await page.getByRole('radio', { name: 'Give it to a neighbour' }).isChecked(), true);
    };
    await does(task, 'start');
    await messageOf(page, /^Dora is on the way to you\. Arriving/);
    await page.locator('[data-stage^="2"]').waitFor();
    await isAsWritten();
    await isAt('On the way');
    // Also where what is offered has changed.
    assert.equal((await fleet.api.put(`/workers/${dora.id}`, { displayName: 'Dora D.' })).status, 200);
    await page.getByText('Dora D.', { exact: true }).waitFor();
    await isAsWritten();
    assert.equal((await fleet.api.put(`/workers/${dora.id}`, { displayName: 'Dora' })).status, 200);
    await page.getByText('Dora', { exact: true }).waitFor();
    await dora.goTo(-122.4005, 37.7801);
    await page.getByText(/About 0\.1 mi away/).waitFor();
    await isAt('Nearby');

    await page.getByRole('radio', { name: 'Leave it at the door' }).check();
    await page.getByLabel('Note').fill('Behind the <b>pot</b>');
    await page.getByRole('button', { name: 'Send' }).click();
    // Whoever does not see it hears it.
    await page
      .locator('.done:focus')
      .getByText('The driver has your note: Leave it at the door. Behind the <b>pot</b>')
      .waitFor();
    assert.equal(await page.getByLabel('Note').inputValue(), '');
    await takePicture(page, 'tracking-under-way');

    await does(task, 'arrive');
    await messageOf(page, /^Dora is there$/);
    await isAt('Arrived');
    // The page that has the stars does not come at once: it is asked for again.
    await page.route('**/t/*', (route) => route.abort(), { times: 1 });
    await does(task, 'complete', { success: true });
    await messageOf(page, /^Delivered at/);
    await isAt('Delivered');
    await page.getByRole('radio', { name: '4 stars' }).check();
    assert.match(chromium.takeComplaints().join(), /ERR_FAILED/);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'tracking-completed');
    // Without a connection nothing is lost, and nothing looks sent.
    await page.getByLabel('Comments').fill('Quick and kind');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').filter({ hasText: 'No connection, so nothing was sent' }).waitFor();
    assert.equal(await page.getByLabel('Comments').inputValue(), 'Quick and kind');
    await takePicture(page, 'tracking-offline');
    await page.context().setOffline(false);
    chromium.takeComplaints();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you for your feedback').waitFor();
    const { feedback } = (await fleet.api.get(`/tasks/${task.id}`)).json;
    assert.deepEqual([feedback.length, feedback[0].rating, feedback[0].comments], [1, 4, 'Quick and kind']);
    await page.context().close();
  });

  test('it says what it does not know, that it is late, and that there is nothing any more (T2, T5)', async () => {
    const now = server.clock.now().getTime();
    const [first, second] = [
      await stop(),
      await stop({ completeAfter: now - 7_200_000, completeBefore: now - 60_000 }),
    ];
    const page = await open(second);
    await page.getByText(/Later than planned/).waitFor();
    await does(first, 'start');
    const other = await open(first);
    await messageOf(other, /on the way/);
    assert.deepEqual((await fleet.api.delete(`/tasks/${second.id}`)).status, 200);
    await messageOf(page, /^This delivery can no longer be tracked$/);
    assert.equal(await page.getByRole('button').count(), 0);
    await takePicture(page, 'tracking-over');
    // A driver who went off duty is not shown, however fresh the position; nor is an old position.
    const isAway = other.getByText('The position of Dora is currently unknown.');
    const isLocated = other.getByText(/About .+ mi away, as of/);
    await isLocated.waitFor();
    await duty(false);
    await isAway.waitFor();
    await duty(true);
    await isLocated.waitFor();
    server.clock.advance(16 * 60_000);
    await other.reload();
    await isAway.waitFor();
    await does(first, 'complete', { success: false });
    await messageOf(other, /could not be completed/);
    assert.equal(await other.getByRole('list', { name: 'Progress of the delivery' }).count(), 0);
    for (const each of [page, other]) await each.context().close();
  });

  test('it works without script, and what is said too late is refused with words (T1, T7)', async () => {
    const task = await stop();
    const page = await open(task, { javaScriptEnabled: false });
    await messageOf(page, /^Arriving/);
    const refresh = page.getByRole('link', { name: 'Refresh' });
    const [send, below] = await Promise.all([
      page.getByRole('button', { name: 'Send' }).boundingBox(),
      refresh.boundingBox(),
    ]);
    assert.ok(below!.y - (send!.y + send!.height) >= 8, 'the two buttons touch');
    await refresh.click();
    await page.getByLabel('Note').fill('Ring twice');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The driver has your note: Ring twice').waitFor();
    await does(task, 'start');
    await does(task, 'complete', { success: true });
    await page.getByLabel('Note').fill('Too late');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').filter({ hasText: 'Your note was not sent' }).waitFor();
    // The refusal, as the browser notes it.
    assert.match(chromium.takeComplaints().join('\n'), /status of 400/);
    await page.getByRole('radio', { name: '5 stars' }).check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you for your feedback').waitFor();
    await page.context().close();
  });

  test('a link that has ended or is mistyped says so in the reader’s language, under the organization’s name', async () => {
    const task = await stop();
    assert.equal((await fleet.api.delete(`/tasks/${task.id}`)).status, 200);
    const { name } = (await fleet.api.get('/organization')).json;
    const texts: string[] = [];
    for (const token of [task.trackingURL.split('/t/')[1], '0'.repeat(32)]) {
      const profile = await chromium.profile({ baseURL: server.url, ...PHONE, locale: 'pl-PL' });
      const page = await profile.newPage();
      assert.equal((await page.goto(`/t/${token}`))!.status(), 404);
      await page.getByRole('heading', { name: 'Ten link do śledzenia wygasł' }).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'pl');
      assert.ok((await page.title()).endsWith(name));
      await page.locator('header').getByText(name).waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
      texts.push(await page.content());
      await takePicture(page, 'tracking-ended');
      await profile.close();
    }
    assert.equal(texts[0], texts[1]);
    assert.match(chromium.takeComplaints().join(), /404/);
  });

  test('on a phone the words of the five steps stand apart in every language, inside the page (T6)', async () => {
    const page = await open(await stop(), { viewport: { width: 320, height: 800 } });
    const address = page.url().split('?')[0]!;
    for (const language of TRACKING_LANGUAGES) {
      await page.goto(`${address}?lang=${language}`);
      const faults = await page.locator('.steps').evaluate((steps) => {
        const items = [...steps.children];
        return items.flatMap((current) => {
          for (const each of items) each.removeAttribute('aria-current');
          current.setAttribute('aria-current', 'step');
          const words = items.map((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return range.getBoundingClientRect();
          });
          const meet = words.some((a, at) =>
            words.some(
              (b, other) => at < other && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
            ),
          );
          const isOutside = words.some(({ left, right }) => left < 0 || right > innerWidth);
          const isTooWide = document.documentElement.scrollWidth > innerWidth;
          return meet || isOutside || isTooWide ? [current.textContent] : [];
        });
      });
      assert.deepEqual(faults, [], language);
    }
    await page.context().close();
  });

  const appearances: [name: string, options: BrowserContextOptions, query: string][] = [
    ['dark', { colorScheme: 'dark' }, ''],
    ['right-to-left', {}, '?lang=ar'],
    ['wide', { viewport: { width: 1440, height: 900 }, isMobile: false }, '?lang=de'],
  ];
  for (const [name, options, query] of appearances)
    test(`it is accessible and fits its screen: ${name} (T6)`, async () => {
      const page = await open(await stop(), options, query);
      await page.getByRole('status').waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(tooWide, false);
      assert.equal(
        await page.evaluate(() => getComputedStyle(document.body).direction),
        query.endsWith('ar') ? 'rtl' : 'ltr',
      );
      await takePicture(page, `tracking-${name}`);
      await page.context().close();
    });
});
