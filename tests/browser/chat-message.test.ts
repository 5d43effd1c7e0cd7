import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import type { CreatedOrganization } from '../../src/cli/organizations.ts';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient, until } from '../harness/clients.ts';
import { INJECTIONS } from '../harness/injections.ts';
import { makeChannel, makePerson, type Person } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';
import { countUnsentActions } from '../harness/unsent-actions.ts';

const PASSWORD = 'correct horse battery staple';
const PATIENT = { timeout: 30_000 };

describe('a message', { skip: withoutBrowser, timeout: 900_000 }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let organization: CreatedOrganization;
  let owner: ChatClient;
  let bo: Person;
  let channelId: number;
  let profile: BrowserContext;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    organization = await server.organization();
    owner = new ChatClient(organization.chat);
    const { user_id: ownId } = (await owner.get('/users/me')).json;
    bo = await makePerson(server, organization, { name: 'Bo Baker' });
    channelId = await makeChannel(server, organization.organization_id, {
      name: 'night shift',
      subscribers: [ownId, bo.id],
    });
    profile = await chromium.profile({
      baseURL: server.url,
      viewport: { width: 1280, height: 900 },
      serviceWorkers: 'block',
    });
    await profile.grantPermissions(['clipboard-read', 'clipboard-write']);
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

  const row = (page: Page, id: number) => page.locator(`[data-message="${id}"]`);
  const stored = async (id: number) => (await owner.get(`/messages/${id}`)).json.message;

  async function choose(page: Page, id: number, item: string): Promise<void> {
    await row(page, id).hover(PATIENT);
    await row(page, id).getByRole('button', { name: 'More actions' }).click(PATIENT);
    await page.getByRole('menuitem', { name: item }).click(PATIENT);
  }

  /** Waits until nothing unsent is on the disk: the page that comes next would send it once more. */
  const untilAnswered = (page: Page) =>
    until(async () => (await countUnsentActions(page)) === 0, 'the answer to be noted', 100);

  async function picture(name: string): Promise<string> {
    const bytes = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#2a6' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('filename', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
    const answer = await fetch(`${server.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${bo.email}:${bo.client.key}`).toString('base64')}` },
      body: form,
    });
    const { url, uri } = (await answer.json()) as { url?: string; uri?: string };
    return (url ?? uri)!;
  }

  test('texts are shown as they are meant: mentions, spoilers, code, tables, times, links that stay in the house', async () => {
    const topic = 'shapes';
    await say(bo.client, 'over there', 'bikes');
    const mention = await say(bo.client, 'Hello @**all**, see #**night shift>bikes** :bike:', topic);
    const spoiler = await say(bo.client, '```spoiler Who won?\nThe blue team\n```', topic);
    const code = await say(bo.client, '```python\nprint("x")\n```', topic);
    const long = await say(bo.client, `\`\`\`\nx = ${'stop + '.repeat(80)}\n\`\`\``, topic);
    const arabic = await say(bo.client, `كود\n\n\`\`\`\nx = ${'stop + '.repeat(80)}\n\`\`\``, topic);
    const table = await say(bo.client, '| a | b |\n|:--|--:|\n| 1 | 2 |', topic);
    const time = await say(bo.client, '<time:2026-07-01T20:00:00Z> $$x^2$$', topic);
    const outside = await say(bo.client, 'https://example.com/', topic);
    const page = await open(`/chat/c/${channelId}/t/${topic}`);
    assert.equal(await row(page, mention).locator('.own-mention').textContent(), '@all');
    assert.equal(await row(page, mention).locator('.emoji').textContent(), '🚲');
    const hidden = row(page, spoiler).getByText('The blue team');
    assert.equal(await hidden.isVisible(), false);
    await row(page, spoiler).getByRole('button', { name: 'Spoiler' }).click(PATIENT);
    assert.ok(await hidden.isVisible());
    await row(page, code).hover();
    await row(page, code).getByRole('button', { name: 'Copy code' }).click(PATIENT);
    await page.getByText('Code copied.').waitFor(PATIENT);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'print("x")\n');
    // A long line scrolls until it is wrapped.
    const lines = row(page, long).locator('.codehilite pre');
    const scrolls = () => lines.evaluate((each) => each.scrollWidth > each.clientWidth);
    assert.equal(await scrolls(), true);
    await row(page, long).hover();
    const wrap = row(page, long).getByRole('button', { name: 'Wrap long lines' });
    await wrap.click(PATIENT);
    assert.deepEqual([await scrolls(), await wrap.getAttribute('aria-pressed')], [false, 'true']);
    await takePicture(page, 'chat-message-wrapped');
    await wrap.click(PATIENT);
    assert.deepEqual([await scrolls(), await wrap.getAttribute('aria-pressed')], [true, 'false']);
    await wrap.click(PATIENT);
    // Code begins at its left end in a text from right to left too.
    const isCodeAtItsBegin = await row(page, arabic)
      .locator('.codehilite code')
      .evaluate((each) => {
        const { left } = each.closest('.codehilite')!.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(each);
        return (
          getComputedStyle(each.closest('.message-html')!).direction === 'rtl' &&
          range.getBoundingClientRect().left > left
        );
      });
    assert.ok(isCodeAtItsBegin);
    assert.equal(await row(page, table).locator('td.align-right').textContent(), '2');
    assert.match((await row(page, time).locator('.message-html time').textContent()) ?? '', /1 Jul 2026.*8:00/);
    assert.equal(await row(page, time).locator('math').count(), 1);
    assert.equal(await page.locator('.message-html [style]').count(), 0, 'no style attribute comes from a text');
    const link = row(page, outside).locator('.message-html a').first();
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
    assert.equal(await link.getAttribute('target'), '_blank');
    assert.deepEqual(await accessibilityProblems(page), []);
    await takePicture(page, 'chat-message-shapes');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await row(page, mention).locator('.stream-topic').click(PATIENT);
    await page.getByText('over there').waitFor(PATIENT);
    assert.ok(await page.evaluate(() => 'isSamePage' in window), 'without loading the page anew');
    await page.close();
  });

  test('pictures have their room before they come, and are seen in full size', async () => {
    const [first, second] = [await picture('gate.png'), await picture('van.png')];
    const one = await say(bo.client, `[gate.png](${first})`, 'pictures');
    const two = await say(bo.client, `[van.png](${second})`, 'pictures');
    await until(async () => !(await stored(two)).content.includes('image-loading-placeholder'), 'the previews', 100);
    const page = await profile.newPage();
    await page.route('**/user_uploads/thumbnail/**', (route) => new Promise(() => void route));
    await page.goto(`/chat/c/${channelId}/t/pictures`);
    const image = row(page, one).locator('.message_inline_image img');
    await image.waitFor(PATIENT);
    const { width, height } = (await image.boundingBox())!;
    assert.deepEqual([Math.round(width), Math.round(height)], [420, 280]);
    await page.close();
    const seen = await open(`/chat/c/${channelId}/t/pictures`);
    await row(seen, one).locator('a[data-command=show-picture]').click(PATIENT);
    const box = seen.getByRole('dialog');
    await box.getByText('gate.png').waitFor(PATIENT);
    await seen.keyboard.press('ArrowRight');
    await box.getByText('van.png').waitFor(PATIENT);
    await seen.keyboard.press('+');
    await seen.waitForFunction(
      () => document.querySelector<HTMLElement>('.lightbox-stage img')?.style.width === '150%',
    );
    assert.deepEqual(await accessibilityProblems(seen), []);
    await takePicture(seen, 'chat-lightbox');
    await seen.keyboard.press('Escape');
    await box.waitFor({ ...PATIENT, state: 'detached' });
    await seen.close();
  });

  test('the menu of a message: move, resolve, unread from here, source, who reacted, remind, delete', async () => {
    const topic = 'menu';
    const first = await say(bo.client, 'the **first**', topic);
    const second = await say(bo.client, 'the second', topic);
    const page = await open(`/chat/c/${channelId}/t/${topic}`);
    await until(async () => (await stored(second)).flags.includes('read'), 'both are read', 100);
    await choose(page, first, 'Mark as unread from here');
    await until(async () => !(await stored(first)).flags.includes('read'), 'unread again', 100);

    await choose(page, first, 'View source');
    assert.equal(await page.getByRole('textbox', { name: 'Source of the message' }).inputValue(), 'the **first**');
    await page.keyboard.press('Escape');

    await row(page, first).focus();
    await page.keyboard.press(':');
    await page.getByRole('searchbox', { name: 'Search emoji' }).fill('tada');
    await page.getByRole('button', { name: 'tada', exact: true }).waitFor(PATIENT);
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByRole('searchbox', { name: 'Search emoji' }).press('Enter');
    await row(page, first).locator('.emoji-pill').waitFor(PATIENT);
    await choose(page, first, 'See who reacted');
    await page.getByRole('dialog').getByText('Olive Owner').waitFor(PATIENT);
    await page.keyboard.press('Escape');

    await choose(page, first, 'Remind me');
    await page.getByRole('button', { name: 'Remind me', exact: true }).click(PATIENT);
    await page.getByText(/We’ll remind you/).waitFor(PATIENT);
    assert.equal((await owner.get('/reminders')).json.reminders.length, 1);

    assert.ok(!(await stored(first)).flags.includes('read'), 'it stays unread as long as it is on screen');

    await choose(page, second, 'Move message');
    await page.getByLabel('Topic', { exact: true }).fill('elsewhere');
    await page.getByLabel('Which messages').selectOption('change_one');
    await page.getByRole('button', { name: 'Move messages' }).click(PATIENT);
    await row(page, second).waitFor({ ...PATIENT, state: 'detached' });
    await until(async () => (await stored(second)).subject === 'elsewhere', 'the move', 100);
    await page.getByRole('button', { name: 'Go there' }).click(PATIENT);
    await page.locator(`[data-message="${second}"].target`).waitFor(PATIENT);

    await choose(page, second, 'Mark topic as resolved');
    await until(async () => (await stored(second)).subject === '✔ elsewhere', 'the topic being resolved', 100);
    await untilAnswered(page);
    await page.goto(`/chat/c/${channelId}/t/${topic}`);
    // A message that is read and deleted in the same moment is refused to whoever is later.
    await until(async () => (await stored(first)).flags.includes('read'), 'it is read', 100);
    await choose(page, first, 'Delete message');
    await page.getByRole('button', { name: 'Delete message' }).click(PATIENT);
    await row(page, first).waitFor({ ...PATIENT, state: 'detached' });
    // The row goes at once, the message with the server's answer.
    await until(async () => (await owner.get(`/messages/${first}`)).status === 400, 'the deletion', 100);
    await untilAnswered(page);
    await page.close();
  });

  test('link and text of a message are copied; a person is muted and a message reported from its menu', async () => {
    const { user_id: ownId } = (await owner.get('/users/me')).json;
    const moderation = await makeChannel(server, organization.organization_id, {
      ...{ name: 'moderation', subscribers: [ownId], inviteOnly: true },
    });
    const set = await owner.patch('/realm', { moderation_request_channel_id: moderation });
    assert.equal(set.status, 200, set.text);
    const id = await say(bo.client, 'some **words**', 'reported');
    const page = await open(`/chat/c/${channelId}/t/reported`);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await choose(page, id, 'Copy text');
    await page.getByText('Text copied.').waitFor(PATIENT);
    assert.equal(await clipboard(), 'some words');
    await choose(page, id, 'Copy link to message');
    await page.getByText('Link copied.').waitFor(PATIENT);
    assert.equal(await clipboard(), `${server.url}/chat/c/${channelId}-night-shift/t/reported/near/${id}`);
    await choose(page, id, 'Report message');
    await page.getByLabel('Reason').selectOption('other');
    await page.getByRole('button', { name: 'Report message' }).click(PATIENT);
    await page.getByText('Please explain the reason.').waitFor(PATIENT);
    await page.getByLabel('Explanation').fill('It is an advertisement');
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByRole('button', { name: 'Report message' }).click(PATIENT);
    await page.getByText('Reported to the moderators.').waitFor(PATIENT);
    const narrow = [['channel', moderation]];
    const asked = { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false };
    const [report] = (await owner.get('/messages', asked)).json.messages;
    assert.match(report.content, /It is an advertisement/);
    assert.match(report.content, /some \*\*words\*\*/);
    await choose(page, id, 'Mute Bo Baker');
    await row(page, id).getByText('Message from somebody you muted').waitFor(PATIENT);
    await row(page, id).getByRole('button', { name: 'Show message' }).click(PATIENT);
    await row(page, id).getByText('words').waitFor(PATIENT);
    // What the page has no answer for yet, the next one sends again.
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && response.url().includes('/muted_users/'),
      PATIENT,
    );
    await choose(page, id, 'Unmute Bo Baker');
    await (await answered).finished();
    await page.getByText('Bo Baker is no longer muted.').waitFor(PATIENT);
    await page.close();
  });

  test('a part that fails says so; the rest of the page works, and the part once it can', async () => {
    const topic = 'broken';
    const id = await say(bo.client, 'still there', topic);
    const page = await profile.newPage();
    // As if a later server had left out what this page reads.
    const leaveOut = async (route: Route) => {
      const response = await route.fetch();
      const answer = await response.json();
      for (const each of answer.messages) delete each.reactions;
      await route.fulfill({ response, json: answer });
    };
    await page.route('**/api/v1/messages?*', leaveOut);
    await page.goto(`/chat/c/${channelId}/t/${topic}`);
    await page.getByText('This part of the page failed.').waitFor(PATIENT);
    assert.match(chromium.takeComplaints().join(), /TypeError/);
    // Nothing of it is stored when the page is hidden, so that the next visit does not begin with it.
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.getByRole('link', { name: 'Drafts' }).click(PATIENT);
    await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor(PATIENT);
    await page.unroute('**/api/v1/messages?*', leaveOut);
    await page.goto(`/chat/c/${channelId}/t/${topic}`);
    await row(page, id).waitFor(PATIENT);
    await page.close();
  });

  test('texts that would run or load something are texts, also where the server let them through', async () => {
    const topic = '<img src=x onerror="document.title=1">';
    const id = await say(bo.client, INJECTIONS.join('\n\n'), topic);
    const foreign: string[] = [];
    const page = await profile.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !/^(?:data|blob):/.test(request.url())) foreign.push(request.url());
    });
    await page.goto(`/chat/c/${channelId}/t/${encodeURIComponent(topic)}`);
    await row(page, id).waitFor(PATIENT);
    const title = await page.title();
    // A server that cleaned nothing.
    let number = 0;
    await page.route('**/api/v1/messages?**', async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      for (const message of json.messages) {
        message.content = INJECTIONS.join('');
        message.sender_full_name = INJECTIONS[number++ % INJECTIONS.length];
      }
      await route.fulfill({ response: answer, json });
    });
    await page.goto(`/chat/c/${channelId}/near/${id}`);
    await row(page, id).waitFor(PATIENT);
    // Each picture has come or failed, so whatever hangs on that has run.
    await page.evaluate(() =>
      Promise.all(
        [...document.images].map(
          (image) =>
            image.complete ||
            new Promise((settle) => {
              image.addEventListener('load', settle);
              image.addEventListener('error', settle);
            }),
        ),
      ),
    );
    assert.deepEqual(foreign, []);
    assert.notEqual(await page.title(), '1');
    assert.notEqual(title, '1');
    assert.equal(
      await page.locator('.message-html :is(script, iframe, form, svg:not(.icon), object, embed, style)').count(),
      0,
    );
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
    // Pictures of the list that this server does not have.
    const others = chromium.takeComplaints().filter((each) => !/status of 404/.test(each));
    assert.deepEqual(others, []);
  });
});
