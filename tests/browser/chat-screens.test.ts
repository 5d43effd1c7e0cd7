import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { look } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const OPTIONS = { skip: withoutBrowser, timeout: 600_000 };

let server: Awaited<ReturnType<typeof startTestServer>>;
/** Whether it still runs: the last test looks at the page without it. */
let isServing = true;
let chromium: Chromium;
let home: TestConsole;
let profile: BrowserContext;
/** Whoever looks at the page, and somebody who writes to them. */
let own: ChatClient;
let pat: { client: ChatClient; userId: number };
const channels: Record<string, number> = {};

before(async () => {
  if (withoutBrowser) return;
  [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  home = await TestConsole.start(server, chromium);
  own = new ChatClient(home.organization.chat);
  pat = await person('pat@example.com', 'Pat Fern');
  const { user_id: ownId } = await home.must(own.get('/users/me'));
  for (const name of ['night shift', 'garage', 'canteen']) {
    await home.must(
      own.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [ownId, pat.userId] }),
    );
    channels[name] = (await home.must(own.get('/get_stream_id', { stream: name }))).stream_id;
  }
  profile = await home.signedIn();
});

after(async () => {
  await chromium?.[Symbol.asyncDispose]();
  if (isServing) await server?.[Symbol.asyncDispose]();
});

async function person(email: string, name: string) {
  const password = 'correct horse battery staple';
  const { user_id: userId } = await home.must(own.post('/users', { email, full_name: name, password }));
  const { api_key } = await home.must(own.post('/fetch_api_key', { username: email, password }));
  return { client: new ChatClient({ site: own.site, email, api_key }), userId };
}

const send = async (channel: string, topic: string, content: string) =>
  (await home.must(pat.client.post('/messages', { type: 'channel', to: channels[channel], topic, content })))
    .id as number;

test(
  'the inbox shows what is unread by conversation, is worked off by keys, and is empty in the end',
  OPTIONS,
  async () => {
    await send('night shift', 'bikes', 'The van is back');
    await send('night shift', 'keys', 'Who has the keys?');
    await send('garage', 'lift', 'The lift is stuck');
    const { user_id: ownId } = await home.must(own.get('/users/me'));
    await home.must(pat.client.post('/messages', { type: 'direct', to: [ownId], content: 'Are you there?' }));
    const page = await home.open(profile, '/chat');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor(PATIENT);
    await page.getByRole('link', { name: 'Pat Fern 1 unread' }).first().waitFor(PATIENT);
    assert.match(await page.title(), /^\(\d+\) Inbox/);
    const left = page.getByRole('navigation', { name: 'Views and conversations' });
    await left.getByRole('link', { name: 'night shift 2 unread' }).waitFor(PATIENT);
    await look(page, 'chat-inbox');
    // The first row has the focus; Enter opens what the arrows chose.
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Direct messages' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/chat/dm/${pat.userId}`, PATIENT);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/chat/inbox', PATIENT);
    // The next unread topics, by the order of the left side.
    await page.keyboard.press('n');
    await page.waitForURL(`**/chat/c/${channels.garage}-garage/t/lift`, PATIENT);
    await page.keyboard.press('n');
    await page.waitForURL(`**/chat/c/${channels['night shift']}-night-shift/t/keys`, PATIENT);
    await page.keyboard.press('n');
    await page.waitForURL(`**/chat/c/${channels['night shift']}-night-shift/t/bikes`, PATIENT);
    await page.keyboard.press('Shift+I');
    await page.waitForURL('**/chat/inbox', PATIENT);
    await page.getByRole('button', { name: 'Mark all as read' }).click(PATIENT);
    await page.getByRole('heading', { name: 'You have read everything' }).waitFor(PATIENT);
    // Whoever joined within a week is led to picture, status and first message, until that is done or hidden.
    const steps = page.getByRole('region', { name: 'Your first week here' });
    await steps.getByRole('button', { name: 'Write a first message' }).waitFor(PATIENT);
    assert.equal(await steps.getByRole('link', { name: 'Add a picture' }).getAttribute('href'), '/chat/settings');
    await look(page, 'chat-inbox-empty');
    await home.must(own.post('/users/me/status', { status_text: 'At the depot' }));
    await steps.getByRole('button', { name: 'Set a status' }).waitFor({ state: 'detached', ...PATIENT });
    await steps.getByRole('button', { name: 'Write a first message' }).click(PATIENT);
    await page.getByRole('dialog', { name: 'Start a topic' }).waitFor(PATIENT);
    await page.keyboard.press('Escape');
    await steps.getByRole('button', { name: 'Hide these steps' }).click(PATIENT);
    await steps.waitFor({ state: 'detached', ...PATIENT });
    await page.reload();
    await page.getByRole('heading', { name: 'You have read everything' }).waitFor(PATIENT);
    assert.equal(await steps.count(), 0);
    await home.must(own.post('/users/me/status', { status_text: '' }));
    await page.close();
    assert.deepEqual(chromium.takeComplaints(), []);
  },
);

