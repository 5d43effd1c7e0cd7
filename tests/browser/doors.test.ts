import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { makeFirstRunAddress } from '../../src/pages/first-run/actions.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { DispatchClient, until } from '../harness/clients.ts';
import { look } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';
import { NEXT_PASSWORD, PASSWORD, Visitors } from '../harness/visitors.ts';

const TIMEOUT_MS = 600_000;
const SCREEN = { width: 1440, height: 900 };

/** Set-up, sign-in, invitations, passwords, account: each screen, also with its mistakes, is accessible and fits its screen. */
describe('doors, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => {
    // A form that comes back, a link that is no more.
    const complaints = chromium.takeComplaints().filter((each) => !/status of (400|403|404)/.test(each));
    assert.deepEqual(complaints, []);
  });

  /** The page on which two accounts with one address become one: either password can be shown. */
  async function lookAtMerge({ org, owner, browse, signedIn, sentLink }: Visitors) {
    const email = 'olga@couriers.example';
    await new DispatchClient(org.dispatch).post('/admins', { name: 'Olga Admin', email });
    await (await browse().open(await sentLink(email, 'join'))).submit('Join', { password: NEXT_PASSWORD });
    await owner.post('/users', { email, full_name: 'Olga Chat', password: PASSWORD });
    await (await (await signedIn(email)).open('/account')).submit('by e-mail');
    const profile = await chromium.profile({ baseURL: server.url, viewport: SCREEN });
    const page = await profile.newPage();
    await page.goto(await sentLink(email, 'verify'));
    for (const [name, shown] of [
      ['otherPassword', 0],
      ['password', 1],
    ] as const) {
      await page.getByRole('button', { name: 'Show password' }).nth(shown).click();
      assert.equal(await page.locator(`[name=${name}]`).getAttribute('type'), 'text');
    }
    await look(page, 'door-merge');
    await profile.close();
  }

  const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();

  test('set-up', { timeout: TIMEOUT_MS }, async () => {
    const profile = await chromium.profile({ baseURL: server.url, viewport: SCREEN, timezoneId: 'UTC' });
    const page = await profile.newPage();
    await page.goto('/setup');
    await look(page, 'door-setup-code');
    const address = (await makeFirstRunAddress(server.services))!;
    // The browser's own time zone is chosen, unless it hides where it is.
    const vienna = await chromium.profile({ baseURL: server.url, timezoneId: 'Europe/Vienna' });
    const there = await vienna.newPage();
    await there.goto(address);
    assert.equal(await there.getByLabel('Time zone').inputValue(), 'Europe/Vienna');
    await vienna.close();
    await page.goto(address);
    assert.equal(await page.getByLabel('Time zone').inputValue(), '');
    await look(page, 'door-setup');
    const create = (await page.getByRole('button', { name: 'Create organization' }).boundingBox())!;
    assert.ok(create.y + create.height <= SCREEN.height, 'the form is seen whole on a laptop');
    await page.getByLabel('Name', { exact: true }).fill('Harbour Bikes');
    await page.getByLabel('Country').selectOption('Germany');
    await page.getByLabel('Your name').fill('Olive Owner');
    await page.getByLabel('E-mail').fill('olive@harbour.example');
    await page.getByLabel('Password', { exact: true }).fill('harbour1');
    await page.locator('form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''));
    await press(page, 'Create organization');
    await page.locator('.problem').waitFor();
    await look(page, 'door-setup-mistake');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page, 'Create organization');
    for (const step of ['uses', 'people', 'message', 'hub', 'team', 'worker', 'task']) {
      await page.waitForURL((url) => url.pathname === `/welcome/${step}`);
      await look(page, `door-welcome-${step}`);
      if (step === 'uses') await page.locator('main form button:not(.reveal)').click();
      else await page.getByRole('link', { name: 'Skip' }).click();
    }
    await page.waitForURL((url) => url.pathname === '/welcome');
    await page.getByText('1 of 7 done').waitFor();
    // One thing is loud: what comes next.
    const loud = page.locator('main .button:not(.second)');
    assert.deepEqual(await loud.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))), [
      'Begin: Invite your people',
    ]);
    await look(page, 'door-welcome');
    await profile.close();
  });

  test('sign-in, invitation, passwords and account', { timeout: TIMEOUT_MS }, async () => {
    const visitors = new Visitors(server, await server.organization({ ownerEmail: 'olive@couriers.example' }));
    const profile = await chromium.profile({ baseURL: server.url, viewport: SCREEN });
    await profile.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await profile.newPage();
    await page.goto('/sign-in');
    await look(page, 'door-sign-in');
    await page.getByLabel('E-mail').fill('olive@couriers.example');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await press(page, 'Continue');
    await page.getByRole('alert').waitFor();
    // Who comes back goes on with the password, and may look at it; what is sent is a password.
    const password = page.locator('[name=password]');
    await until(() => password.evaluate((input) => input === document.activeElement), 'the password to have the focus');
    const show = page.getByRole('button', { name: 'Show password' });
    await page.keyboard.type('seen');
    await show.click();
    assert.equal(await password.getAttribute('type'), 'text');
    assert.equal(await show.getAttribute('aria-pressed'), 'true');
    assert.equal(await password.inputValue(), 'seen');
    await password.evaluate((input: HTMLInputElement) => {
      input.form!.addEventListener('submit', (event) => event.preventDefault(), { once: true });
      input.form!.requestSubmit();
    });
    assert.equal(await password.getAttribute('type'), 'password');
    await look(page, 'door-sign-in-wrong');
    await page.goto('/reset');
    await look(page, 'door-reset');
    await page.getByRole('textbox').fill('olive@couriers.example');
    await page.locator('main button:not(.reveal)').click();
    await page.waitForLoadState();
    await look(page, 'door-reset-sent');
    await page.getByRole('link', { name: 'Another address' }).click();
    await page.getByRole('button', { name: 'Send link' }).waitFor();
    await page.goBack();
    await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/sign-in');
    await page.goto(await visitors.sentLink('olive@couriers.example', 'reset'));
    await look(page, 'door-reset-choose');
    await page.goto(`/reset/${'x'.repeat(32)}`);
    await look(page, 'door-reset-gone');
    await visitors.owner.post('/invites', { invitee_emails: 'jo@couriers.example', stream_ids: '[]' });
    await page.goto(await visitors.sentLink('jo@couriers.example', 'join'));
    await look(page, 'door-join');
    await page.locator('form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''));
    await page.getByLabel('Password', { exact: true }).fill('short');
    await press(page, 'Join');
    await page.locator('.problem').first().waitFor();
    await look(page, 'door-join-mistake');
    await page.getByLabel('Your name').fill('Jo Join');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page, 'Join');
    await page.waitForLoadState();
    await page.goto('/account');
    await look(page, 'door-account');
    await page.goto('/account/devices');
    await look(page, 'door-devices');
    await page.goto('/account/password');
    await look(page, 'door-password');
    await page.goto('/account/second-factor');
    await look(page, 'door-second-factor');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('main button:not(.reveal)').click();
    await page.locator('.qr').waitFor();
    await look(page, 'door-second-factor-scan');
    const epoch = Math.floor(server.clock.now().getTime() / 1000);
    await page.locator('[name=code]').fill(await generate({ secret: (await page.textContent('code.key'))!, epoch }));
    await page.locator('main button:not(.reveal)').click();
    await page.locator('.codes').waitFor();
    const codes = (await page.locator('.codes code').allTextContents()).join('\n');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), codes);
    await look(page, 'door-recovery-codes');
    await page.goto('/account/devices');
    await page.getByLabel('Name of the client').fill('Terminal');
    await press(page, 'Create key');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.textContent('code.key'));
    await look(page, 'door-key');
    await page.goto('/connect');
    await look(page, 'door-connect');
    await page.goto('/nowhere-at-all');
    await look(page, 'door-not-found');
    await profile.close();
    await lookAtMerge(visitors);
  });
});
