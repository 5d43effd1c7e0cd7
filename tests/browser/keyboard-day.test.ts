import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import type { DispatchClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { destinationAt } from '../harness/fleet.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const DRIVERS = [
  ...['Anna', 'Boris', 'Clara', 'David', 'Edda', 'Felix', 'Greta', 'Hugo', 'Ivana', 'Jonas'],
  ...['Klara', 'Linus', 'Mara', 'Nico', 'Olga', 'Pavel', 'Quentin', 'Rita', 'Sven', 'Tilda'],
];
const STOPS = 300;
const EACH = STOPS / DRIVERS.length;
const QUESTIONS = 10;
const FAILURES = 5;

test('one dispatcher goes by keyboard alone through a day of 300 stops, and nothing is left in the inbox', {
  skip: withoutBrowser,
  timeout: 600_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  try {
    const console = await TestConsole.start(server, chromium);
    await console.must(console.api.put('/conversations/settings', {}));
    const drivers = new Map<string, { id: string; driver: DispatchClient }>();
    const create = async (name: string, index: number) => {
      const { id, driver } = await console.worker(`${name} Driver`, [-122.45 + index / 200, 37.78]);
      drivers.set(name, { id, driver: driver! });
    };
    await Promise.all(DRIVERS.map(create));
    const tasks = Array.from({ length: STOPS }, (_, n) => ({
      destination: destinationAt(-122.45 + (n % 20) / 200, 37.75 + n / 5000),
      recipients: [{ name: `Stop ${n + 1}`, phone: `+1415558${String(n).padStart(4, '0')}` }],
    }));
    assert.deepEqual((await console.must(console.api.post('/tasks/batch', { tasks }))).errors ?? [], []);

    const page = await console.open(await console.signedIn({ viewport: { width: 1440, height: 1000 } }), '/dispatch');
    await page.waitForURL('**/dispatch/inbox');
    await page.getByText('Nothing needs you').waitFor(PATIENT);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const times = (count: number, key: string) => Array.from({ length: count }, () => key);

    // The morning: each driver gets their stops.
    await press('g', 'b');
    await page.waitForURL('**/dispatch/board');
    const isOnCard = () => page.evaluate(() => document.activeElement?.classList.contains('card') === true);
    for (let n = 0; n < 60 && !(await isOnCard()); n++) await press('Tab');
    assert.ok(await isOnCard(), 'a task is reached by Tab');
    for (const [index, name] of DRIVERS.entries()) {
      // Up to what nobody has yet, and to its beginning.
      await press(...times(DRIVERS.length, 'ArrowUp'), 'Home', ...times(EACH - 1, 'Shift+ArrowRight'), 'a');
      await page.getByRole('dialog', { name: `Assign ${EACH} tasks` }).waitFor(PATIENT);
      await page.keyboard.type(name);
      await page.getByRole('option', { name: new RegExp(`^${name} Driver`) }).waitFor(PATIENT);
      await press('Enter');
      // Nobody takes the next ones before these have gone.
      await page.getByText(`${STOPS - (index + 1) * EACH} unassigned,`).waitFor(PATIENT);
    }
    const stopsOf = async (name: string) => console.tasksOf(drivers.get(name)!.id);
    await console.until('each driver to have the stops', async () =>
      (await Promise.all(DRIVERS.map(stopsOf))).every(({ length }) => length === EACH),
    );
    await takePicture(page, 'keyboard-day-board');

    // The day: some ask, some fail.
    const asking = DRIVERS.slice(0, QUESTIONS);
    for (const name of asking) {
      const [first] = await stopsOf(name);
      await console.must(
        drivers.get(name)!.driver.post(`/driver/tasks/${first}/messages`, { text: `Gate of ${name}?` }),
      );
    }
    for (const name of DRIVERS.slice(-FAILURES)) {
      const [first] = await stopsOf(name);
      const { driver } = drivers.get(name)!;
      await console.must(driver.post(`/driver/tasks/${first}/start`, {}));
      await console.must(driver.post(`/driver/tasks/${first}/complete`, { success: false, failureReason: 'DAMAGED' }));
    }
    await press('Escape', 'g', 'i');
    await page.getByRole('link', { name: `Inbox ${QUESTIONS + FAILURES} things wait` }).waitFor(PATIENT);
    await takePicture(page, 'keyboard-day-inbox');
    const rows = page.locator('.inbox-row');
    const untilLeft = (count: number) =>
      console.until(`${count} being left`, async () => (await rows.count()) === count);
    for (let left = QUESTIONS + FAILURES; left > FAILURES; left--) {
      await press('j');
      const asked = page.locator('.chat-pane article').filter({ hasText: 'Gate of' });
      await asked.waitFor(PATIENT);
      const [, name] = /Gate of (\w+)\?/.exec((await asked.textContent())!)!;
      await press('r');
      await page.keyboard.type(`Blue, ${name}.`);
      await press('Control+Enter');
      await untilLeft(left - 1);
      // Escape leaves the field, then the pane: the next key is the inbox's.
      await press('Escape', 'Escape');
    }
    for (let left = FAILURES; left > 0; left--) {
      await press('j', 'e');
      await untilLeft(left - 1);
    }
    for (const name of asking) {
      const [first] = await stopsOf(name);
      const { messages } = await console.must(console.api.get(`/tasks/${first}/conversation/messages`));
      assert.ok(
        messages.some(({ text }: { text: string }) => text.includes(`Blue, ${name}.`)),
        `${name} got their answer`,
      );
    }

    // The evening: what is left is delivered.
    await Promise.all(
      DRIVERS.map(async (name) => {
        const { driver } = drivers.get(name)!;
        for (const id of await stopsOf(name)) {
          await console.must(driver.post(`/driver/tasks/${id}/start`, {}));
          await console.must(driver.post(`/driver/tasks/${id}/complete`, { success: true }));
        }
      }),
    );
    await page.getByText('Nothing needs you').waitFor(PATIENT);
    assert.equal(await page.title(), 'Inbox · Hubbub');
    await press('Escape', 'g', 'b');
    await page.getByText('0 unassigned, 0 assigned').waitFor(PATIENT);
    await takePicture(page, 'keyboard-day-evening');
    assert.deepEqual(chromium.takeComplaints(), []);
  } finally {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
});