test(
  'a linked message that moved is found; moved, archived, unknown and unsubscribed places say so',
  OPTIONS,
  async () => {
    const first = await send('garage', 'ramp', 'The ramp is wet');
    await send('garage', 'ramp', 'And slippery');
    const page = await home.open(profile, `/chat/c/${channels.garage}-garage/t/ramp`);
    await page.getByRole('heading', { name: 'ramp' }).waitFor(PATIENT);
    await page.getByText('And slippery').waitFor(PATIENT);
    await look(page, 'chat-topic');
    // Somebody moves it while it is read: the reader stays, and is told where it went.
    const topic = 'ramp and yard';
    await home.must(pat.client.patch(`/messages/${first}`, { topic, propagate_mode: 'change_all' }));
    await page.getByText('This topic was moved to #garage > ramp and yard.').waitFor(PATIENT);
    assert.match(page.url(), /\/t\/ramp$/);
    await page.getByRole('button', { name: 'Go there' }).click(PATIENT);
    await page.waitForURL('**/t/ramp%20and%20yard', PATIENT);
    // A link from before leads on.
    await page.goto(`/chat/c/${channels.garage}/t/ramp/near/${first}`);
    await page.waitForURL(`**/t/ramp%20and%20yard/near/${first}`, PATIENT);
    await page.getByRole('heading', { name: 'ramp and yard' }).waitFor(PATIENT);
    // A link to no place leads out of a conversation as well.
    await send('garage', 'ramp and yard', `[The plan](${home.server.url}/chat/plan)`);
    await page.getByRole('link', { name: 'The plan' }).click(PATIENT);
    await page.getByRole('heading', { name: 'This is not here', level: 2 }).waitFor(PATIENT);
    await page.goBack();
    await page.getByRole('heading', { name: 'ramp and yard' }).waitFor(PATIENT);
    await page.goto(`/chat/c/${channels.garage}/t/ramp%20and%20yard/near/${first + 9999}`);
    await page.getByText('The linked message does not exist').waitFor(PATIENT);
    await page.goto('/chat/c/99999/t/nothing');
    await page.getByRole('heading', { name: 'This is not here', level: 2 }).waitFor(PATIENT);
    await look(page, 'chat-gone');
    // A channel that one can look into.
    await home.must(pat.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'harbour' }] }));
    const { stream_id: harbour } = await home.must(own.get('/get_stream_id', { stream: 'harbour' }));
    channels.harbour = harbour;
    await send('harbour', 'tides', 'High water at nine');
    await page.goto(`/chat/c/${harbour}`);
    await page.getByText('You are not subscribed to #harbour.').waitFor(PATIENT);
    await page.getByText('High water at nine').waitFor(PATIENT);
    await page.getByRole('button', { name: 'Subscribe' }).click(PATIENT);
    await page.getByRole('navigation').getByRole('link', { name: 'harbour', exact: true }).waitFor(PATIENT);
    await page.getByText('You are not subscribed').waitFor({ state: 'detached', ...PATIENT });
    await home.must(own.delete(`/streams/${harbour}`));
    await page.getByText('#harbour is archived.').waitFor(PATIENT);
    await page.getByText('High water at nine').waitFor(PATIENT);
    await look(page, 'chat-archived');
    await page.close();
    assert.deepEqual(
      chromium.takeComplaints().filter((each) => !/status of (?:400|404)/.test(each)),
      [],
    );
  },
);

