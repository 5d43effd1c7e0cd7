import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { isStored } from '../harness/chat-disk.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { makeManyMessages } from '../harness/many-messages.ts';
import { makeChannel, makePerson, type Person } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';

const PASSWORD = 'correct horse battery staple';
const MANY = 5000;
/** Messages that the owner has read. */
const READ = 2500;
const PATIENT = { timeout: 20_000 };

/** Returns where the messages begin once that is the same in ten frames: the composer has become low again by then. */
function restingTops(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const tops = () => [...document.querySelectorAll('.message')].map((row) => row.getBoundingClientRect().top);
    let found = tops();
    for (let same = 0; same < 10; ) {
      await new Promise(requestAnimationFrame);
      const now = tops();
      same = String(now) === String(found) ? same + 1 : 0;
      found = now;
    }
    return found;
  });
}

describe('the list of messages', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let organization: CreatedOrganization;
  let owner: ChatClient;
  let bo: Person;
  let channelId: number;
  let ids: number[];
  let profile: BrowserContext;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    organization = await server.organization();
    owner = new ChatClient(organization.chat);
    const { user_id: ownId } = (await owner.get('/users/me')).json;
    bo = await makePerson(server, organization, { name: 'Bo Baker' });
    const { organization_id: organizationId } = organization;
    channelId = await makeChannel(server, organizationId, { name: 'night shift', subscribers: [ownId, bo.id] });
    ids = await makeManyMessages(server, {
      ...{ organizationId, channelId, topic: 'bikes', senderIds: [ownId, bo.id], count: MANY },
    });
    const marked = await owner.post('/messages/flags/narrow', {
      ...{ anchor: 'oldest', num_before: 0, num_after: READ, narrow: [], op: 'add', flag: 'read' },
    });
    assert.equal(marked.json.processed_count, READ, marked.text);
    profile = await chromium.profile({
      baseURL: server.url,
      viewport: { width: 1280, height: 900 },
      serviceWorkers: 'block',
    });
    const answer = await profile.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email: organization.chat.email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
  });

  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  async function open(path: string): Promise<Page> {
    const page = await profile.newPage();
    await page.goto(path);
    await page.locator('.message').first().waitFor(PATIENT);
    return page;
  }

  async function say(client: ChatClient, content: string, topic: string): Promise<number> {
    const answer = await client.post('/messages', { type: 'stream', to: channelId, topic, content });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.id;
  }

  /** Returns the painted top of a message: what changes above it is made up for within the frame. */
  const topOf = (page: Page, id: number) =>
    page.evaluate(async (which) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      await frame();
      await frame();
      return document.querySelector(`[data-message="${which}"]`)?.getBoundingClientRect().top;
    }, id);

  /** A message that begins and ends in the middle of the window. */
  const middleMessage = (page: Page) =>
    page.evaluate(() => {
      const found = [...document.querySelectorAll<HTMLElement>('.message')].find(
        (row) => row.getBoundingClientRect().top > 300,
      );
      return Number(found!.dataset.message);
    });

  const drawn = (page: Page) => page.locator('.message').count();

  test('opens where the unread begins, says so, and reads nothing that was not on screen', async () => {
    const page = await open(`/chat/c/${channelId}/t/bikes`);
    await page.locator('.unread-line').waitFor(PATIENT);
    const first = page.locator(`[data-message="${ids[READ]}"] .message-html`);
    assert.match((await first.textContent()) ?? '', new RegExp(`^number ${READ + 1}$`));
    const line = (await page.locator('.unread-line').boundingBox())!;
    assert.ok(line.y > 100 && line.y < 450, `the line is at ${line.y}`);
    assert.ok((await drawn(page)) <= 150, `${await drawn(page)} messages`);
    // The last of somebody else: own messages are read.
    const newest = ids[MANY - 4]!;
    const isRead = async (id: number) =>
      (await owner.get(`/messages/${id}`)).json.message.flags.includes('read') as boolean;
    await until(() => isRead(ids[READ]!), 'what was on screen is read', 100);
    assert.equal(await isRead(ids[READ + 400]!), false);
    assert.equal(await isRead(newest), false);
    await page.getByRole('button', { name: /new messages/ }).click(PATIENT);
    await page.locator(`[data-message="${newest}"]`).waitFor(PATIENT);
    await until(() => isRead(newest), 'the newest is read', 100);
    assert.equal(await isRead(ids[READ + 400]!), false, 'the leap over them reads none');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'chat-list-end');
    await page.close();
  });

  test('a page that nobody sees reads nothing; what is on it is read once it is seen', async () => {
    const topic = 'hidden';
    const id = await say(bo.client, 'who is there?', topic);
    const page = await profile.newPage();
    await page.addInitScript(() => {
      let isHidden = true;
      const document = Document.prototype;
      Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
      Object.defineProperty(document, 'hidden', { get: () => isHidden });
      Object.assign(window, {
        show: () => {
          isHidden = false;
          window.document.dispatchEvent(new Event('visibilitychange'));
        },
      });
    });
    await page.goto(`/chat/c/${channelId}/t/${topic}`);
    await page.locator(`[data-message="${id}"]`).waitFor(PATIENT);
    // A frame takes 16 ms: three times as long as a message must be in view.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame);
    });
    const isRead = async () => (await owner.get(`/messages/${id}`)).json.message.flags.includes('read') as boolean;
    assert.equal(await isRead(), false);
    await page.evaluate(() => (window as unknown as { show(): void }).show());
    await until(isRead, 'it is read', 100);
    await page.close();
  });

  test('pages up to the first message: what one reads moves by less than two pixels', async () => {
    const page = await open(`/chat/c/${channelId}/t/bikes/near/${ids[1200]}`);
    await page.locator(`[data-message="${ids[1200]}"].target`).waitFor(PATIENT);
    let loads = 0;
    let most = 0;
    for (let step = 0; step < 200; step++) {
      const isDone = await page.evaluate(() => document.querySelector('.message-begin') !== null);
      if (isDone) break;
      const { moved, rows, isLoaded } = await page.evaluate(async () => {
        const feed = document.querySelector<HTMLElement>('.message-feed')!;
        const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        feed.scrollTop -= 1500;
        await frame();
        await frame();
        const mark = [...document.querySelectorAll<HTMLElement>('.message')].find(
          (row) => row.getBoundingClientRect().top > 300,
        )!;
        const before = mark.getBoundingClientRect().top;
        // By its number: a row that is drawn anew is another element.
        const top = () =>
          document.querySelector(`[data-message="${mark.dataset.message}"]`)?.getBoundingClientRect().top ?? Number.NaN;
        const heightBefore = feed.scrollHeight;
        let farthest = 0;
        for (let waited = 0; waited < 20; waited++) {
          await frame();
          farthest = Math.max(farthest, Math.abs(top() - before));
          if (feed.getAttribute('aria-busy') !== 'true' && waited > 3) break;
        }
        return {
          moved: farthest,
          rows: document.querySelectorAll('.message').length,
          isLoaded: feed.scrollHeight - heightBefore > 1000,
        };
      });
      most = Math.max(most, moved);
      if (isLoaded) loads++;
      assert.ok(rows <= 150, `${rows} messages`);
    }
    assert.ok(await page.locator('.message-begin').isVisible(), 'the beginning is reached');
    assert.equal(await page.locator('.message .message-html').first().textContent(), 'number 1');
    assert.ok(loads >= 3, `${loads} loads`);
    assert.ok(most < 2, `moved by ${most} px`);
    // The browser's own search finds what is shown.
    const isFound = await page.evaluate(() => (window as unknown as { find(text: string): boolean }).find('number 3'));
    assert.ok(isFound);
    await page.close();
  });

  test('a reaction, an edit, a fold and a new message move nothing of what one reads', async () => {
    const topic = 'changes';
    const all: number[] = [];
    for (let number = 0; number < 60; number++) all.push(await say(bo.client, `message ${number}`, topic));
    const page = await open(`/chat/c/${channelId}/t/${topic}/near/${all[30]}`);
    await page.locator(`[data-message="${all[30]}"]`).waitFor(PATIENT);
    const mark = await middleMessage(page);
    const before = (await topOf(page, mark))!;
    const holds = async (what: string) => {
      const now = (await topOf(page, mark))!;
      assert.ok(Math.abs(now - before) < 2, `${what}: ${before} → ${now}`);
    };
    const above = all[all.indexOf(mark) - 3]!;
    const row = page.locator(`[data-message="${above}"]`);
    await bo.client.post(`/messages/${above}/reactions`, { emoji_name: 'tada' });
    await row.locator('.emoji-pill').waitFor(PATIENT);
    await holds('a reaction');
    const long = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n');
    await bo.client.patch(`/messages/${above}`, { content: long });
    await row.getByText('line 59').waitFor({ ...PATIENT, state: 'attached' });
    await row.getByRole('button', { name: 'Show more' }).waitFor({ ...PATIENT, state: 'attached' });
    await holds('an edit, folded');
    await row.locator('[data-fold]').evaluate((button: HTMLElement) => button.click());
    await row.getByRole('button', { name: 'Show less' }).waitFor({ ...PATIENT, state: 'attached' });
    await holds('unfolded');
    await say(bo.client, 'one more', topic);
    await page.getByRole('button', { name: /new message/ }).waitFor(PATIENT);
    await holds('a new message');
    await owner.delete(`/messages/${all[all.indexOf(mark) - 2]}`);
    await page.locator(`[data-message="${all[all.indexOf(mark) - 2]}"]`).waitFor({ ...PATIENT, state: 'detached' });
    await holds('a message less');
    // At the end, the newest comes into view by itself.
    await page.keyboard.press('End');
    await page.getByText('one more').waitFor(PATIENT);
    await say(bo.client, 'the very newest', topic);
    await page.getByText('the very newest').waitFor(PATIENT);
    await page.waitForFunction(() => {
      const feed = document.querySelector('.message-feed')!;
      return feed.scrollHeight - feed.clientHeight - feed.scrollTop < 4;
    });
    await page.close();
  });

  test('the keyboard goes from message to message, and into the one that has the focus', async () => {
    const topic = 'keys';
    const [first, second] = [
      await say(bo.client, 'first of all', topic),
      await say(bo.client, 'see https://example.com/a', topic),
    ];
    const page = await open(`/chat/c/${channelId}/t/${topic}`);
    const focused = () =>
      page.evaluate(() => Number(document.activeElement?.closest<HTMLElement>('[data-message]')?.dataset.message));
    assert.equal(await page.locator('.message[tabindex="0"]').count(), 1, 'one stop for Tab');
    await page.locator(`[data-message="${first}"]`).focus();
    await page.keyboard.press('j');
    await page.waitForFunction((id) => document.activeElement?.getAttribute('data-message') === String(id), second);
    const label = await page.evaluate(() => {
      const ids = document.activeElement!.getAttribute('aria-labelledby')!.split(' ');
      return ids.map((id) => document.getElementById(id)?.textContent?.trim());
    });
    assert.equal(label[0], 'Bo Baker');
    assert.match(label[1]!, /^see/);
    assert.match(label[2]!, /\d:\d\d/);
    const stops = new Set<string>();
    for (let tabs = 0; tabs < 5; tabs++) {
      await page.keyboard.press('Tab');
      assert.equal(await focused(), second);
      stops.add(
        await page.evaluate(
          () => document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.tagName,
        ),
      );
    }
    for (const stop of ['A', 'Add reaction', 'Quote and reply', 'Star']) assert.ok(stops.has(stop), [...stops].join());
    await page.locator(`[data-message="${second}"]`).focus();
    await page.keyboard.press('k');
    await page.waitForFunction((id) => document.activeElement?.getAttribute('data-message') === String(id), first);
    await page.keyboard.press('*');
    await page.locator(`[data-message="${first}"] .message-head > .icon`).waitFor(PATIENT);
    await page.keyboard.press('+');
    await page.locator(`[data-message="${first}"] .emoji-pill[aria-pressed=true]`).waitFor(PATIENT);
    await page.locator(`[data-message="${first}"] .emoji-pill`).click(PATIENT);
    await page.locator(`[data-message="${first}"] .emoji-pill`).waitFor({ ...PATIENT, state: 'detached' });
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.close();
  });

  test('what is sent is in the list at once, and becomes firm in the same row without a movement', async () => {
    const topic = 'sent';
    await say(bo.client, 'before it', topic);
    const page = await open(`/chat/c/${channelId}/t/${topic}`);
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/api/v1/messages', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('textbox', { name: /^Message/ }).fill('on its **way**');
    // It is there when the next frame is painted.
    const isThere = await page.getByRole('button', { name: 'Send', exact: true }).evaluate(async (button) => {
      (button as HTMLElement).click();
      await new Promise(requestAnimationFrame);
      await new Promise((painted) => setTimeout(painted));
      return document.querySelector('.message.waiting') !== null;
    });
    assert.ok(isThere);
    const waiting = await page.locator('.message.waiting').elementHandle(PATIENT);
    const before = await restingTops(page);
    go();
    await page.waitForFunction((row) => !row!.classList.contains('waiting'), waiting, PATIENT);
    assert.ok(await waiting!.evaluate((row) => row.isConnected), 'the same row');
    await page.locator('.message strong', { hasText: 'way' }).waitFor(PATIENT);
    assert.deepEqual(await restingTops(page), before);
    await page.close();
  });

  test('what is sent before the page has an event queue stays one row', async () => {
    const topic = 'early';
    await say(bo.client, 'before it', topic);
    const address = `/chat/c/${channelId}/t/${topic}`;
    const earlier = await open(address);
    await until(() => earlier.evaluate(isStored, 'state'), 'a copy on disk', 100);
    await earlier.close();
    const { promise: mayRegister, resolve: letRegister } = Promise.withResolvers<void>();
    const page = await profile.newPage();
    await page.route('**/api/v1/register*', async (route) => {
      await mayRegister;
      await route.continue();
    });
    await page.goto(address);
    await page.getByText('before it').waitFor(PATIENT);
    await page.getByRole('textbox', { name: /^Message/ }).fill('on **foot**');
    await page.getByRole('button', { name: 'Send', exact: true }).click(PATIENT);
    const sent = page.locator('.message', { hasText: 'foot' });
    const row = await sent.elementHandle(PATIENT);
    await page.waitForFunction((each) => !each!.classList.contains('waiting'), row, PATIENT);
    letRegister();
    await page.locator('.message strong', { hasText: 'foot' }).waitFor(PATIENT);
    assert.ok(await row!.evaluate((each) => each.isConnected), 'the same row');
    assert.equal(await sent.count(), 1);
    await page.close();
  });

  test('new messages are announced politely, at most one sentence in three seconds', async () => {
    const topic = 'announced';
    await say(bo.client, 'before', topic);
    const page = await open(`/chat/c/${channelId}/t/${topic}`);
    for (let number = 0; number < 3; number++) await say(bo.client, `later ${number}`, topic);
    await page
      .getByRole('status')
      .filter({ hasText: '3 new messages from Bo Baker' })
      .waitFor({ ...PATIENT, state: 'attached' });
    await page.close();
  });
});
