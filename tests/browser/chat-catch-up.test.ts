import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeColleague } from '../harness/chat-people.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { lookInBothSchemes } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
const OPTIONS = { timeout: 600_000 };
/** More than are fetched at once. */
const MANY = 130;

describe('catching up', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let bo: Awaited<ReturnType<typeof makeColleague>>;
  let dock: number;
  let office: number;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    bo = await makeColleague(world, 'bo@couriers.example', 'Bo Baker');
    const subscribers = [world.organization.chat.user_id, bo.id];
    dock = (await world.must(owner.post('/channels/create', { name: 'dock', subscribers }))).id;
    office = (await world.must(owner.post('/channels/create', { name: 'office', subscribers, invite_only: true }))).id;
    page = await world.open(await world.signedIn({}, bo.email), '/chat/settings');
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const say = async (to: number, topic: string, content: string): Promise<number> =>
    (await world.must(owner.post('/messages', { type: 'channel', to, topic, content }))).id;
  const unread = async (): Promise<number[]> => {
    const asked = { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [{ operator: 'is', operand: 'unread' }] };
    return (await world.must(bo.client.get('/messages', asked))).messages.map(({ id }: { id: number }) => id);
  };
  const readAll = () =>
    world.must(
      bo.client.post('/messages/flags/narrow', {
        ...{ anchor: 'newest', num_before: 1000, num_after: 0, narrow: [], op: 'add', flag: 'read' },
      }),
    );
  const row = (id: number) => page.locator(`[data-message="${id}"]`);
  const places = () => page.locator('.place-line').allTextContents();
  test('what happened stands by topic, the newest last, and only what was on screen is read', OPTIONS, async () => {
    await readAll();
    await page.goto('/chat/catch-up');
    await page.getByText('You’re up to date').waitFor(PATIENT);
    await lookInBothSchemes(page, 'chat-catch-up-empty');
    await page.goto('/chat/settings');
    const gates = [await say(dock, 'gates', 'Gate 4 is shut'), await say(dock, 'vans', 'The blue van is back')];
    gates.push(await say(dock, 'gates', 'Gate 5 instead'));
    const direct = (await world.must(owner.post('/messages', { type: 'direct', to: [bo.id], content: 'Call me' }))).id;
    const many: number[] = [];
    for (let number = 1; number <= MANY; number++) many.push(await say(office, 'noise', `line ${number}`));
    await say(dock, 'muted', 'not for him');
    await world.must(bo.client.post('/user_topics', { stream_id: dock, topic: 'muted', visibility_policy: 1 }));

    await page.getByRole('link', { name: 'Catch up' }).click(PATIENT);
    await row(gates[0]!).waitFor(PATIENT);
    assert.deepEqual(
      (await places()).slice(0, 3).map((text) => /vans|gates|Direct/.exec(text)?.[0]),
      [...['vans', 'gates', 'Direct']],
    );
    assert.equal(await page.getByText('not for him').count(), 0);
    await world.until('what is on screen is read', async () => !(await unread()).includes(direct));
    const left = await unread();
    assert.ok(left.includes(many.at(-1)!) && left.length > 80, `${left.length} are unread`);
    await lookInBothSchemes(page, 'chat-catch-up');

    // What comes while one reads stands at the end, and nothing moves.
    const before = (await row(many[2]!).boundingBox())!.y;
    const late = await say(dock, 'gates', 'Gate 5 is shut too');
    await page.getByText(/ in 5 conversations/).waitFor(PATIENT);
    assert.ok(Math.abs((await row(many[2]!).boundingBox())!.y - before) < 2, 'what one reads stays');

    // To the end, over more than was fetched at first.
    const isAtEnd = () =>
      page.locator('.message-feed').evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop < 4);
    const end = page.getByText('That’s all since you were here.');
    for (let step = 0; step < 300 && !((await end.count()) > 0 && (await isAtEnd())); step++) {
      await page.mouse.move(700, 500);
      await page.mouse.wheel(0, 700);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    }
    await row(late).waitFor(PATIENT);
    await world.until('the last one is read', async () => !(await unread()).includes(late));
    await page.setViewportSize({ width: 390, height: 844 });
    await lookInBothSchemes(page, 'chat-catch-up-390');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('whoever is taken out of a channel has nothing of it; a deleted message goes', OPTIONS, async () => {
    await page.goto('/chat/settings');
    await readAll();
    const gone = await say(dock, 'keys', 'the first key');
    const stays = await say(dock, 'keys', 'the second key');
    const secret = await say(office, 'plans', 'what only the office knows');
    await page.goto('/chat/catch-up');
    await row(secret).waitFor(PATIENT);
    await row(gone).waitFor(PATIENT);
    await world.must(owner.delete(`/messages/${gone}`));
    await row(gone).waitFor({ state: 'detached', ...PATIENT });
    await world.must(owner.delete('/users/me/subscriptions', { subscriptions: ['office'], principals: [bo.id] }));
    await row(secret).waitFor({ state: 'detached', ...PATIENT });
    assert.ok(await row(stays).isVisible());
    assert.equal(await page.getByText('what only the office knows').count(), 0);
  });
});
