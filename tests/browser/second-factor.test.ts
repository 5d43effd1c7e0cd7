import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { generate } from 'otplib';
import { createWorkerForCli } from '../../src/dispatch/workers/create-for-cli.ts';
import { doDemandSecondFactor, factorDemandOf } from '../../src/platform/people/demanded-factor.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { DispatchClient } from '../harness/clients.ts';
import { startTestServer } from '../harness/server.ts';
import { PASSWORD, Visitors } from '../harness/visitors.ts';

describe('a second factor that is demanded, in a browser', { skip: withoutBrowser }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let visitors: Visitors;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    visitors = new Visitors(server, await server.organization());
    const { organization_id: organizationId } = visitors.org;
    await server.services.database.transaction((tx) => doDemandSecondFactor(tx, organizationId, 'staff'));
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => void chromium.takeComplaints());

  const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(server.clock.now().getTime() / 1000) });

  test('is set up without script, light and dark, on a phone', async () => {
    for (const [locale, colorScheme, width] of [
      ['en-GB', 'light', 1280],
      ['en-GB', 'light', 390],
      ['de-DE', 'dark', 390],
    ] as const) {
      const name = `second-factor-${locale}-${colorScheme}-${width}`;
      const viewport = { width, height: 800 };
      const email = await visitors.person(`form.${colorScheme}${width}`);
      const profile = await chromium.profile({ locale, colorScheme, viewport, javaScriptEnabled: false });
      const page = await profile.newPage();
      await page.goto(`${server.url}/sign-in?to=/account`);
      await page.fill('[name=emailOrPhone]', email);
      await page.fill('[name=password]', PASSWORD);
      await page.click('main button:not(.reveal)');
      const secret = (await page.textContent('code.key'))!;
      const box = (await page.locator('main').boundingBox())!;
      assert.ok(box.x + box.width <= width, 'it is as wide as the screen');
      await takePicture(page, name);
      await page.fill('[name=code]', '000000');
      await page.click('main button:not(.reveal)');
      await page.waitForSelector('[aria-invalid=true]');
      await takePicture(page, `${name}-mistake`);
      await page.fill('[name=code]', await codeOf(secret));
      await page.click('main button:not(.reveal)');
      assert.equal(await page.locator('.codes li').count(), 10);
      await takePicture(page, `${name}-codes`);
      await page.click('main a.button');
      assert.equal(page.url(), `${server.url}/account`);
      await profile.close();
    }
  });

  test('keeps its picture after a wrong code, on the page of the account', async () => {
    const page = await (await chromium.profile({ viewport: { width: 390, height: 800 } })).newPage();
    await page.goto(`${server.url}/sign-in?to=/account`);
    await page.fill('[name=emailOrPhone]', await visitors.person('renewing'));
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button:not(.reveal)');
    await page.fill('[name=code]', await codeOf((await page.textContent('code.key'))!));
    await page.click('main button:not(.reveal)');
    await page.click('main a.button');
    // Demanded of everybody here: another app takes the place of the first.
    await page.goto(`${server.url}/account/second-factor`);
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button:not(.reveal)');
    const secret = (await page.textContent('code.key'))!;
    await page.fill('[name=code]', '000000');
    await page.click('main button:not(.reveal)');
    await page.waitForSelector('[aria-invalid=true]');
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    assert.equal(await page.textContent('code.key'), secret);
    await page.fill('[name=code]', await codeOf(secret));
    await page.click('main button:not(.reveal)');
    assert.equal(await page.locator('.codes li').count(), 10);
    await page.context().close();
  });

  test('is set up in the pages of the apps, and nothing there is at fault that axe knows', async () => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      const name = `second-factor-app-${colorScheme}-${width}`;
      const email = await visitors.person(`app.${colorScheme}`);
      const profile = await chromium.profile({ colorScheme, viewport: { width, height: 800 } });
      await profile.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await profile.newPage();
      await page.goto(`${server.url}/gallery`);
      await page.getByRole('textbox', { name: 'E-mail or phone number' }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
      const code = page.getByRole('textbox', { name: 'Code', exact: true });
      await code.and(page.locator(':focus')).waitFor();
      await takePicture(page, name);
      assert.deepEqual(await accessibilityProblems(page), []);
      const secret = await page.getByRole('textbox', { name: 'The secret, to type in' }).inputValue();
      await code.fill('000000');
      await page.keyboard.press('Enter');
      await page.getByText('This code is wrong.').waitFor();
      await code.fill(await codeOf(secret));
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'I’ve saved them' }).waitFor();
      assert.equal(await page.getByRole('dialog').getByRole('listitem').count(), 10);
      const codes = await page.getByRole('dialog').locator('li code').allTextContents();
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), codes.join('\n'));
      await takePicture(page, `${name}-codes`);
      assert.deepEqual(await accessibilityProblems(page), []);
      await page.getByRole('button', { name: 'I’ve saved them' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await profile.close();
    }
  });

  test('is set up on a driver’s phone that has scanned a dispatcher’s link', async () => {
    const { organization_id: organizationId, dispatch } = visitors.org;
    await server.services.database.transaction((tx) => doDemandSecondFactor(tx, organizationId, 'everyone'));
    const api = new DispatchClient(dispatch);
    const [{ id }] = (await api.get('/admins')).json;
    await api.post('/teams', { name: 'North', workers: [], managers: [id] });
    const given = { organizationId, team: 'North', name: 'Dora Driver', phone: '+14155550190' };
    const { worker_id } = await createWorkerForCli(server.services, given);
    const { url } = (await api.post(`/workers/${worker_id}/sign-in-links`, {})).json;
    const phone = await chromium.profile({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const page = await phone.newPage();
    await page.goto(`${server.url}/driver`);
    await page.getByRole('button', { name: 'Scan the QR code' }).click();
    await page.getByLabel('Or paste the link').fill(url);
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    const secret = await page.getByRole('textbox', { name: 'The secret, to type in' }).inputValue();
    const code = page.getByRole('textbox', { name: 'Code from the app' });
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('This code is wrong.').waitFor();
    await takePicture(page, 'second-factor-driver');
    assert.deepEqual(await accessibilityProblems(page), []);
    await code.fill(await codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I’ve saved them' }).click();
    await page.getByText('Nothing to do').waitFor();
    await phone.close();
  });

  test('is demanded in the administration by who has one', async () => {
    const profile = await chromium.profile({ baseURL: server.url });
    const page = await profile.newPage();
    await page.goto('/sign-in?to=/admin/organization');
    await page.fill('[name=emailOrPhone]', visitors.org.chat.email);
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button:not(.reveal)');
    await page.fill('[name=code]', await codeOf((await page.textContent('code.key'))!));
    await page.click('main button:not(.reveal)');
    await page.click('main a.button');
    const whom = page.getByLabel('Who must have a second factor');
    await whom.selectOption('Everybody except drivers');
    const { organization_id: organizationId } = visitors.org;
    await page.getByText('Saved').first().waitFor();
    assert.equal(await factorDemandOf(server.services.database.reader, organizationId), 'staff');
    await whom.scrollIntoViewIfNeeded();
    await takePicture(page, 'second-factor-administration');
    await profile.close();
  });
});
