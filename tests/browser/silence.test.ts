import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
/** The page looks once a second; the rest is the loaded machine's. */
const TOLD_MS = 5000 + 1500;

test('a network that is silent or off is told within 5 s, and nothing is moved meanwhile', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    const { id } = await console.worker('Wanda Late', [-122.4, 37.78]);
    await console.task('Kim Customer', { container: { type: 'WORKER', worker: id } });
    const profile = await console.signedIn();
    // A stream whose bytes no longer pass, as when a network is left: nothing is closed, and a new one does not open.
    await profile.addInitScript(() => {
      const { fetch } = window;
      Object.assign(window, {
        isSilent: false,
        fetch: async (input: string, options: RequestInit) => {
          const isLive = String(input).startsWith('/api/v2/live');
          const silent = () => (window as unknown as { isSilent: boolean }).isSilent;
          if (isLive && silent())
            return new Promise((_resolve, reject) => {
              options.signal!.addEventListener('abort', () => reject(options.signal!.reason as Error));
            });
          const answer = await fetch(input, options);
          if (!isLive || !answer.body) return answer;
          const held = new TransformStream<Uint8Array, Uint8Array>({
            transform: (piece, out) => {
              if (!silent()) out.enqueue(piece);
            },
          });
          return new Response(answer.body.pipeThrough(held), answer);
        },
      });
    });
    const page = await console.open(profile, '/dispatch/board');
    const card = page.locator('.board').getByRole('option').filter({ hasText: 'Kim Customer' });
    await card.waitFor(PATIENT);
    const state = page.locator('.connection');
    const live = state.getByText('Live', { exact: true });
    const old = state.getByText(/^As of \d/);
    const tryToMove = async () => {
      await card.focus();
      await page.keyboard.press('u');
      await console.toast('You can’t change anything until the connection is back.', page).waitFor(PATIENT);
      assert.equal((await console.tasksOf(id)).length, 1);
    };
    const setSilent = (isSilent: boolean) =>
      page.evaluate((value) => Object.assign(window, { isSilent: value }), isSilent);

    // Nothing happens: heartbeats alone say that the page is current.
    await live.waitFor(PATIENT);
    await wait(7000);
    assert.equal(await old.count(), 0);

    await setSilent(true);
    const silentAt = performance.now();
    await old.waitFor({ timeout: TOLD_MS });
    assert.ok(performance.now() - silentAt <= TOLD_MS);
    await tryToMove();
    await setSilent(false);
    await live.waitFor(PATIENT);

    await profile.setOffline(true);
    await old.waitFor({ timeout: TOLD_MS });
    await tryToMove();
    await profile.setOffline(false);
    await live.waitFor(PATIENT);
    // The board may be drawn anew just then, with what was missed.
    await console.until('the move', async () => {
      if (await card.isVisible()) {
        await card.focus();
        await page.keyboard.press('u');
      }
      return (await console.tasksOf(id)).length === 0;
    });
    // The map is grey as long as it may not be true.
    await page.goto('/dispatch/map');
    await live.waitFor(PATIENT);
    assert.equal(await page.locator('.map-place.stale').count(), 0);
    await setSilent(true);
    await page.locator('.map-place.stale').waitFor({ timeout: TOLD_MS });
    await old.waitFor();
    chromium.takeComplaints();
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