test(
  'recent conversations and topics are filtered and sorted; drafts, scheduled messages and reminders are worked with',
  OPTIONS,
  async () => {
    await send('canteen', 'lunch', 'Soup today');
    const asked = await send('canteen', 'coffee', 'Who makes coffee?');
    const page = await home.open(profile, '/chat/recent');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: /coffee/ }).waitFor(PATIENT);
    await look(page, 'chat-recent');
    await main.getByRole('button', { name: 'Unread' }).click(PATIENT);
    await main.getByLabel('Filter conversations').fill('lun', PATIENT);
    await main.getByRole('link', { name: /coffee/ }).waitFor({ state: 'detached', ...PATIENT });
    await main.getByRole('link', { name: /lunch/ }).click(PATIENT);
    await page.getByRole('heading', { name: 'lunch' }).waitFor(PATIENT);
    await page.getByRole('link', { name: /^All topics/ }).click(PATIENT);
    await page.getByRole('heading', { name: 'Topics in canteen' }).waitFor(PATIENT);
    await main.getByRole('radio', { name: 'Name' }).check(PATIENT);
    const names = () => main.locator('.topics-name').allTextContents();
    await home.until('the topics by name', async () => (await names()).join() === 'coffee,lunch');
    await look(page, 'chat-topics');
    const soon = Math.floor(server.clock.now().getTime() / 1000) + 86_400;
    const to = channels.canteen!;
    const draft = { type: 'stream', to: [to], topic: 'lunch', content: 'I bring bread', timestamp: soon };
    await home.must(own.post('/drafts', { drafts: [draft] }));
    await home.must(
      own.post('/scheduled_messages', {
        ...{ type: 'channel', to, topic: 'lunch', content: 'Lunch is ready' },
        scheduled_delivery_timestamp: soon,
      }),
    );
    await home.must(own.post('/reminders', { message_id: asked, scheduled_delivery_timestamp: soon }));
    await page.keyboard.press('Escape');
    await page.goto('/chat/drafts');
    await page.getByText('I bring bread').waitFor(PATIENT);
    await look(page, 'chat-drafts');
    await page.getByRole('button', { name: 'Delete', exact: true }).click(PATIENT);
    await page.getByRole('heading', { name: 'You have no drafts' }).waitFor(PATIENT);
    await page.getByRole('button', { name: 'Undo' }).click(PATIENT);
    await page.getByRole('button', { name: 'Send now' }).click(PATIENT);
    await home.until('the draft as a message', async () => {
      const narrow = [{ operator: 'topic', operand: 'lunch' }];
      const { messages } = (await own.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow })).json;
      return messages.some(({ content }: { content: string }) => content.includes('I bring bread'));
    });
    await page.waitForURL('**/t/lunch', PATIENT);
    await page.goto('/chat/drafts');
    await page.getByRole('heading', { name: 'You have no drafts' }).waitFor(PATIENT);
    await page.goto('/chat/scheduled');
    await page.getByText('Lunch is ready').waitFor(PATIENT);
    await look(page, 'chat-scheduled');
    await page.getByRole('button', { name: 'Change time' }).click(PATIENT);
    await page.getByLabel('Date and time').fill('2031-05-04T12:30', PATIENT);
    await page.getByRole('dialog').getByRole('button', { name: 'Change time' }).click(PATIENT);
    await page.getByText('4 May 2031, 12:30').waitFor(PATIENT);
    await page.getByRole('button', { name: 'Delete', exact: true }).click(PATIENT);
    await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor(PATIENT);
    await page.goto('/chat/reminders');
    await page.getByRole('button', { name: 'Change time' }).click(PATIENT);
    await page.getByLabel('Date and time').fill('2031-05-04T12:30', PATIENT);
    await page.getByRole('dialog').getByRole('button', { name: 'Change time' }).click(PATIENT);
    await page.getByText('4 May 2031, 12:30').waitFor(PATIENT);
    await look(page, 'chat-reminders');
    await page.getByRole('link', { name: 'Open message' }).click(PATIENT);
    await page.getByText('Who makes coffee?').first().waitFor(PATIENT);
    await page.close();
    assert.deepEqual(chromium.takeComplaints(), []);
  },
);

