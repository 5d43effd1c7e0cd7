import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const CHANNELS = 150;

test('hundreds of channels: all come, as one stop for Tab; a message changes the row of its own channel alone', {
  skip: withoutBrowser,
  timeout: 300_000,
}, async () => {
  const [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  await using _server = server;
  await using _chromium = chromium;
  const world = await TestConsole.start(server, chromium);
  const owner = new ChatClient(world.organization.chat);
  const names = Array.from({ length: CHANNELS }, (_, number) => `yard ${String(number).padStart(3, '0')}`);
  await world.must(
    owner.post('/users/me/subscriptions', {
      subscriptions: names.map((name) => ({ name })),
      send_new_subscription_messages: false,
    }),
  );
  const page = await world.open(await world.signedIn(), '/chat/inbox');
  const left = page.getByRole('navigation', { name: 'Views and conversations' });
  const row = (name: string) => left.getByRole('link', { name, exact: true });
  // The filter finds what is not drawn yet.
  await left.getByRole('searchbox').fill('yard 149');
  await row('yard 149').waitFor(PATIENT);
  assert.equal(await left.locator('a').count(), 1);
  await left.getByRole('searchbox').fill('');
  await row('yard 149').waitFor(PATIENT);
  assert.equal(await left.getByRole('link', { name: /^yard / }).count(), CHANNELS);
  assert.equal(await left.locator('.left-list a[tabindex="0"], .left-list button[tabindex="0"]').count(), 1);

  // What is unread in one row is no matter of the others.
  const bot = await world.must(owner.post('/bots', { full_name: 'Gate', short_name: 'gate', bot_type: 1 }));
  const { email } = (await world.must(owner.get(`/users/${bot.user_id}`))).user;
  const gate = new ChatClient({ ...world.organization.chat, email, api_key: bot.api_key });
  // Each drawing of a row sets its colour.
  await page.evaluate(() => {
    const drawn: string[] = [];
    Object.assign(globalThis, { drawn });
    const { setProperty } = CSSStyleDeclaration.prototype;
    CSSStyleDeclaration.prototype.setProperty = function (name, ...rest) {
      if (name === '--channel') drawn.push(name);
      setProperty.call(this, name, ...rest);
    };
  });
  await world.must(gate.post('/messages', { type: 'stream', to: 'yard 007', topic: 'boxes', content: 'two wait' }));
  await row('yard 007 1 unread').waitFor(PATIENT);
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn.length);
  assert.ok(drawn > 0 && drawn < 10, `${drawn} rows were drawn`);

  // A press leads on within the page; with a key it is the browser's.
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  await row('yard 003').click(PATIENT);
  await page.waitForURL(/yard-003$/, PATIENT);
  assert.equal(await page.evaluate(() => 'isSame' in globalThis), true);
  assert.equal(await row('yard 003').getAttribute('aria-current'), 'page');
  const opened = page.context().waitForEvent('page', PATIENT);
  await row('yard 004').click({ modifiers: ['ControlOrMeta'], ...PATIENT });
  await (await opened).close();
  assert.match(page.url(), /yard-003$/);
  assert.deepEqual(chromium.takeComplaints(), []);
});
