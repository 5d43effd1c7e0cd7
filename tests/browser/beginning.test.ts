import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { DispatchClient } from '../harness/clients.ts';
import { startTestServer } from '../harness/server.ts';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe('the first steps of an organization in the console (D1)', {
  skip: withoutBrowser,
  timeout: TIMEOUT_MS,
}, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  /** The console of an organization that was just made, as its owner sees it. */
  async function fresh(): Promise<{ page: Page; organization: CreatedOrganization; api: DispatchClient }> {
    const organization = await server.organization();
    const profile = await chromium.profile({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email: organization.chat.email, password: 'correct horse battery staple' },
    });
    assert.equal(answer.status(), 200, await answer.text());
    const page = await profile.newPage();
    await page.goto('/dispatch');
    await page.getByRole('heading', { name: 'Nothing to dispatch yet' }).waitFor();
    return { page, organization, api: new DispatchClient(organization.dispatch) };
  }

  test('four steps, each with its form, lead from nothing to a task', { timeout: TIMEOUT_MS }, async () => {
    const { page } = await fresh();
    const sheet = page.getByRole('complementary');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    assert.ok(await button('Add a worker').isDisabled());
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-beginning');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-beginning-phone');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await button('Add a team').click();
    await sheet.getByLabel('Name').fill('North');
    await button('Create team').click();
    await sheet.getByRole('heading', { name: 'North' }).waitFor();
    await button('Add a worker').click();
    await sheet.getByLabel('Name', { exact: true }).fill('Rosa');
    await sheet.getByLabel('Phone').fill('+14155590002');
    await sheet.getByLabel('Kind').selectOption('None: on foot');
    await button('Create worker').click();
    await sheet.getByRole('heading', { name: 'Rosa' }).waitFor();
    const rest = page.getByRole('region', { name: 'What is still missing' });
    await rest.getByText('A hub', { exact: true }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-beginning-rest');
    // Beside the open sheet each step is one line, on a small screen too.
    await page.setViewportSize({ width: 1024, height: 900 });
    const heights = await rest
      .locator('strong')
      .evaluateAll((all) => all.map((each) => each.clientHeight || (each as HTMLElement).offsetHeight));
    assert.ok(heights.length === 4 && Math.max(...heights) < 30, heights.join());
    await page.setViewportSize({ width: 1440, height: 900 });
    await button('Add a hub').click();
    const address = async () => {
      await sheet.getByLabel('Street').fill('Market Street');
      await sheet.getByLabel('Number').fill('1');
      await sheet.getByLabel('City').fill('San Francisco');
      await sheet.getByLabel('Country').fill('US');
      await sheet.getByLabel('Position').fill('37.78, -122.4');
    };
    await sheet.getByLabel('Name', { exact: true }).fill('Depot');
    await address();
    await button('Create hub').click();
    await sheet.getByRole('heading', { name: 'Depot' }).waitFor();
    await button('Add a task').click();
    await sheet.getByRole('button', { name: 'Create task' }).waitFor();
    await sheet.getByText('Address in parts').click();
    await address();
    await button('Create task').click();
    await page.getByRole('option').filter({ hasText: 'Market Street' }).waitFor();
    await rest.waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a pretend fleet is made, says that it is none, and goes again', { timeout: TIMEOUT_MS }, async () => {
    const { page, api } = await fresh();
    const make = page.getByRole('button', { name: 'Try with a pretend fleet' });
    await make.click();
    const question = page.getByRole('dialog', { name: 'Create a pretend fleet?' });
    await question.waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.equal((await api.get('/workers')).json.length, 0);
    await question.getByRole('button', { name: 'Try with a pretend fleet' }).click();
    await page.getByRole('region', { name: /^Ada \(pretend\), / }).waitFor();
    const note = page.getByRole('complementary', { name: 'Pretend fleet' });
    await note.waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'dispatch-pretend');
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await takePicture(page, 'dispatch-pretend-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await note.getByRole('button', { name: 'Remove it' }).click();
    const sure = page.getByRole('dialog', { name: 'Remove the pretend fleet?' });
    await sure.getByRole('button', { name: 'Remove it' }).click();
    await page.getByRole('heading', { name: 'Nothing to dispatch yet' }).waitFor();
    await note.waitFor({ state: 'detached' });
    assert.deepEqual((await api.get('/workers')).json, []);
    await page.context().close();
  });

  test('whoever may only read is shown what is missing, and no way to make it', { timeout: TIMEOUT_MS }, async () => {
    const { page } = await fresh();
    await page.context().route('**/api/session', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.apps.dispatch.isReadOnly = true;
      await route.fulfill({ response, json });
    });
    await page.goto('/dispatch/map');
    await page.getByRole('heading', { name: 'Nothing to dispatch yet' }).waitFor();
    for (const name of ['Add a team', 'Add a hub', 'Add a task', 'Try with a pretend fleet'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name);
    await page.context().close();
  });
});
