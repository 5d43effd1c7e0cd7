import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };

describe('keys, heads and fingers', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let world: TestConsole;
  let owner: ChatClient;
  let bo: Awaited<ReturnType<typeof makePerson>>;
  let channelId: number;
  let first: number;
  let profile: BrowserContext;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    world = await TestConsole.start(server, chromium);
    owner = new ChatClient(world.organization.chat);
    bo = await makePerson(server, world.organization, { name: 'Bo Baker' });
    const subscribers = [world.organization.chat.user_id, bo.id];
    channelId = (await world.must(owner.post('/channels/create', { name: 'night shift', subscribers }))).id;
    await world.must(owner.post('/channels/create', { name: 'canteen', subscribers }));
    first = await say('The **bikes** are here');
    await say('And the vans');
    profile = await world.signedIn();
    await profile.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await world.open(profile, `/chat/c/${channelId}/t/bikes`);
    await row(first).waitFor(PATIENT);
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  const say = async (content: string): Promise<number> =>
    (await world.must(bo.client.post('/messages', { type: 'channel', to: channelId, topic: 'bikes', content }))).id;
  const row = (id: number) => page.locator(`[data-message="${id}"]`);
  const head = () => page.locator('.conversation-head');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const subscription = async () => {
    const { subscriptions } = await world.must(owner.get('/users/me/subscriptions'));
    return subscriptions.find(({ stream_id }: { stream_id: number }) => stream_id === channelId);
  };
  /** The reader's policy for the topic: 0 none, 1 muted, 3 followed. */
  const policy = async () => {
    const { user_topics } = await world.must(
      owner.post('/register', { event_types: ['user_topic'], fetch_event_types: ['user_topic'] }),
    );
    const found = user_topics.find((each: { topic_name: string }) => each.topic_name === 'bikes');
    return found?.visibility_policy ?? 0;
  };

  test('whoever found a place by the filter uses its keys at once, however long its messages take', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/messages?**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press('q');
    await page.keyboard.type('cant');
    await page.keyboard.press('Enter');
    await page.waitForURL('**-canteen', PATIENT);
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Next unread topic').waitFor(PATIENT);
    await page.keyboard.press('Escape');
    // Somebody looks for another place when the messages come: the focus stays with them.
    await page.goto(`/chat/c/${channelId}/t/bikes`);
    await page.getByRole('heading', { name: 'bikes' }).waitFor(PATIENT);
    await page.keyboard.press('q');
    await page.keyboard.type('can');
    held.resolve();
    await row(first).waitFor(PATIENT);
    await page.keyboard.type('teen');
    assert.equal(await page.getByRole('searchbox', { name: 'Filter' }).inputValue(), 'canteen');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('on a phone the key of the filter brings the left side with it', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const left = page.getByRole('navigation', { name: 'Views and conversations' });
    await left.waitFor({ state: 'hidden', ...PATIENT });
    await page.keyboard.press('q');
    await page.keyboard.type('night');
    assert.equal(await page.getByRole('searchbox', { name: 'Filter' }).inputValue(), 'night');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/chat/c/${channelId}-night-shift`, PATIENT);
    await left.waitFor({ state: 'hidden', ...PATIENT });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('keys lead from a message to its topic, its channel and its author, and mute the topic', async () => {
    await page.goto('/chat/all');
    await row(first).focus(PATIENT);
    await page.keyboard.press('u');
    await page.getByRole('dialog', { name: 'Bo Baker' }).waitFor(PATIENT);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Bo Baker' }).waitFor({ state: 'detached', ...PATIENT });
    await row(first).focus(PATIENT);
    await page.keyboard.press('Shift+S');
    await page.waitForURL(`**/chat/c/${channelId}-night-shift`, PATIENT);
    await row(first).focus(PATIENT);
    await page.keyboard.press('s');
    await page.waitForURL(`**/chat/c/${channelId}-night-shift/t/bikes`, PATIENT);
    await page.keyboard.press('Shift+M');
    await page.getByText('Topic muted.').waitFor(PATIENT);
    await world.until('the topic being muted', async () => (await policy()) === 1);
    await page.getByRole('button', { name: 'Undo' }).last().click(PATIENT);
    await world.until('the topic being heard again', async () => (await policy()) === 0);
  });

  test('`c` starts in the channel that is open, from anywhere else in none', async () => {
    await page.goto(`/chat/c/${channelId}`);
    await row(first).waitFor(PATIENT);
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'Start a topic' });
    await dialog.getByLabel('Topic', { exact: true }).waitFor(PATIENT);
    assert.equal(await dialog.getByLabel('Channel').inputValue(), 'night shift');
    await page.keyboard.type('tyres');
    await dialog.getByRole('option', { name: 'New topic: tyres' }).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/chat/c/${channelId}-night-shift/t/tyres`, PATIENT);
    await page.goto('/chat/inbox');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor(PATIENT);
    await page.keyboard.press('c');
    assert.equal(await dialog.getByLabel('Channel').inputValue(), '');
    assert.equal(await dialog.getByLabel('Topic', { exact: true }).count(), 0);
    await page.keyboard.press('Escape');
  });

  test('a message is linked by completion: its channel, its topic, then who wrote it or what it says', async () => {
    await page.goto(`/chat/dm/${bo.id}`);
    const field = page.getByLabel('Message', { exact: true });
    await field.pressSequentially('see #nig', PATIENT);
    await page.getByRole('option', { name: 'night shift' }).waitFor(PATIENT);
    await page.keyboard.type('>bik');
    await page.getByRole('option', { name: 'bikes' }).waitFor(PATIENT);
    await page.keyboard.type('@');
    const list = page.getByRole('listbox', { name: 'Messages' });
    await list.getByRole('option', { name: /Bo Baker.*The bikes are here/ }).waitFor(PATIENT);
    await page.keyboard.type('vans');
    await world.until('the other one alone', async () => (await list.getByRole('option').count()) === 1);
    await page.keyboard.press('Backspace');
    for (let letter = 0; letter < 3; letter++) await page.keyboard.press('Backspace');
    await page.keyboard.type('the bikes');
    await list.getByRole('option', { name: /The bikes are here/ }).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'composer-messages');
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), `see #**night shift>bikes@${first}** `);
    await page.keyboard.press('Control+Enter');
    await page.locator('.message-html a.message-link').click(PATIENT);
    await page.locator(`[data-message="${first}"].target`).waitFor(PATIENT);
  });

  test('commands are completed where somebody hears them: those of tasks in topics alone', async () => {
    const field = page.getByLabel('Message', { exact: true });
    const list = page.getByRole('listbox', { name: 'Commands and snippets' });
    await page.goto(`/chat/dm/${bo.id}`);
    await field.fill('', PATIENT);
    await field.pressSequentially('/', PATIENT);
    await list.getByRole('option', { name: '/me' }).waitFor(PATIENT);
    assert.equal(await list.getByRole('option', { name: '/assign' }).count(), 0);
    await field.fill('');
    await page.goto(`/chat/c/${channelId}/t/bikes`);
    await field.pressSequentially('/as', PATIENT);
    await list.getByRole('option', { name: '/assign' }).waitFor(PATIENT);
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), '/assign ');
    await field.fill('');
  });

  test('the head of a topic and of a channel: resolve, follow, mute, pin, copy its link', async () => {
    await page.goto(`/chat/c/${channelId}/t/bikes`);
    await row(first).waitFor(PATIENT);
    const more = async (item: string) => {
      await head().getByRole('button', { name: 'More' }).click(PATIENT);
      await page.getByRole('menuitem', { name: item }).click(PATIENT);
    };
    await head().getByRole('button', { name: 'Follow topic' }).click(PATIENT);
    await world.until('the topic being followed', async () => (await policy()) === 3);
    await more('Mute topic');
    await world.until('the topic being muted', async () => (await policy()) === 1);
    await more('Unmute topic');
    await world.until('the topic being heard again', async () => (await policy()) === 0);
    await more('Copy link');
    await world.until('the link', async () => /\/chat\/c\/\d+-night-shift\/t\/bikes$/.test(await clipboard()));
    await head().getByRole('button', { name: 'Mark topic as resolved' }).click(PATIENT);
    const subject = async () => (await world.must(owner.get(`/messages/${first}`))).message.subject;
    await world.until('the topic being resolved', async () => (await subject()) === '✔ bikes');
    // The reader goes with it.
    await page.waitForURL(`**/t/${encodeURIComponent('✔ bikes')}`, PATIENT);
    await row(first).waitFor(PATIENT);
    await head().getByRole('button', { name: 'Reopen topic' }).click(PATIENT);
    await world.until('the topic being open', async () => (await subject()) === 'bikes');
    await head().getByRole('link', { name: 'night shift' }).click(PATIENT);
    await row(first).waitFor(PATIENT);
    await more('Pin channel');
    await world.until('the pin', async () => (await subscription()).pin_to_top === true);
    await more('Mute channel');
    await world.until('the mute', async () => (await subscription()).is_muted === true);
    await more('Unmute channel');
    await world.until('no mute', async () => (await subscription()).is_muted === false);
    await more('Copy link');
    await world.until('the link', async () => /\/chat\/c\/\d+-night-shift$/.test(await clipboard()));
  });

  test('one menu of a message reports it and mutes its author, by keys alone', async () => {
    const own = world.organization.chat.user_id;
    const made = { name: 'desk', subscribers: [own], invite_only: true };
    const { id: desk } = await world.must(owner.post('/channels/create', made));
    await world.must(owner.patch('/realm', { moderation_request_channel_id: desk }));
    await page.goto(`/chat/c/${channelId}/t/bikes`);
    const focused = (name: string) =>
      page.evaluate((wanted) => {
        const element = document.activeElement!;
        return (element.ariaLabel ?? element.textContent ?? '').startsWith(wanted);
      }, name);
    /** Presses a key until what is called so has the focus. */
    const pressUntil = async (key: string, name: string) => {
      for (let step = 0; step < 30 && !(await focused(name)); step++) await page.keyboard.press(key);
      assert.ok(await focused(name), `${key} comes to ${name}`);
    };
    const choose = async (item: string) => {
      await row(first).focus(PATIENT);
      await pressUntil('Tab', 'More actions');
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Quote and reply' }).waitFor(PATIENT);
      await pressUntil('ArrowDown', item);
      await page.keyboard.press('Enter');
    };
    await choose('Report message');
    await page.getByRole('dialog', { name: 'Report this message' }).getByLabel('Reason').focus(PATIENT);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Not the place for it');
    await pressUntil('Tab', 'Report message');
    await page.keyboard.press('Enter');
    await page.getByText('Reported to the moderators.').waitFor(PATIENT);
    const asked = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['channel', desk]] };
    assert.match((await world.must(owner.get('/messages', asked))).messages[0].content, /Not the place for it/);
    // Whose messages are hidden, until one asks for this one.
    await choose('Mute Bo Baker');
    await row(first).getByText('Message from somebody you muted').waitFor(PATIENT);
    assert.equal(await row(first).getByText('bikes').count(), 0);
    await row(first).focus();
    await pressUntil('Tab', 'Show message');
    await page.keyboard.press('Enter');
    await row(first).getByText('bikes').waitFor(PATIENT);
    const muted = async () =>
      (await world.must(owner.post('/register', { fetch_event_types: ['muted_users'] }))).muted_users.length;
    await world.until('one is muted', async () => (await muted()) === 1);
    await choose('Unmute Bo Baker');
    await world.until('nobody is muted', async () => (await muted()) === 0);
  });

  test('a long press opens the menu of a message; a tap has it too, and a finger that scrolls does not', async () => {
    const phone = await world.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const tab = await world.open(phone, `/chat/c/${channelId}/t/bikes`);
    const message = tab.locator(`[data-message="${first}"]`);
    await message.waitFor(PATIENT);
    const session = await phone.newCDPSession(tab);
    const box = (await message.locator('.message-text').boundingBox())!;
    const [x, y] = [Math.round(box.x + 40), Math.round(box.y + box.height / 2)];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] });
    const item = tab.getByRole('menuitem', { name: 'Mute Bo Baker' });
    await touch('touchStart', y);
    for (const at of [y + 15, y + 30]) await touch('touchMove', at);
    await new Promise((settle) => setTimeout(settle, 700));
    assert.equal(await item.isVisible(), false);
    await touch('touchEnd');
    await touch('touchStart', y);
    await item.waitFor(PATIENT);
    await touch('touchEnd');
    // The lifted finger leaves it open.
    await tab.evaluate(() => new Promise((settle) => setTimeout(settle, 100)));
    await item.waitFor(PATIENT);
    assert.equal(await tab.evaluate(() => getSelection()?.toString()), '');
    assert.deepEqual(await accessibilityProblems(tab), []);
    await takePicture(tab, 'chat-long-press');
    await tab.getByRole('menuitem', { name: 'Star message' }).tap(PATIENT);
    await world.until('the star', async () =>
      (await world.must(owner.get(`/messages/${first}`))).message.flags.includes('starred'),
    );
    // The tools of the message that has the focus cover nothing of its own, however long the name is.
    const full_name = 'Bo Baker of the Night Shift at the Northern Gate';
    await world.must(owner.patch(`/users/${bo.id}`, { full_name }));
    await message.getByRole('button', { name: full_name }).waitFor(PATIENT);
    await message.focus(PATIENT);
    await message.locator('.message-tools').waitFor(PATIENT);
    assert.deepEqual(await message.evaluate(coveredParts), []);
    await phone.close();
  });
});

/** In the page: the parts of a message that something else lies over, in part or whole. */
function coveredParts(message: Element): string[] {
  const isCovered = (part: Element) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    // Corners may be round.
    const ends = [left + 5, (left + right) / 2, right - 5].flatMap((x) => [
      [x, top + 3],
      [x, bottom - 3],
    ]);
    return ends.some(([x, y]) => !part.contains(document.elementFromPoint(x!, y!)));
  };
  return [...message.querySelectorAll('.message-sender, .message-head time, .message-html')]
    .filter(isCovered)
    .map((part) => part.className);
}
