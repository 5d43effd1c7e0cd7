import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { until } from '../harness/clients.ts';
import { startFleet } from '../harness/fleet.ts';
import { Receiver } from '../harness/receiver.ts';
import { startTestServer } from '../harness/server.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe('webhooks in the console, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let receiver: Receiver;
  let fleet: Awaited<ReturnType<typeof startFleet>>;
  let profile: BrowserContext;
  let page: Page;

  before(async () => {
    [server, chromium, receiver] = await Promise.all([
      startTestServer({ web: true }),
      Chromium.start(),
      Receiver.start(),
    ]);
    fleet = await startFleet(server);
    const [{ email }] = (await fleet.api.get('/admins')).json;
    profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email, password: 'correct horse battery staple' },
    });
    assert.equal(answer.status(), 200, await answer.text());
    page = await profile.newPage();
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
    await receiver?.stop();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const sheet = () => page.getByRole('complementary');
  const heading = (name: string) => sheet().getByRole('heading', { name, level: 2, exact: true });
  async function choose(item: string): Promise<void> {
    await sheet().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }
  const hook = async () => (await fleet.api.get('/webhooks')).json[0];
  const deliveries = async () => (await fleet.api.get(`/webhooks/${(await hook()).id}/deliveries`)).json.deliveries;

  test('without any the page says what they are for; one is made, and a receiver that does not answer is told of at its field', async () => {
    // It is set up once: the navigation has the day's screens, the menu has it.
    await page.goto('/dispatch/board');
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Analytics' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Webhooks' }).count(), 0);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Webhooks' }).click();
    await page.waitForURL('**/dispatch/webhooks');
    await page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'webhooks-empty');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await sheet().getByLabel('Name').fill('Warehouse');
    await sheet().getByLabel('Address').fill(receiver.url);
    await sheet().getByLabel('Event').selectOption({ label: 'Task: driver arrives soon' });
    await sheet().getByLabel('Threshold in seconds').waitFor();
    await sheet().getByLabel('Event').selectOption({ label: 'Task created' });
    assert.equal(await sheet().getByLabel('Threshold in seconds').count(), 0);
    receiver.check = () => ({ status: 404, body: '' });
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await sheet().getByText('The receiver responded with status 404.').waitFor();
    await page.locator('[name=url][aria-invalid=true]:focus').waitFor();
    chromium.takeComplaints();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'webhooks-form');
    receiver.check = (word) => ({ status: 200, body: word });
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await heading('Warehouse').waitFor();
    await sheet().getByText('Nothing was sent in the last two weeks.').waitFor();
    assert.deepEqual([(await hook()).name, (await hook()).trigger], ['Warehouse', 6]);
  });

  test('a delivery that was refused shows with status, time and answer; it is sent again, and so is all since a time', async () => {
    receiver.status = 503;
    receiver.answer = 'warehouse is closed';
    await fleet.task();
    await until(async () => (await deliveries())[0]?.attempts.length === 1, 'a first attempt', 100);
    await page.getByRole('button', { name: 'Check again' }).click();
    await sheet().getByText('waiting').click();
    await sheet().getByText('warehouse is closed').waitFor();
    await sheet()
      .getByText(/^status 503, \d+ ms$/)
      .waitFor();
    await sheet()
      .getByText(/The last request was refused or not answered/)
      .waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'webhooks-deliveries');
    receiver.status = 200;
    receiver.answer = '';
    await sheet().getByRole('button', { name: 'Send again' }).click();
    await until(async () => (await deliveries())[0].state === 'delivered', 'the repeated one', 100);
    await choose('Send again …');
    const dialog = page.getByRole('dialog', { name: 'Resend past events' });
    await dialog.getByLabel('Since').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until(async () => (await deliveries())[0].attempts.length === 3, 'all since yesterday', 100);
  });

  test('a test says what the receiver answers; a webhook is named, disabled with the reason, enabled and deleted', async () => {
    receiver.status = 500;
    receiver.answer = 'broken';
    await choose('Send a test');
    const dialog = page.getByRole('dialog', { name: 'Test' });
    await dialog.getByText('The receiver did not accept it.').waitFor();
    await dialog.getByText('broken').waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await choose('Rename');
    await page.getByRole('dialog').getByLabel('Name').fill('Depot');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await heading('Depot').waitFor();
    await choose('Disable');
    await sheet()
      .getByText(/It sends nothing/)
      .waitFor();
    assert.equal((await hook()).isEnabled, false);
    // Whoever goes by keys goes on from where they were.
    const more = sheet().getByRole('button', { name: 'More' });
    await until(() => more.evaluate((button) => button === document.activeElement), 'the focus is kept', 100);
    assert.deepEqual(await accessibilityProblems(page), []);
    await choose('Enable');
    await sheet().getByText('Enabled', { exact: true }).waitFor();
    await until(async () => (await hook()).isEnabled, 'it is enabled', 100);
    await choose('Delete');
    await page.getByRole('dialog', { name: 'Delete Depot?' }).getByRole('button', { name: 'Delete' }).click();
    await sheet().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
    assert.deepEqual((await fleet.api.get('/webhooks')).json, []);
  });

  test('what is done to a webhook beside another screen shows there too', async () => {
    const made = await fleet.api.post('/webhooks', { url: receiver.url, name: 'Beside', trigger: 6 });
    assert.equal(made.status, 200, made.text);
    await page.goto(`/dispatch/board?open=webhook-${made.json.id}`);
    await heading('Beside').waitFor();
    await choose('Disable');
    await sheet()
      .getByText(/It sends nothing/)
      .waitFor();
    await page.goto(`/dispatch/board?open=webhook-${made.json.id}`);
    await heading('Beside').waitFor();
    await choose('Rename');
    await page.getByRole('dialog').getByLabel('Name').fill('Aside');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await heading('Aside').waitFor();
    assert.equal((await fleet.api.delete(`/webhooks/${made.json.id}`)).status, 200);
  });

  test('the owner is led to the secret; whoever may only read is offered nothing that changes', async () => {
    await page.goto('/dispatch/webhooks');
    await page.getByRole('link', { name: 'Keys' }).waitFor();
    const made = await fleet.api.post('/webhooks', { url: receiver.url, name: 'Kept', trigger: 6 });
    assert.equal(made.status, 200, made.text);
    await profile.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.apps.dispatch.isReadOnly = true;
      await route.fulfill({ response, json });
    });
    await page.goto(`/dispatch/webhooks?open=webhook-${made.json.id}`);
    await heading('Kept').waitFor();
    await page.getByRole('button', { name: /^Kept/ }).waitFor();
    assert.equal(await sheet().getByRole('button', { name: 'More' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'New webhook' }).count(), 0);
  });
});
