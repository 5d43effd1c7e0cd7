import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page, Request } from 'playwright-core';
import type { SettingName } from '../../web/shared/user-settings/table.ts';
import { Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { look } from '../harness/look.ts';
import { animatedGif } from '../harness/pictures.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const OPTIONS = { skip: withoutBrowser, timeout: 600_000 };

let server: Awaited<ReturnType<typeof startTestServer>>;
let chromium: Chromium;
let home: TestConsole;
let profile: BrowserContext;
/** Whoever looks at the page, and somebody who writes and reacts. */
let own: ChatClient;
let pat: { client: ChatClient; userId: number };
let garage: number;

before(async () => {
  if (withoutBrowser) return;
  [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  home = await TestConsole.start(server, chromium);
  own = new ChatClient(home.organization.chat);
  const [email, password] = ['pat@example.com', 'correct horse battery staple'];
  const { user_id: userId } = await home.must(own.post('/users', { email, full_name: 'Pat Fern', password }));
  const { api_key } = await home.must(own.post('/fetch_api_key', { username: email, password }));
  pat = { client: new ChatClient({ site: own.site, email, api_key }), userId };
  const principals = [home.organization.chat.user_id, userId];
  await home.must(own.post('/users/me/subscriptions', { subscriptions: [{ name: 'garage' }], principals }));
  garage = (await home.must(own.get('/get_stream_id', { stream: 'garage' }))).stream_id;
  profile = await home.signedIn();
});

after(async () => {
  await chromium?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

const set = (settings: Partial<Record<SettingName, unknown>>) => home.must(own.patch('/settings', settings));

const send = async (topic: string, content: string): Promise<number> =>
  (await home.must(pat.client.post('/messages', { type: 'channel', to: garage, topic, content }))).id;

const markPage = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { isSamePage: true }));
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in globalThis);

async function upload(name: string, type: string, content: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(content)], name, { type }));
  const { email, api_key } = home.organization.chat;
  const answer = await fetch(`${own.site}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${email}:${api_key}`)}` },
    body: form,
  });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { url: string }).url;
}

test('reactions with names, emoji as texts, the list of people', OPTIONS, async () => {
  const id = await send('lift', 'It moves again :tada:');
  const react = (client: ChatClient, emoji_name: string) =>
    home.must(client.post(`/messages/${id}/reactions`, { emoji_name }));
  await react(pat.client, 'thumbs_up');
  await react(own, 'thumbs_up');
  await home.must(
    pat.client.post('/users/me/status', {
      ...{ status_text: 'Under the van', emoji_name: 'wrench', emoji_code: '1f527', reaction_type: 'unicode_emoji' },
    }),
  );
  const page = await home.open(profile, `/chat/c/${garage}/t/lift`);
  await markPage(page);
  const pill = page.locator('.emoji-pill').first();
  const words = () => pill.locator('span').last().textContent(PATIENT);
  await home.until('names', async () => (await words()) === 'You and Pat Fern');
  await look(page, 'chat-reaction-names');
  await set({ display_emoji_reaction_users: false });
  await home.until('the count', async () => (await words()) === '2');
  await set({ display_emoji_reaction_users: true });
  await home.until('names', async () => (await words()) === 'You and Pat Fern');
  // The fourth reaction of a message is one too many for names.
  await react(pat.client, 'heart');
  await react(own, 'heart');
  await home.until('the count', async () => (await words()) === '2');

  const text = page.locator(`[data-message="${id}"] .message-html`);
  assert.equal(await text.textContent(), 'It moves again 🎉');
  const people = page.getByRole('complementary', { name: 'People' });
  if (!(await people.isVisible())) await page.keyboard.press('w');
  const line = people.getByRole('button', { name: /Pat Fern/ });
  await line.getByText('Under the van').waitFor(PATIENT);
  assert.equal(await line.locator('.avatar').count(), 1);
  await set({ emojiset: 'text', user_list_style: 2 });
  await line.locator('.avatar').waitFor({ state: 'detached', ...PATIENT });
  await line.getByText('Under the van').waitFor(PATIENT);
  await line.getByText(':wrench:').waitFor(PATIENT);
  await home.until('text', async () => (await text.textContent()) === 'It moves again :tada:');
  assert.match((await pill.textContent())!, /^:\+1:|^:thumbs_up:/);
  await look(page, 'chat-emoji-as-text');
  await set({ user_list_style: 1 });
  await line.getByText('Under the van').waitFor({ state: 'detached', ...PATIENT });
  // The status is the name of its emoji, however that is drawn.
  assert.equal(await line.getByText(':wrench:').getAttribute('aria-label'), 'Under the van');
  await set({ emojiset: 'google', user_list_style: 3 });
  await home.until('a picture', async () => (await text.textContent()) === 'It moves again 🎉');
  await line.locator('.avatar').waitFor(PATIENT);

  // Where there is little room, the list lies above the messages: from the side of choice.
  await page.setViewportSize({ width: 1000, height: 800 });
  await people.waitFor({ state: 'detached', ...PATIENT });
  await page.keyboard.press('w');
  await people.waitFor(PATIENT);
  const start = () => people.evaluate((each) => each.getBoundingClientRect().left);
  assert.ok((await start()) > 500);
  await set({ left_side_userlist: true });
  await home.until('the people on the left', async () => (await start()) === 0);
  await takePicture(page, 'chat-people-left');
  await set({ left_side_userlist: false });
  await home.until('the people on the right', async () => (await start()) > 500);
  assert.equal(await isSamePage(page), true);
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('moving pictures move always, under the pointer, or never', OPTIONS, async () => {
  const url = await upload('wheel.gif', 'image/gif', await animatedGif(60, 40, 3));
  await home.must(own.post('/messages', { type: 'channel', to: garage, topic: 'wheel', content: `[wheel](${url})` }));
  const page = await home.open(profile, `/chat/c/${garage}/t/wheel`);
  await markPage(page);
  const picture = page.locator('.message-html img[data-animated]');
  await picture.waitFor(PATIENT);
  const above = page.locator('.message-html .moving-preview');
  const moves = async () =>
    /-anim\.webp$/.test((await picture.getAttribute('src'))!) ||
    ((await above.count()) > 0 && (await above.isVisible()));
  assert.equal(await moves(), false);
  // The still one is a picture of its own.
  await home.until('it to be shown', () => picture.evaluate((each) => (each as HTMLImageElement).naturalWidth > 0));
  await picture.hover(PATIENT);
  await home.until('it to move', moves);
  const isLoaded = () => above.evaluate((each) => (each as HTMLImageElement).naturalWidth > 0);
  await home.until('the moving one to be shown', isLoaded);
  await takePicture(page, 'chat-moving-picture');
  await page.mouse.move(2, 2);
  await home.until('it to stand still', async () => !(await moves()));
  await set({ web_animate_image_previews: 'always' });
  await home.until('it to move', moves);
  await set({ web_animate_image_previews: 'never' });
  await home.until('it to stand still', async () => !(await moves()));
  await picture.hover(PATIENT);
  assert.equal(await moves(), false);
  await set({ web_animate_image_previews: 'on_hover' });
  await page.mouse.move(2, 2);
  // By keyboard too: the message's stops are reached by Tab.
  await page.locator('.message-html a:has(img[data-animated])').focus();
  await home.until('it to move', moves);
  assert.equal(await isSamePage(page), true);
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('a channel opens with its feed, its topics, the top or the top unread topic', OPTIONS, async () => {
  const subscriptions = [{ name: 'ramp' }];
  const principals = [home.organization.chat.user_id, pat.userId];
  await home.must(own.post('/users/me/subscriptions', { subscriptions, principals }));
  const { stream_id: ramp } = await home.must(own.get('/get_stream_id', { stream: 'ramp' }));
  const say = (topic: string, client = pat.client) =>
    home.must(
      client.post('/messages', {
        ...{ type: 'channel', to: ramp, topic, content: `about ${topic}` },
        ...(client === own && { read_by_sender: true }),
      }),
    );
  await say('salt', own);
  await say('noise', own);
  await home.must(own.post('/user_topics', { stream_id: ramp, topic: 'noise', visibility_policy: 1 }));
  const page = await home.open(profile, '/chat/inbox');
  await markPage(page);
  const left = page.getByRole('navigation', { name: 'Views and conversations' });
  const row = left.getByRole('link', { name: /^ramp/ });
  const opens = async (end: string) => {
    await row.click(PATIENT);
    await page.waitForURL(`**/chat/c/${ramp}-ramp${end}`, PATIENT);
    await page.keyboard.press('Shift+I');
    await page.waitForURL('**/chat/inbox', PATIENT);
  };
  const scheme = (which: string) =>
    home.until('the settings', () => page.evaluate((is) => document.documentElement.dataset.scheme === is, which));
  await opens('');
  await set({ web_channel_default_view: 3, color_scheme: 2 });
  await scheme('dark');
  await opens('/topics');
  // Muted topics are not what one looks for.
  await set({ web_channel_default_view: 1, color_scheme: 3 });
  await scheme('light');
  await opens('/t/salt');
  await set({ web_channel_default_view: 4, color_scheme: 2 });
  await scheme('dark');
  await say('ice');
  await say('gravel', own);
  await left.getByRole('link', { name: 'ramp 1 unread' }).waitFor(PATIENT);
  await opens('/t/ice');
  // Nothing is unread, so the newest is next.
  await home.must(own.post('/mark_topic_as_read', { stream_id: ramp, topic_name: 'ice' }));
  await left.getByRole('link', { name: 'ramp', exact: true }).waitFor(PATIENT);
  await opens('/t/gravel');
  // By keyboard from the filter alike; the link itself stays one of the feed.
  await page.keyboard.press('q');
  await page.keyboard.type('ramp');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/chat/c/${ramp}-ramp/t/gravel`, PATIENT);
  assert.equal(await row.first().getAttribute('href'), `/chat/c/${ramp}-ramp`);
  // What was listed once stays when the server does not answer.
  await page.keyboard.press('Shift+I');
  await set({ web_channel_default_view: 3, color_scheme: 3 });
  await scheme('light');
  const unanswered = new Set<Request>();
  page.on('request', (request) => request.url().includes('/topics?') && unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  await opens('/topics');
  await home.until('each answer', async () => unanswered.size === 0);
  await page.route(`**/api/v1/users/me/${ramp}/topics*`, (route) => route.abort());
  await row.click(PATIENT);
  await page.getByRole('button', { name: 'Try again' }).waitFor(PATIENT);
  await page.locator('.topics-link').filter({ hasText: 'noise' }).waitFor(PATIENT);
  await set({ web_channel_default_view: 4, color_scheme: 2 });
  await scheme('dark');
  // A channel without a topic opens all the same; where the answer is long in coming, what is known here decides.
  await home.must(own.post('/users/me/subscriptions', { subscriptions: [{ name: 'bare' }] }));
  const { stream_id: bare } = await home.must(own.get('/get_stream_id', { stream: 'bare' }));
  await page.route(`**/api/v1/users/me/${bare}/topics*`, () => undefined);
  await left.getByRole('link', { name: 'bare' }).click(PATIENT);
  await page.waitForURL(new RegExp(`/chat/c/${bare}-bare`), PATIENT);
  assert.equal(await isSamePage(page), true);
  await page.close();
  chromium.takeComplaints();
  await set({ web_channel_default_view: 2, color_scheme: 1 });
});

