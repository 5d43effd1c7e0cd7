import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { startTestServer } from '../harness/server.ts';
import { PASSWORD, Visitors } from '../harness/visitors.ts';

/** Of all that follows: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe('the administration, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let visitors: Visitors;
  let profile: BrowserContext;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    visitors = new Visitors(server, await server.organization({ ownerEmail: 'olive@couriers.example' }));
    await visitors.person('mara');
    profile = await signedIn('olive@couriers.example');
    page = await profile.newPage();
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  async function signedIn(email: string): Promise<BrowserContext> {
    const context = await chromium.profile({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
    const answer = await context.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    return context;
  }
  const heading = (name: string, tab = page) => tab.getByRole('heading', { name, level: 1, exact: true });
  const button = (name: string, tab = page) => tab.getByRole('button', { name, exact: true });
  const dialog = (name: string, tab = page) => tab.getByRole('dialog', { name });
  const told = (text: string | RegExp, tab = page) => tab.getByRole('status').filter({ hasText: text }).last();
  /** What a screen looks like, and that everybody can use it. */
  async function look(name: string, tab = page): Promise<void> {
    assert.deepEqual(await accessibilityProblems(tab), [], name);
    await takePicture(tab, `admin-${name}`);
  }

  test('people are found by what one types, and one of them is opened', async () => {
    await page.goto('/admin');
    await heading('People').waitFor();
    await page.getByRole('row', { name: /mara person/ }).waitFor();
    await look('people');
    await page.getByRole('searchbox').fill('MARA');
    await told('1 person').waitFor();
    assert.match(page.url(), /q=MARA/);
    await page.getByRole('link', { name: 'mara person' }).click();
    await heading('mara person').waitFor();
    await page.getByRole('heading', { name: 'Sign-in' }).waitFor();
    await look('person');
  });

  test('a role is changed, and somebody who looks on reads why theirs is not taken any more', async () => {
    const other = await (await signedIn('olive@couriers.example')).newPage();
    await other.goto(page.url());
    await button('Change the role').click();
    await dialog('Change the role').getByLabel('Role', { exact: true }).selectOption({ label: 'Moderator' });
    await look('role');
    await button('Save').click();
    await told('mara person: Moderator').waitFor();
    await page.getByText('Keeps order in the channels.').waitFor();
    await button('Deactivate').click();
    await dialog('Deactivate mara person?').getByRole('button', { name: 'Deactivate' }).click();
    await button('Bring back').waitFor();
    await look('deactivated');
    await button('Change the role', other).click();
    await dialog('Change the role', other).getByLabel('Role', { exact: true }).selectOption({ label: 'Guest' });
    await button('Save', other).click();
    await other.getByText('User is deactivated').waitFor();
    chromium.takeComplaints();
    await other.context().close();
    await button('Bring back').click();
    await button('Deactivate').waitFor();
  });

  test('the last owner stays one, and reads why', async () => {
    await page.goto('/admin/people?q=olive');
    await page.getByRole('link', { name: /\(You\)$/ }).click();
    await button('Change the role').click();
    await dialog('Change the role').getByLabel('Role', { exact: true }).selectOption({ label: 'Member' });
    await button('Save').click();
    await page.getByText('The owner permission cannot be removed from the only organization owner.').waitFor();
    await look('last-owner');
    chromium.takeComplaints();
    await button('Cancel').click();
  });

  test('the chat is invited to by mail and by a link that is scanned; both are taken back', async () => {
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByRole('heading', { name: 'No invitation is open' }).waitFor();
    await look('invitations-empty');
    await button('Invite').click();
    await dialog('Invite').getByLabel('E-mail addresses').fill('nora@couriers.example, nils@couriers.example');
    await look('invite');
    await button('Send invitation').click();
    await told('2 invitations were sent').waitFor();
    await page.getByRole('row', { name: /nora@couriers.example/ }).waitFor();
    await button('Invite').click();
    await dialog('Invite').getByRole('tab', { name: 'Chat, by link' }).click();
    await button('Make a link').click();
    await dialog('Invite').getByRole('img', { name: 'Invitation link' }).waitFor();
    const link = await dialog('Invite').getByRole('textbox', { name: 'Invitation link' }).inputValue();
    assert.match(link, /\/join\/\w{32}$/);
    await look('invitation-link');
    await dialog('Invite').getByRole('button', { name: 'Close' }).last().click();
    await look('invitations');
    await button('More for this invitation: By link, for many').click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await dialog('Revoke this link?').getByRole('button', { name: 'Revoke' }).click();
    await told('The invitation is revoked').waitFor();
    assert.equal((await fetch(link)).status, 404);
  });

  test('a key is shown once, works at once and is dead when it is revoked', async () => {
    await page.getByRole('link', { name: 'Keys' }).click();
    await heading('Keys').waitFor();
    await button('Make a key').first().click();
    await dialog('Make a key').getByLabel('What is it for?').fill('the shop');
    await dialog('Make a key').getByRole('button', { name: 'Make a key' }).click();
    const key = await dialog('The new key').getByRole('textbox').inputValue();
    const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
    const call = async () => (await fetch(`${server.url}/api/v2/hubs`, { headers })).status;
    assert.equal(await call(), 200);
    await look('key-made');
    await dialog('The new key').getByRole('button', { name: 'Close' }).last().click();
    await button('Revoke: the shop').waitFor();
    assert.ok(!(await page.content()).includes(key));
    await look('keys');
    await button('Revoke: the shop').click();
    await dialog('Revoke the key “the shop”?').getByRole('button', { name: 'Revoke' }).click();
    await told('The key is revoked').waitFor();
    assert.equal(await call(), 401);
  });

  test('the webhook secret is shown to who says why, and changed with two that hold', async () => {
    await button('Show the secret').click();
    await dialog('Show the secret').getByLabel('Why do you need it?').fill('a new receiver');
    await dialog('Show the secret').getByRole('button', { name: 'Show the secret' }).click();
    const shown = dialog('Webhook secret');
    assert.match(await shown.getByRole('textbox').inputValue(), /^[0-9a-f]{64}$/);
    await look('secret');
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await button('Change the secret').click();
    await shown.getByRole('textbox', { name: 'The next webhook secret' }).waitFor();
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await button('End the old one').click();
    await told('Only the next secret holds now').waitFor();
    await button('Change the secret').waitFor();
  });

  test('whoever manages nothing reads why; an administrator of the chat sees the chat alone', async () => {
    const context = await signedIn('mara@couriers.example');
    const tab = await context.newPage();
    await tab.goto('/admin/keys');
    await tab.getByRole('heading', { name: 'You do not manage this organization' }).waitFor();
    await look('door', tab);
    await context.close();
  });
});
