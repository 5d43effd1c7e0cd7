import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { updateTraffic } from '../../src/chat/channels/traffic/traffic-job.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { look } from '../harness/look.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 90_000 };
const OPTIONS = { skip: withoutBrowser, timeout: 600_000 };
const GUEST = 600;
const ADMINISTRATOR = 200;

interface Somebody {
  client: ChatClient;
  userId: number;
  profile: BrowserContext;
}

let server: Awaited<ReturnType<typeof startTestServer>>;
let chromium: Chromium;
let home: TestConsole;
/** The owner, an administrator, two members and a guest, each with a browser. */
let own: Somebody;
let ada: Somebody;
let pat: Somebody;
let mia: Somebody;
let gus: Somebody;

before(async () => {
  if (withoutBrowser) return;
  [server, chromium] = await Promise.all([
    startTestServer({ web: true, mailDomain: 'mail.example' }),
    Chromium.start(),
  ]);
  home = await TestConsole.start(server, chromium);
  const client = new ChatClient(home.organization.chat);
  const { user_id: userId } = await home.must(client.get('/users/me'));
  own = { client, userId, profile: await home.signedIn() };
  ada = await person('ada@example.com', 'Ada Admin', ADMINISTRATOR);
  pat = await person('pat@example.com', 'Pat Fern');
  mia = await person('mia@example.com', 'Mia Moss');
  gus = await person('gus@example.com', 'Gus Guest', GUEST);
});

