import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeColleague } from '../harness/chat-people.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
const PASSWORD = 'correct horse battery staple';

describe('from app to app', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let bo: Awaited<ReturnType<typeof makeColleague>>;
  let channelId: number;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    const owner = new ChatClient(world.organization.chat);
    bo = await makeColleague(world, 'bo@couriers.example', 'Bo Baker');
    const subscriptions = JSON.stringify([{ name: 'floor' }]);
    await world.must(owner.post('/users/me/subscriptions', { subscriptions, principals: [bo.id] }));
    channelId = (await world.must(owner.get('/get_stream_id?stream=floor'))).stream_id;
    await world.must(owner.post('/users/me/subscriptions', { subscriptions }));
    await say('[the gates](#narrow/stream/floor/topic/gates) and [me](/#narrow/is/starred)');
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const say = (content: string, to: object = { type: 'channel', to: channelId, topic: 'old links' }) =>
    world.must(bo.client.post('/messages', { ...to, content }));
  const menu = async (page: Page) => {
    // The first screen is there: its coming may close what was opened before.
    await page
      .getByRole('heading', { level: 1 })
      .first()
      .waitFor({ state: 'attached', ...PATIENT });
    await page.getByRole('button', { name: /^Switch app/ }).click(PATIENT);
    return page.getByRole('menu', { name: /^Switch app/ });
  };
  const items = async (page: Page) => {
    const opened = await menu(page);
    await opened.waitFor(PATIENT);
    const links = await opened.getByRole('menuitem').all();
    return Promise.all(
      links.map(async (each) => [await each.getAttribute('href'), await each.getAttribute('aria-current')]),
    );
  };

  test('addresses of other clients lead to the place here, from / and through the sign-in', async () => {
    const stranger = await chromium.profile({ baseURL: server.url, serviceWorkers: 'block' });
    const page = await stranger.newPage();
    await page.goto(`/#narrow/channel/${channelId}-floor/topic/old.20links/near/1`);
    await page.waitForURL(/\/sign-in\?to=/, PATIENT);
    await page.getByLabel('E-mail address or phone').fill(bo.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click(PATIENT);
    await page.waitForURL(new RegExp(`/chat/c/${channelId}-floor/t/old%20links`), PATIENT);
    await page.getByRole('heading', { name: 'old links' }).waitFor(PATIENT);
    // Links in messages, without loading the page anew; and Back comes back to the message.
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await page.getByRole('link', { name: 'the gates' }).click(PATIENT);
    await page.waitForURL(new RegExp(`/chat/c/${channelId}-floor/t/gates$`), PATIENT);
    await page.goBack();
    await page.getByRole('link', { name: 'me', exact: true }).click(PATIENT);
    await page.waitForURL('**/chat/starred', PATIENT);
    // An address that is pasted over the present one.
    await page.evaluate(() => location.assign('#narrow/is/mentioned'));
    await page.waitForURL('**/chat/mentions', PATIENT);
    await page.evaluate(() => location.assign('#channels/all'));
    await page.waitForURL('**/chat/channels', PATIENT);
    assert.equal(await page.evaluate(() => 'isSamePage' in globalThis), true);
    // What is not there is said, and one goes on from it.
    await page.goto('/chat/#narrow/channel/987654-lost/topic/x');
    await page.getByRole('heading', { name: 'This is not here' }).first().waitFor(PATIENT);
    await page.getByRole('link', { name: 'Go to the inbox' }).click(PATIENT);
    await page.waitForURL('**/chat/inbox', PATIENT);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor(PATIENT);
    // From the page that / opens for whoever is signed in.
    await page.goto('/#recent');
    await page.waitForURL('**/chat/recent', PATIENT);
    const owner = await world.open(await world.signedIn(), '/chat/inbox');
    for (const from of ['/', '/dispatch', '/admin', '/welcome']) {
      await owner.goto('/chat/inbox');
      await owner.goto(`${from}#narrow/is/starred`);
      await owner.waitForURL('**/chat/starred', PATIENT);
    }
    assert.deepEqual(chromium.takeComplaints(), []);
  });

  /** Types a text letter by letter, faster than anybody does. */
  const typeAtOnce = (page: Page, text: string) =>
    page.getByLabel('Type a name or a command').evaluate((field: HTMLInputElement, whole) => {
      for (let length = 1; length <= whole.length; length++) {
        field.value = whole.slice(0, length);
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    }, text);

  test('the palette of either app lists messages and tasks that the server finds, by one request a pause', async () => {
    const ended = await world.task('Greta Gatewood');
    const { id: workerId, driver } = await world.worker('Dora Driver', [-122.4, 37.78]);
    await world.must(world.api.put(`/containers/workers/${workerId}`, { tasks: [ended.id] }));
    await world.must(driver!.post(`/driver/tasks/${ended.id}/start`, {}));
    await world.must(driver!.post(`/driver/tasks/${ended.id}/complete`, { success: true }));
    const profile = await world.signedIn();
    for (const app of ['chat/inbox', 'dispatch/board']) {
      const page = await world.open(profile, `/${app}`);
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === '/api/v1/messages' && /"search"/.test(searchParams.get('narrow') ?? ''))
          asked.push('messages');
        if (pathname === '/api/v2/recipients/all') asked.push('tasks');
      });
      await page.getByRole('button', { name: /^Switch app/ }).waitFor(PATIENT);
      await page.keyboard.press('Control+k');
      await typeAtOnce(page, 'gate');
      await page.getByRole('option', { name: /the gates and me.*Bo Baker/ }).waitFor(PATIENT);
      await page.getByRole('option', { name: /Greta Gatewood/ }).waitFor(PATIENT);
      assert.deepEqual(asked.toSorted(), ['messages', 'tasks'], app);
      assert.deepEqual(await accessibilityProblems(page), []);
      await takePicture(page, `palette-found-${app.slice(0, 4)}`);
      // What was found for other words is not shown for these.
      await page.getByLabel('Type a name or a command').fill('gatex');
      for (const name of [/the gates and me/, /Greta Gatewood/])
        await page.getByRole('option', { name }).waitFor({ state: 'detached', ...PATIENT });
      await page.getByLabel('Type a name or a command').fill(ended.shortId);
      await page.getByRole('option', { name: /Greta Gatewood/ }).click(PATIENT);
      await page.waitForURL(new RegExp(`/dispatch/board\\?task=${ended.id}`), PATIENT);
      await page
        .getByRole('heading', { name: /Greta Gatewood/ })
        .first()
        .waitFor(PATIENT);
      await page.close();
    }
    // Who does not dispatch is asked for messages alone, and goes to one.
    const his = await world.open(await world.signedIn({}, bo.email), '/chat/inbox');
    const paths: string[] = [];
    his.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await his.getByRole('button', { name: /^Switch app/ }).waitFor(PATIENT);
    await his.keyboard.press('Control+k');
    await typeAtOnce(his, 'gates');
    await his.getByRole('option', { name: /the gates and me/ }).click(PATIENT);
    await his.waitForURL(new RegExp(`/chat/c/${channelId}(-floor)?/t/old%20links/near/`), PATIENT);
    await his.getByRole('heading', { name: 'old links' }).waitFor(PATIENT);
    assert.deepEqual(
      paths.filter((path) => path.startsWith('/api/v2/')),
      [],
    );
    assert.deepEqual(chromium.takeComplaints(), []);
  });

  test('one switch has what a person may use; the console shows what waits in the chat', async () => {
    const all = ['/dispatch', '/chat', '/admin', '/account'];
    const own = await world.open(await world.signedIn(), '/dispatch/board');
    for (const app of ['dispatch', 'chat', 'admin']) {
      await own.goto(`/${app}`);
      const expected = all.map((each) => [each, each === `/${app}` ? 'page' : null]);
      await own.getByRole('button', { name: /^Switch app/ }).waitFor(PATIENT);
      assert.deepEqual(await items(own), expected, app);
    }
    const his = await world.open(await world.signedIn({}, bo.email), '/chat/inbox');
    assert.deepEqual(await items(his), [
      ['/chat', 'page'],
      ['/account', null],
    ]);
    const nav = await world.signedIn({}, bo.email);
    const account = await world.open(nav, '/account');
    assert.deepEqual(
      await account.locator('header nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ['/chat', '/account', '/sign-out'],
    );

    // The console has no code of the chat, and knows what waits there.
    await world.must(bo.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'floor' }] }));
    const asked: string[] = [];
    own.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await own.goto('/dispatch/board');
    await say('to you', { type: 'direct', to: [world.organization.chat.user_id] });
    await say('look @**all**');
    await own.reload();
    const button = own.getByRole('button', { name: /^Switch app; \d+ messages? (is|are) waiting in the chat$/ });
    await button.waitFor(PATIENT);
    await own.locator('.app-switch > .badge').waitFor(PATIENT);
    assert.ok(
      asked.every((each) => each !== '/api/v1/register' && each !== '/api/v1/events/stream'),
      asked.join(),
    );
    const opened = await menu(own);
    assert.match(
      (await opened.getByRole('menuitem', { name: 'Chat' }).textContent())!,
      /direct message.* · 1 mention$/,
    );
    assert.deepEqual(await accessibilityProblems(own), []);
    await takePicture(own, 'app-switch-light');
    await own.emulateMedia({ colorScheme: 'dark' });
    await own.setViewportSize({ width: 390, height: 844 });
    await takePicture(own, 'app-switch-dark-narrow');
    // The palette of either app finds tasks and messages.
    await own.keyboard.press('Escape');
    await own.setViewportSize({ width: 1440, height: 900 });
    await own.keyboard.press('Control+k');
    await own.keyboard.type('gates');
    const [tab] = await Promise.all([
      own.context().waitForEvent('page', PATIENT),
      own.getByRole('option', { name: /Find messages in the chat with “gates”/ }).click(PATIENT),
    ]);
    await tab.waitForURL('**/chat/search?q=gates', PATIENT);
    await tab.getByRole('article').filter({ hasText: 'the gates' }).waitFor(PATIENT);
    await tab.keyboard.press('Control+k');
    await tab.getByLabel('Type a name or a command').fill('Market', PATIENT);
    await tab.getByRole('option', { name: /Find tasks with “Market”/ }).click(PATIENT);
    await tab.waitForURL('**/dispatch/table?q=Market', PATIENT);
    await tab.close();
    await menu(own);
    await opened.getByRole('menuitem', { name: 'Chat' }).press('Enter');
    await own.waitForURL('**/chat/inbox', PATIENT);
    assert.deepEqual(chromium.takeComplaints(), []);
  });
});