test('search, palette, people and their cards', OPTIONS, async () => {
  await send('canteen', 'menu', 'Lentil soup with bread');
  const page = await home.open(profile, '/chat/inbox');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor(PATIENT);
  await page.keyboard.press('/');
  await page.waitForURL('**/chat/search', PATIENT);
  await page.getByRole('heading', { name: 'What you can search for' }).waitFor(PATIENT);
  await look(page, 'chat-search');
  const field = page.getByLabel('Search messages');
  await field.pressSequentially('from:pa', { timeout: 90_000 });
  await page.getByRole('option', { name: 'from:"Pat Fern"' }).click(PATIENT);
  await field.pressSequentially('lentil', { timeout: 90_000 });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/chat/search?q=*', PATIENT);
  await page
    .locator('.highlight')
    .filter({ hasText: /lentil/i })
    .first()
    .waitFor(PATIENT);
  await page.getByRole('button', { name: 'Remove lentil' }).waitFor(PATIENT);
  await look(page, 'chat-search-results');
  await page.goto(`/chat/search?q=${encodeURIComponent('from:nobody')}`);
  await page.getByRole('heading', { name: 'Nobody is called “nobody”' }).waitFor(PATIENT);
  await page.goto(`/chat/search?q=${encodeURIComponent('in:canteen after:2020-01-01')}`);
  await page.getByText('The results are opened at this day.').waitFor(PATIENT);
  await page.goto('/chat/inbox');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor(PATIENT);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').pressSequentially('ns', { timeout: 90_000 });
  await page.getByRole('option', { name: 'night shift Channel' }).waitFor(PATIENT);
  await look(page, 'chat-palette');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/chat/c/${channels['night shift']}-night-shift`, PATIENT);
  const people = page.getByRole('complementary', { name: 'People' });
  await people.getByRole('button', { name: /Pat Fern/ }).click(PATIENT);
  const card = page.getByRole('dialog', { name: 'Pat Fern' });
  await card.getByText('Member').waitFor(PATIENT);
  await look(page, 'chat-person');
  if (!(await card.isVisible())) await people.getByRole('button', { name: /Pat Fern/ }).click(PATIENT);
  await card.getByRole('link', { name: 'Write a message' }).click(PATIENT);
  await page.waitForURL(`**/chat/dm/${pat.userId}`, PATIENT);
  await page.getByRole('heading', { name: 'Pat Fern' }).waitFor(PATIENT);
  await look(page, 'chat-direct');
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('offline the page says since when; a guest sees their channels; every width has its panes', OPTIONS, async () => {
  await person('gail@example.com', 'Gail Guest');
  const { members } = await home.must(own.get('/users'));
  const { user_id: gail } = members.find(({ full_name }: { full_name: string }) => full_name === 'Gail Guest');
  await home.must(own.patch(`/users/${gail}`, { role: 600 }));
  await home.must(own.post('/users/me/subscriptions', { subscriptions: [{ name: 'canteen' }], principals: [gail] }));
  const guest = await home.signedIn({ viewport: { width: 1680, height: 1000 } }, 'gail@example.com');
  const page = await home.open(guest, `/chat/c/${channels.canteen}`);
  await page.getByText('Lentil soup with bread').waitFor(PATIENT);
  const left = page.getByRole('navigation', { name: 'Views and conversations' });
  await left.getByRole('link', { name: 'canteen', exact: true }).waitFor(PATIENT);
  assert.equal(await left.getByRole('link', { name: /garage/ }).count(), 0);
  await page.getByRole('complementary', { name: 'People' }).waitFor(PATIENT);
  await look(page, 'chat-guest-1680');
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole('complementary', { name: 'People' }).waitFor({ state: 'detached', ...PATIENT });
  await page.getByRole('button', { name: /^\d+ people$/ }).click(PATIENT);
  await page.getByRole('complementary', { name: 'People' }).waitFor(PATIENT);
  await look(page, 'chat-guest-1024');
  // One pane: the left side covers what one reads, and goes when something was chosen.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Hide people' }).click(PATIENT);
  await page.getByRole('button', { name: 'Views and conversations' }).click(PATIENT);
  await left.getByRole('button', { name: 'Start a conversation' }).click(PATIENT);
  await page.getByRole('dialog', { name: 'Start a topic' }).waitFor(PATIENT);
  await page.keyboard.press('Escape');
  await left.getByRole('link', { name: 'Starred' }).click(PATIENT);
  await page.getByRole('heading', { name: 'Starred', level: 1 }).waitFor(PATIENT);
  assert.equal(await left.isVisible(), false);
  // Also when it is the place that one was at.
  await page.getByRole('button', { name: 'Views and conversations' }).click(PATIENT);
  await left.getByRole('link', { name: 'Starred' }).click(PATIENT);
  await left.waitFor({ state: 'hidden', ...PATIENT });
  await page.setViewportSize({ width: 1440, height: 900 });
  // What is written into the filter finds, and a key never fires while one writes.
  await page.keyboard.press('q');
  await page.keyboard.type('cant');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/chat/c/${channels.canteen}-canteen`, PATIENT);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Next unread topic').waitFor(PATIENT);
  await page.keyboard.press('Escape');
  await server[Symbol.asyncDispose]();
  isServing = false;
  await page.getByText(/^Offline since/).waitFor(PATIENT);
  await look(page, 'chat-offline');
  await page.close();
  assert.deepEqual(
    chromium
      .takeComplaints()
      .filter(
        (each) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/.test(each),
      ),
    [],
  );
});