test('after a draft was sent, one is in its conversation, or may go there', OPTIONS, async () => {
  const draft = (content: string) => ({ ...{ type: 'stream', to: [garage], topic: 'lunch', timestamp: 0 }, content });
  await home.must(own.post('/drafts', { drafts: [draft('I bring bread')] }));
  await set({ web_navigate_to_sent_message: false });
  const page = await home.open(profile, '/chat/drafts');
  await markPage(page);
  await page.getByRole('button', { name: 'Send now' }).click(PATIENT);
  await home.toast('Message sent.', page).waitFor(PATIENT);
  assert.match(page.url(), /\/chat\/drafts$/);
  await page.getByRole('button', { name: 'Open conversation' }).click(PATIENT);
  await page.waitForURL('**/t/lunch', PATIENT);
  await page.locator('.message-html').getByText('I bring bread').waitFor(PATIENT);
  await set({ web_navigate_to_sent_message: true });
  await home.must(own.post('/drafts', { drafts: [draft('And butter')] }));
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Drafts/ }).click(PATIENT);
  await page.getByRole('button', { name: 'Send now' }).click(PATIENT);
  await page.waitForURL('**/t/lunch', PATIENT);
  await page.locator('.message-html').getByText('And butter').waitFor(PATIENT);
  assert.equal(await isSamePage(page), true);
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('the time zone of the device is offered, once', OPTIONS, async () => {
  const elsewhere = await home.signedIn({ timezoneId: 'Europe/Berlin' });
  await set({ timezone: 'America/New_York', web_suggest_update_timezone: true });
  const page = await home.open(elsewhere, '/chat/inbox');
  const offer = page.getByRole('status').filter({ hasText: 'This device is in the time zone Europe/Berlin' });
  await offer.getByText('Your profile has America/New York.').waitFor(PATIENT);
  await look(page, 'chat-time-zone');
  // A browser that hides where it is says UTC, which is nobody's zone.
  const hidden = await home.signedIn({ timezoneId: 'UTC' });
  const there = await home.open(hidden, '/chat/inbox');
  const { user_id } = home.organization.chat;
  await home.must(pat.client.post('/messages', { type: 'direct', to: [user_id], content: 'Where are you?' }));
  // Both offers stand in one place, so this one shows that the other one would be there.
  await there.getByRole('status').filter({ hasText: 'notification' }).waitFor(PATIENT);
  assert.equal(await there.getByText('This device is in the time zone').count(), 0);
  await hidden.close();
  // A zone with the same clock is none that one notices.
  await set({ timezone: 'Europe/Vienna' });
  await offer.waitFor({ state: 'detached', ...PATIENT });
  await set({ timezone: 'America/New_York' });
  await offer.getByRole('button', { name: 'Change to Europe/Berlin' }).click(PATIENT);
  await home.toast('Your time zone is Europe/Berlin now.', page).waitFor(PATIENT);
  await offer.waitFor({ state: 'detached', ...PATIENT });
  const zone = async () => (await home.must(own.get(`/users/${home.organization.chat.user_id}`))).user.timezone;
  assert.equal(await zone(), 'Europe/Berlin');
  // Who does not want it has peace in this browser, and for good with the setting.
  await set({ timezone: 'America/New_York' });
  const second = await home.open(elsewhere, '/chat/inbox');
  const offerThere = second.getByRole('status').filter({ hasText: 'This device is in the time zone' });
  await offerThere.waitFor(PATIENT);
  await offer.getByRole('button', { name: 'Not now' }).click(PATIENT);
  await offer.waitFor({ state: 'detached', ...PATIENT });
  await offerThere.waitFor({ state: 'detached', ...PATIENT });
  await second.close();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await offer.getByRole('button', { name: 'Don’t suggest' }).click(PATIENT);
  await offer.waitFor({ state: 'detached', ...PATIENT });
  await page.goto('/chat/settings?at=web_suggest_update_timezone');
  const control = page.getByLabel('Suggest the time zone of the device');
  await control.waitFor(PATIENT);
  // The page opens with what lies on disk, which may be of a moment before.
  await home.until('it to be off', async () => !(await control.isChecked()));
  await elsewhere.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});