after(async () => {
  await chromium?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

async function person(email: string, name: string, role?: number): Promise<Somebody> {
  const password = 'correct horse battery staple';
  const { user_id: userId } = await home.must(own.client.post('/users', { email, full_name: name, password }));
  if (role !== undefined) await home.must(own.client.patch(`/users/${userId}`, { role }));
  const { api_key } = await home.must(own.client.post('/fetch_api_key', { username: email, password }));
  const client = new ChatClient({ site: own.client.site, email, api_key });
  return { client, userId, profile: await home.signedIn({}, email) };
}

/** Creates a channel as the owner. */
async function create(name: string, params: object = {}): Promise<number> {
  const given = { name, subscribers: [own.userId], ...params };
  return (await home.must(own.client.post('/channels/create', given))).id;
}

const channelOf = async (id: number) => (await home.must(own.client.get(`/streams/${id}`))).stream;

const subscribersOf = async (id: number): Promise<number[]> =>
  (await home.must(own.client.get(`/streams/${id}/members`))).subscribers.sort();

/** Complaints of pages beside those of a refused request, and of a lost network: one of a part that did not load is empty. */
const otherComplaints = () =>
  chromium
    .takeComplaints()
    .filter((each) => !/status of 400|ERR_INTERNET_DISCONNECTED|Unable to preload CSS|^ \(/.test(each));

/** Chooses an option of a field that finds by name. */
async function pick(within: Locator, field: string, text: string, option: RegExp | string): Promise<void> {
  await within.getByRole('combobox', { name: field }).fill(text, PATIENT);
  await within.getByRole('option', { name: option }).click(PATIENT);
}

const leftOf = (page: Page) => page.getByRole('navigation', { name: 'Views and conversations' });

test('all channels are found, filtered, joined and left; what one may not see is not there', OPTIONS, async () => {
  const { client } = own;
  const harbour = await create('harbour', { description: 'Ships, **tides** and the pilot on duty' });
  await create('vault', { invite_only: true });
  const crew = await create('crew', { invite_only: true, subscribers: [own.userId, pat.userId] });
  const yard = await create('old yard');
  await home.must(client.delete(`/streams/${yard}`));
  const page = await home.open(pat.profile, '/chat/inbox');
  const watching = await home.open(own.profile, '/chat/channels');
  await watching.getByRole('link', { name: 'vault private' }).first().waitFor(PATIENT);
  await leftOf(page).getByRole('link', { name: 'All channels' }).click(PATIENT);
  await page.getByRole('heading', { name: 'All channels', level: 1 }).waitFor(PATIENT);
  const main = page.getByRole('main');
  const list = main.getByRole('list', { name: 'All channels' });
  const row = (name: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  await row('harbour').waitFor(PATIENT);
  assert.equal(await list.getByText('vault').count(), 0);
  assert.equal(await list.getByText('old yard').count(), 0);
  await row('harbour').getByText('1 subscriber').waitFor(PATIENT);
  await row('harbour').getByText('Ships, tides and the pilot on duty').waitFor(PATIENT);
  await look(page, 'chat-channels');
  // Whoever wonders reads first, and joins then.
  await home.must(client.post('/messages', { type: 'channel', to: harbour, topic: 'tides', content: 'Low at six' }));
  await row('harbour').getByRole('link', { name: 'harbour', exact: true }).click(PATIENT);
  await main.getByRole('article').filter({ hasText: 'Low at six' }).waitFor(PATIENT);
  assert.deepEqual(await subscribersOf(harbour), [own.userId]);
  await page.goBack();
  // Somebody else sees who joins, without a reload.
  await row('harbour').getByRole('button', { name: 'Subscribe to harbour' }).click(PATIENT);
  await row('harbour').getByText('2 subscribers').waitFor(PATIENT);
  const watched = watching.getByRole('listitem').filter({ hasText: 'harbour' });
  await watched.getByText('2 subscribers').waitFor(PATIENT);
  await leftOf(page).getByRole('link', { name: 'harbour', exact: true }).waitFor(PATIENT);
  // What a week brings, once a channel is old enough; the busiest come first where one asks for that.
  for (const topic of ['tides', 'pilot'])
    await home.must(pat.client.post('/messages', { type: 'channel', to: harbour, topic, content: 'High at noon' }));
  const quiet = await create('annex');
  await server.services.database.transaction(
    (tx) =>
      tx.run(sql`
        update chat.channels set date_created = date_created - interval '8 days'
        where organization_id = ${tx.organizationId} and id = any(${[harbour, quiet]}::int[])`),
    { organizationId: home.organization.organization_id },
  );
  await updateTraffic(server.services);
  await row('harbour').getByText('3 messages a week').waitFor(PATIENT);
  await row('annex').getByText('no messages lately').waitFor(PATIENT);
  const isBefore = async (one: string, other: string) => {
    const names = await list.getByRole('listitem').allTextContents();
    return names.findIndex((text) => text.includes(one)) < names.findIndex((text) => text.includes(other));
  };
  assert.ok(await isBefore('annex', 'harbour'));
  await main.getByRole('radio', { name: 'Traffic', exact: true }).check(PATIENT);
  await home.until('the busiest first', () => isBefore('harbour', 'annex'));
  await main.getByRole('radio', { name: 'Name', exact: true }).check(PATIENT);
  await home.must(client.delete(`/streams/${quiet}`));
  await row('annex').waitFor({ state: 'detached', ...PATIENT });
  // Filters, and the address that has them.
  await main.getByRole('button', { name: 'Private' }).click(PATIENT);
  await row('harbour').waitFor({ state: 'detached', ...PATIENT });
  await list.getByRole('link', { name: 'crew private' }).waitFor(PATIENT);
  await main.getByRole('button', { name: 'Private' }).click(PATIENT);
  await main.getByRole('button', { name: 'Public' }).click(PATIENT);
  await list.getByText('crew').waitFor({ state: 'detached', ...PATIENT });
  await main.getByRole('button', { name: 'Public' }).click(PATIENT);
  await main.getByRole('button', { name: 'Not subscribed' }).click(PATIENT);
  await row('harbour').waitFor({ state: 'detached', ...PATIENT });
  await main.getByRole('button', { name: 'Subscribed', exact: true }).click(PATIENT);
  await row('harbour').waitFor(PATIENT);
  await main.getByRole('button', { name: 'Subscribed', exact: true }).click(PATIENT);
  await main.getByRole('button', { name: 'Archived' }).click(PATIENT);
  await list.getByText('old yard').waitFor(PATIENT);
  await look(page, 'chat-channels-archived');
  await main.getByRole('button', { name: 'Archived' }).click(PATIENT);
  await main.getByLabel('Search channels').fill('pilot', PATIENT);
  await row('harbour').waitFor(PATIENT);
  assert.equal(await list.getByRole('listitem').count(), 1);
  assert.match(page.url(), /[?&]q=pilot$/);
  // The keyboard opens the feed, and leads back to what was searched for.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/chat/c/${harbour}-harbour`, PATIENT);
  await page.goBack();
  await row('harbour').waitFor(PATIENT);
  assert.equal(await main.getByLabel('Search channels').inputValue(), 'pilot');
  await main.getByLabel('Search channels').fill('zzz', PATIENT);
  await page.getByRole('heading', { name: 'No channel matches' }).waitFor(PATIENT);
  await look(page, 'chat-channels-empty');
  await page.getByRole('button', { name: 'Clear filters' }).click(PATIENT);
  // Without a network it is done at once here, and there when the network is back.
  await pat.profile.setOffline(true);
  await row('harbour')
    .getByRole('button', { name: /unsubscribe from harbour/ })
    .click(PATIENT);
  await row('harbour').getByRole('button', { name: 'Subscribe to harbour' }).waitFor(PATIENT);
  await row('harbour').getByText('1 subscriber').waitFor(PATIENT);
  assert.deepEqual(await subscribersOf(harbour), [own.userId, pat.userId].sort());
  await pat.profile.setOffline(false);
  await watched.getByText('1 subscriber').waitFor(PATIENT);
  // A private one cannot be come back to: that is asked first.
  await row('crew private')
    .getByRole('button', { name: /unsubscribe from crew/ })
    .click(PATIENT);
  const dialog = page.getByRole('dialog', { name: 'Unsubscribe from crew?' });
  await look(page, 'chat-channels-leave');
  await dialog.getByRole('button', { name: 'Unsubscribe' }).click(PATIENT);
  await list.getByText('crew').waitFor({ state: 'detached', ...PATIENT });
  assert.deepEqual(await subscribersOf(crew), [own.userId]);
  // Refused: it is taken back, with the reason.
  await page.route('**/users/me/subscriptions', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', msg: 'Not today.', code: 'BAD_REQUEST' } }),
  );
  await row('harbour').getByRole('button', { name: 'Subscribe to harbour' }).click(PATIENT);
  await page.getByText('Not today.').waitFor(PATIENT);
  await row('harbour').getByRole('button', { name: 'Subscribe to harbour' }).waitFor(PATIENT);
  await page.unroute('**/users/me/subscriptions');
  // The key, and the palette.
  await page.keyboard.press('Shift+I');
  await page.waitForURL('**/chat/inbox', PATIENT);
  await page.keyboard.press('b');
  await page.waitForURL('**/chat/channels', PATIENT);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Go to all channels').waitFor(PATIENT);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('create ch', PATIENT);
  await page.getByRole('option', { name: /Create channel/ }).click(PATIENT);
  await page.waitForURL('**/chat/channels/new', PATIENT);
  // A guest sees the channels that they are in, and creates none.
  const guests = await home.open(gus.profile, '/chat/channels');
  await guests.getByRole('heading', { name: 'No channel yet' }).waitFor(PATIENT);
  assert.equal(await guests.getByRole('link', { name: 'Create channel' }).count(), 0);
  await guests.goto('/chat/channels/new');
  await guests.getByRole('heading', { name: 'You can’t create channels' }).waitFor(PATIENT);
  await look(guests, 'chat-channels-guest');
  for (const each of [page, watching, guests]) await each.close();
  assert.deepEqual(otherComplaints(), []);
});

test('a channel is joined by its present name: none is created by an old one', OPTIONS, async () => {
  const depot = await create('depot');
  const page = await home.open(mia.profile, '/chat/channels');
  const row = page.getByRole('listitem').filter({ hasText: 'depot' });
  await row.waitFor(PATIENT);
  await mia.profile.setOffline(true);
  await row.getByRole('button', { name: 'Subscribe to depot' }).click(PATIENT);
  await home.must(own.client.patch(`/streams/${depot}`, { new_name: 'main depot' }));
  await mia.profile.setOffline(false);
  await home.until('the subscription', async () => (await subscribersOf(depot)).includes(mia.userId));
  const { streams } = await home.must(own.client.get('/streams'));
  assert.deepEqual(
    streams.map(({ name }: { name: string }) => name).filter((name: string) => name.includes('depot')),
    ['main depot'],
  );
  await page.close();
  assert.deepEqual(otherComplaints(), []);
});

test(
  'a channel is created, with people by name, group and channel; the server’s words are at the field',
  OPTIONS,
  async () => {
    await home.must(
      own.client.post('/user_groups/create', { name: 'drivers', description: '', members: [pat.userId, mia.userId] }),
    );
    await create('tower', { subscribers: [own.userId, ada.userId] });
    await home.must(own.client.post('/channel_folders/create', { name: 'Operations' }));
    const page = await home.open(own.profile, '/chat/channels/new');
    const watching = await home.open(mia.profile, '/chat/inbox');
    const stranger = await home.open(gus.profile, '/chat/channels');
    const main = page.getByRole('main');
    await main.getByLabel('Name', { exact: true }).fill('Tower', PATIENT);
    await main.getByRole('button', { name: 'Create channel' }).click(PATIENT);
    const name = main.getByLabel('Name', { exact: true });
    await page.getByText("Channel 'Tower' already exists").waitFor(PATIENT);
    assert.equal(await name.getAttribute('aria-invalid'), 'true');
    await name.fill('night control', PATIENT);
    await main.getByLabel(/^Description/).fill('Who is **on duty**', PATIENT);
    await main.getByRole('button', { name: 'Preview' }).click(PATIENT);
    await main.locator('.channel-preview strong').getByText('on duty').waitFor(PATIENT);
    await main.getByLabel('Folder', { exact: true }).selectOption('Operations', PATIENT);
    await main.getByRole('radio', { name: 'Private, protected history' }).check(PATIENT);
    await pick(main, 'Subscribers', 'driv', /drivers/);
    await pick(main, 'Subscribers', 'tow', /tower/);
    await main.getByText('Who may do what').click(PATIENT);
    await main.getByText('Everybody may write messages.').waitFor(PATIENT);
    await main.getByRole('button', { name: 'Change: Write messages' }).click(PATIENT);
    const dialog = page.getByRole('dialog', { name: 'Write messages' });
    await pick(dialog, 'Add a role, group or person', 'mod', /^Moderators/);
    await pick(dialog, 'Add a role, group or person', 'mia', /^Mia Moss/);
    await pick(dialog, 'Add a role, group or person', 'pat', /^Pat Fern/);
    await dialog.getByText('Moderators and 2 other people may write messages.').waitFor(PATIENT);
    await look(page, 'chat-group-setting');
    await dialog.getByRole('button', { name: 'Use' }).click(PATIENT);
    await main.getByText('Moderators and 2 other people may write messages.').waitFor(PATIENT);
    await look(page, 'chat-new-channel');
    await main.getByRole('button', { name: 'Create channel' }).click(PATIENT);
    await page.waitForURL('**/chat/c/*-night-control', PATIENT);
    await page.getByRole('heading', { name: 'night control' }).waitFor(PATIENT);
    // Whoever is in it sees it at once; nobody else does.
    await leftOf(watching).getByRole('link', { name: 'night control private' }).waitFor(PATIENT);
    assert.equal(await stranger.getByText('night control').count(), 0);
    const id = Number(/\/c\/(\d+)/.exec(page.url())![1]);
    const made = await channelOf(id);
    assert.deepEqual(
      [made.description, made.invite_only, made.history_public_to_subscribers, made.folder_id !== null],
      ['Who is **on duty**', true, false, true],
    );
    assert.deepEqual(made.can_send_message_group.direct_members, [pat.userId, mia.userId].sort());
    assert.deepEqual(await subscribersOf(id), [own.userId, ada.userId, pat.userId, mia.userId].sort());
    await stranger.goto(`/chat/c/${id}/settings`);
    await stranger.getByRole('heading', { name: 'This is not here', level: 2 }).waitFor(PATIENT);
    for (const each of [page, watching, stranger]) await each.close();
    assert.deepEqual(otherComplaints(), []);
  },
);

test(
  'a channel’s page changes what one may change, others see it at once; whoever may not reads why',
  OPTIONS,
  async () => {
    const quay = await create('quay', {
      subscribers: [own.userId, ada.userId, mia.userId],
      description: 'The **old** one',
    });
    const page = await home.open(ada.profile, `/chat/c/${quay}`);
    const reader = await home.open(mia.profile, `/chat/c/${quay}/t/gates`);
    await page
      .getByRole('banner')
      .or(page.getByRole('main'))
      .getByRole('button', { name: 'More' })
      .last()
      .click(PATIENT);
    await page.getByRole('menuitem', { name: 'Channel settings' }).click(PATIENT);
    await page.waitForURL(`**/chat/c/${quay}-quay/settings`, PATIENT);
    const main = page.getByRole('main');
    await main.getByLabel('Name', { exact: true }).waitFor(PATIENT);
    await look(page, 'chat-channel-settings');
    // Somebody else's name is refused at the field; a free one is everybody's at once.
    await create('pier');
    await main.getByLabel('Name', { exact: true }).fill('pier', PATIENT);
    await main.getByRole('button', { name: 'Save' }).click(PATIENT);
    await main.getByText("Channel 'pier' already exists").waitFor(PATIENT);
    await main.getByLabel('Name', { exact: true }).fill('north quay', PATIENT);
    await main.getByLabel(/^Description/).fill('The *new* one', PATIENT);
    await main.getByRole('button', { name: 'Save' }).click(PATIENT);
    await leftOf(reader)
      .getByRole('link', { name: /^north quay/ })
      .waitFor(PATIENT);
    await page.getByRole('heading', { name: 'north quay', level: 1 }).waitFor(PATIENT);
    await main.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached', ...PATIENT });
    // Folder, topics; how long messages stay is the owners' to say.
    await main.getByRole('button', { name: 'New folder' }).click(PATIENT);
    await page.getByLabel('Name of the folder').fill('Docks', PATIENT);
    await page.getByRole('button', { name: 'Create folder' }).click(PATIENT);
    await leftOf(reader).getByRole('button', { name: 'Docks' }).waitFor(PATIENT);
    await main.getByLabel('Topics', { exact: true }).selectOption('Each message needs a topic', PATIENT);
    await home.until('the policy', async () => (await channelOf(quay)).topics_policy === 'disable_empty_topic');
    await main.getByText('Only owners of the organization may change this.').waitFor(PATIENT);
    assert.ok(await main.getByRole('combobox', { name: 'Messages stay' }).isDisabled());
    const owners = await home.open(own.profile, `/chat/c/${quay}/settings`);
    await owners.getByRole('combobox', { name: 'Messages stay' }).selectOption('For some days', PATIENT);
    await owners.getByLabel('Days', { exact: true }).fill('90', PATIENT);
    await owners.getByText('Messages that are older are deleted for good.').waitFor(PATIENT);
    await owners.getByRole('form', { name: 'Messages stay' }).getByRole('button', { name: 'Save' }).click(PATIENT);
    await home.until('the days', async () => (await channelOf(quay)).message_retention_days === 90);
    // Permissions: a sentence for each, changed by one widget.
    await page.getByRole('tab', { name: 'Permissions' }).click(PATIENT);
    await main.getByText('Everybody may write messages.').waitFor(PATIENT);
    for (const what of [
      'move messages to other topics',
      'move messages to other channels',
      'delete their own messages',
      'delete other people’s messages',
    ])
      await main
        .getByText(new RegExp(` may ${what}\\.$`))
        .first()
        .waitFor(PATIENT);
    await look(page, 'chat-channel-permissions');
    await main.getByRole('button', { name: 'Change: Delete any messages' }).click(PATIENT);
    const deleting = page.getByRole('dialog', { name: 'Delete any messages' });
    await pick(deleting, 'Add a role, group or person', 'mia', /^Mia Moss/);
    await deleting.getByRole('button', { name: 'Save' }).click(PATIENT);
    await deleting.waitFor({ state: 'detached', ...PATIENT });
    assert.deepEqual((await channelOf(quay)).can_delete_any_message_group.direct_members, [mia.userId]);
    await main.getByRole('button', { name: 'Change: Write messages' }).click(PATIENT);
    const dialog = page.getByRole('dialog', { name: 'Write messages' });
    await dialog.getByRole('button', { name: 'Remove Everybody' }).click(PATIENT);
    await dialog.getByText('Nobody may write messages.').waitFor(PATIENT);
    await pick(dialog, 'Add a role, group or person', 'ada', /^Ada Admin/);
    // Somebody else was first: nothing of theirs is overwritten.
    await home.must(
      own.client.patch(`/streams/${quay}`, {
        can_send_message_group: { new: { direct_members: [own.userId], direct_subgroups: [] } },
      }),
    );
    await dialog.getByRole('button', { name: 'Save' }).click(PATIENT);
    await dialog.getByText("'old' value does not match the expected value.").waitFor(PATIENT);
    await dialog.getByRole('button', { name: 'Cancel' }).click(PATIENT);
    await main.getByRole('button', { name: 'Change: Write messages' }).click(PATIENT);
    await pick(dialog, 'Add a role, group or person', 'ada', /^Ada Admin/);
    await dialog.getByRole('button', { name: 'Save' }).click(PATIENT);
    await dialog.waitFor({ state: 'detached', ...PATIENT });
    await main.getByText(/ and .* may write messages\./).waitFor(PATIENT);
    await reader.getByText('You don’t have permission to write in #north quay.').waitFor(PATIENT);
    // A member reads who may do what, and who may change it.
    await reader.goto(`/chat/c/${quay}/settings/permissions`);
    await reader.getByText('Administrators and ').first().waitFor(PATIENT);
    await reader
      .getByText(/ may change this\.$/)
      .first()
      .waitFor(PATIENT);
    assert.equal(await reader.getByRole('button', { name: /^Change/ }).count(), 0);
    await look(reader, 'chat-channel-permissions-member');
    await reader.goto(`/chat/c/${quay}/settings`);
    await reader.locator('.message-html em').getByText('new').waitFor(PATIENT);
    assert.equal(await reader.getByRole('button', { name: 'Archive channel' }).count(), 0);
    await look(reader, 'chat-channel-settings-member');
    // Private: who is not in it loses it, wherever they are.
    const outsider = await home.open(pat.profile, `/chat/c/${quay}/settings`);
    await outsider.getByRole('heading', { name: 'north quay', level: 1 }).waitFor(PATIENT);
    await page.getByRole('tab', { name: 'General' }).click(PATIENT);
    await main.getByRole('radio', { name: 'Private, shared history' }).check(PATIENT);
    await main.getByText('Nobody else can read it from then on.').waitFor(PATIENT);
    await main.getByRole('button', { name: 'Change who can read it' }).click(PATIENT);
    await outsider.getByRole('heading', { name: 'This is not here', level: 2 }).waitFor(PATIENT);
    await outsider.goto('/chat/channels');
    await outsider.getByRole('listitem').filter({ hasText: 'pier' }).waitFor(PATIENT);
    assert.equal(await outsider.getByText('north quay').count(), 0);
    // Archived and brought back.
    await main.getByRole('button', { name: 'Archive channel' }).click(PATIENT);
    await page.getByRole('dialog').getByRole('button', { name: 'Archive channel' }).click(PATIENT);
    await main.getByText('This channel is archived.').waitFor(PATIENT);
    await leftOf(reader)
      .getByRole('link', { name: /^north quay/ })
      .waitFor({ state: 'detached', ...PATIENT });
    await look(page, 'chat-channel-archived');
    await main.getByRole('button', { name: 'Bring back' }).click(PATIENT);
    await leftOf(reader)
      .getByRole('link', { name: /^north quay/ })
      .waitFor(PATIENT);
    for (const each of [page, reader, owners, outsider]) await each.close();
    assert.deepEqual(otherComplaints(), []);
  },
);

test(
  'subscribers are found, added by name, group and channel, and removed; each of them sees it',
  OPTIONS,
  async () => {
    await home.must(
      own.client.post('/user_groups/create', { name: 'porters', description: '', members: [mia.userId] }),
    );
    await create('gate', { subscribers: [own.userId, pat.userId] });
    const ramp = await create('ramp', { invite_only: true });
    const page = await home.open(own.profile, `/chat/c/${ramp}/settings/subscribers`);
    const reader = await home.open(mia.profile, '/chat/inbox');
    const main = page.getByRole('main');
    const list = main.getByRole('list', { name: 'Subscribers' });
    await list.getByRole('listitem').first().waitFor(PATIENT);
    await main.getByRole('button', { name: 'Add people' }).click(PATIENT);
    const dialog = page.getByRole('dialog', { name: 'Add people' });
    await pick(dialog, 'People to add', 'port', /porters/);
    await pick(dialog, 'People to add', 'gate', /^gate/);
    await pick(dialog, 'People to add', 'ada', /^Ada Admin/);
    await look(page, 'chat-channel-add');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click(PATIENT);
    await page.getByText('3 people added.').waitFor(PATIENT);
    await leftOf(reader).getByRole('link', { name: 'ramp private' }).waitFor(PATIENT);
    await list.getByText('Pat Fern').waitFor(PATIENT);
    await look(page, 'chat-channel-subscribers');
    assert.deepEqual(await subscribersOf(ramp), [own.userId, ada.userId, pat.userId, mia.userId].sort());
    await main.getByLabel('Search subscribers').fill('mia', PATIENT);
    await list.getByText('Pat Fern').waitFor({ state: 'detached', ...PATIENT });
    await main.getByRole('button', { name: 'Remove Mia Moss' }).click(PATIENT);
    await leftOf(reader)
      .getByRole('link', { name: 'ramp private' })
      .waitFor({ state: 'detached', ...PATIENT });
    await page.getByRole('button', { name: 'Undo' }).click(PATIENT);
    await leftOf(reader).getByRole('link', { name: 'ramp private' }).waitFor(PATIENT);
    // A member adds here by the organization's permission, and removes nobody but themselves.
    await reader.goto(`/chat/c/${ramp}/settings/subscribers`);
    await reader.getByRole('main').getByText('Pat Fern').waitFor(PATIENT);
    assert.equal(await reader.getByRole('button', { name: /^Remove / }).count(), 0);
    for (const each of [page, reader]) await each.close();
    assert.deepEqual(otherComplaints(), []);
  },
);

test('one’s own settings of a channel act at once, on all devices; the address for e-mail', OPTIONS, async () => {
  const shed = await create('shed', { subscribers: [own.userId, pat.userId] });
  const page = await home.open(pat.profile, `/chat/c/${shed}/settings/own`);
  const other = await home.open(await home.signedIn({}, 'pat@example.com'), `/chat/c/${shed}/settings/own`);
  const main = page.getByRole('main');
  await main.getByRole('radio', { name: 'Red' }).check(PATIENT);
  await other.getByRole('radio', { name: 'Red', checked: true }).waitFor(PATIENT);
  await main.getByLabel('Pin to the top of your channels').check(PATIENT);
  await leftOf(other).getByRole('button', { name: 'Pinned' }).waitFor(PATIENT);
  await main.getByLabel('Mute', { exact: true }).check(PATIENT);
  await leftOf(other).getByRole('link', { name: 'shed muted' }).waitFor(PATIENT);
  await main.getByLabel('Send its messages by e-mail').check(PATIENT);
  await other.getByRole('checkbox', { name: 'Send its messages by e-mail', checked: true }).waitFor(PATIENT);
  await look(page, 'chat-channel-own');
  const { subscriptions } = await home.must(pat.client.get('/users/me/subscriptions'));
  const settings = subscriptions.find(({ stream_id }: { stream_id: number }) => stream_id === shed);
  assert.deepEqual(
    [settings.color, settings.pin_to_top, settings.is_muted, settings.email_notifications, settings.push_notifications],
    ['#d4566a', true, true, true, null],
  );
  await page.getByRole('tab', { name: 'General' }).click(PATIENT);
  await main.getByRole('button', { name: 'Show address' }).click(PATIENT);
  await main.getByText(/^shed.*@mail\.example$/).waitFor(PATIENT);
  await look(page, 'chat-channel-mail');
  // Whoever may not write there has no address.
  await home.must(
    own.client.patch(`/streams/${shed}`, {
      can_send_message_group: { new: { direct_members: [own.userId], direct_subgroups: [] } },
    }),
  );
  await main.getByRole('region', { name: 'E-mail address' }).waitFor({ state: 'detached', ...PATIENT });
  // Not subscribed: no settings, and the way in.
  const outside = await home.open(mia.profile, `/chat/c/${shed}/settings/own`);
  await outside.getByRole('button', { name: 'Subscribe' }).click(PATIENT);
  await outside.getByLabel('Mute', { exact: true }).waitFor(PATIENT);
  for (const each of [page, other, outside]) await each.close();
  assert.deepEqual(otherComplaints(), []);
});
