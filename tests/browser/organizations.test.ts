import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const EMAIL = 'olive@couriers.example';
const PASSWORD = 'correct horse battery staple';

describe('organizations with addresses, in a browser', { skip: withoutBrowser }, () => {
  let server: TestServer & AsyncDisposable;
  let chromium: Chromium;
  let acme: CreatedOrganization;
  let bolt: CreatedOrganization;
  let bare: string;

  before(async () => {
    server = await startTestServer({ organizationAddresses: true, web: true });
    chromium = await Chromium.start();
    acme = await server.organization({ name: 'Acme Couriers', ownerEmail: EMAIL });
    bolt = await server.organization({ name: 'Bolt', ownerEmail: EMAIL });
    bare = server.url.replace('127.0.0.1', 'localhost');
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  test('the server’s own address asks which, without script, in both languages, light and dark, on a phone', async () => {
    for (const [locale, colorScheme, width] of [
      ['en-GB', 'light', 1280],
      ['de-DE', 'dark', 390],
    ] as const) {
      const size = { width, height: 800 };
      const profile = await chromium.profile({ locale, colorScheme, viewport: size, javaScriptEnabled: false });
      const page = await profile.newPage();
      await page.goto(bare);
      assert.equal(new URL(page.url()).pathname, '/organization');
      const name = `organization-${locale}-${colorScheme}-${width}`;
      await takePicture(page, name);
      await page.fill('[name=organization]', 'acme-couriers');
      await page.click('main button:not(.reveal)');
      await takePicture(page, `${name}-found`);
      await page.click('main a.button');
      assert.equal(page.url(), `${acme.chat.site}/sign-in`);
      await profile.close();
    }
    assert.deepEqual(chromium.takeComplaints(), []);
  });

  test('the page has no fault that axe knows, also with a mistake', async () => {
    const profile = await chromium.profile();
    const page = await profile.newPage();
    await page.goto(`${bare}/organization`);
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.fill('[name=organization]', 'nobody');
    await page.click('main button:not(.reveal)');
    await page.waitForSelector('[aria-invalid=true]');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'organization-mistake');
    await profile.close();
    // Chromium notes the refusal's status.
    assert.equal(chromium.takeComplaints().length, 1);
  });

  test('a session is of one host: another organization’s asks to sign in', async () => {
    const profile = await chromium.profile();
    const page = await profile.newPage();
    await page.goto(`${acme.chat.site}/sign-in?to=/account`);
    await page.fill('[name=emailOrPhone]', EMAIL);
    await page.fill('[name=password]', PASSWORD);
    await page.click('main button:not(.reveal)');
    await page.waitForURL(`${acme.chat.site}/account`);
    const sibling = await profile.newPage();
    await sibling.goto(`${bolt.chat.site}/account`);
    assert.equal(new URL(sibling.url()).pathname, '/sign-in');
    await page.reload();
    assert.equal(page.url(), `${acme.chat.site}/account`);
    // Signed in to both, each has its own chat, beside each other in one browser.
    await sibling.goto(`${bolt.chat.site}/sign-in?to=/chat`);
    await sibling.fill('[name=emailOrPhone]', EMAIL);
    await sibling.fill('[name=password]', PASSWORD);
    await sibling.click('main button:not(.reveal)');
    await page.goto(`${acme.chat.site}/chat`);
    for (const [tab, { chat }, name, other] of [
      [page, acme, 'Acme Couriers', 'Bolt'],
      [sibling, bolt, 'Bolt', 'Acme Couriers'],
    ] as const) {
      await tab.waitForURL(`${chat.site}/chat/inbox`);
      await tab.getByRole('link', { name, exact: true }).waitFor();
      assert.equal(await tab.getByText(other, { exact: true }).count(), 0);
      await tab.reload();
      await tab.getByRole('link', { name, exact: true }).waitFor();
    }
    assert.deepEqual(chromium.takeComplaints(), []);
    await profile.close();
  });
});
