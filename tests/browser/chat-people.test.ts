import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { clearEndedStatuses } from '../../src/chat/user-status/clear-ended.ts';
import { Chromium, withoutBrowser } from '../harness/chromium.ts';
import { ChatClient } from '../harness/clients.ts';
import { TestConsole } from '../harness/console.ts';
import { look } from '../harness/look.ts';
import { makePerson } from '../harness/people.ts';
import { startTestServer } from '../harness/server.ts';

/** A browser on a loaded machine is slow. */
const PATIENT = { timeout: 60_000 };
const OPTIONS = { skip: withoutBrowser, timeout: 600_000 };

let server: Awaited<ReturnType<typeof startTestServer>>;
let chromium: Chromium;
let home: TestConsole;
/** The owner, and a colleague with a browser of their own. */
let own: ChatClient;
let ownId: number;
let pat: { client: ChatClient; userId: number };
let profile: BrowserContext;
let patsProfile: BrowserContext;

before(async () => {
  if (withoutBrowser) return;
  [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
  home = await TestConsole.start(server, chromium);
  own = new ChatClient(home.organization.chat);
  await home.must(own.patch('/settings', { full_name: 'Ada Owner' }));
  ownId = (await home.must(own.get('/users/me'))).user_id;
  pat = await person('pat@example.com', 'Pat Fern');
  await home.must(
    own.post('/users/me/subscriptions', { subscriptions: [{ name: 'garage' }], principals: [ownId, pat.userId] }),
  );
  await home.must(own.post('/messages', { type: 'channel', to: 'garage', topic: 'lift', content: 'It is stuck' }));
  profile = await home.signedIn();
  patsProfile = await home.signedIn({}, 'pat@example.com');
});

after(async () => {
  await chromium?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

async function person(email: string, name: string) {
  const password = 'correct horse battery staple';
  const { user_id: userId } = await home.must(own.post('/users', { email, full_name: name, password }));
  const { api_key } = await home.must(own.post('/fetch_api_key', { username: email, password }));
  return { client: new ChatClient({ site: own.site, email, api_key }), userId };
}

async function systemGroup(name: string): Promise<number> {
  const { user_groups } = await home.must(own.get('/user_groups'));
  return user_groups.find((group: { name: string }) => group.name === name).id;
}

async function openLift(browser: BrowserContext): Promise<Page> {
  const page = await home.open(browser, '/chat/all');
  await page.getByText('It is stuck').first().waitFor(PATIENT);
  return page;
}

async function choose(page: Page, item: string): Promise<void> {
  await page.locator('.chat-header').getByRole('button', { name: 'More', exact: true }).click(PATIENT);
  await page
    .getByRole('menuitem', { name: item })
    .or(page.getByRole('menuitemcheckbox', { name: item }))
    .click(PATIENT);
}

/** Does something by the palette. */
async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Type a name or a command').fill(name, PATIENT);
  await page.getByRole('option', { name: `${name} Command` }).waitFor(PATIENT);
  await page.keyboard.press('Enter');
}

test('a status with its emoji is seen by others at once, and is cleared at its time', OPTIONS, async () => {
  const [page, other] = await Promise.all([openLift(profile), openLift(patsProfile)]);
  await choose(page, 'Set status');
  const dialog = page.getByRole('dialog', { name: 'Your status' });
  await dialog.getByRole('button', { name: 'In a meeting' }).waitFor(PATIENT);
  await look(page, 'chat-status-presets');
  await dialog.getByRole('button', { name: 'In a meeting' }).click();
  assert.equal(await dialog.getByLabel('Clear it').inputValue(), 'hour');
  await dialog.getByLabel('What you are doing').fill('With <b>the</b> landlord');
  await look(page, 'chat-status');
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await dialog.waitFor({ ...PATIENT, state: 'detached' });
  // Beside the name, and on the card.
  const mark = other.getByRole('article').getByRole('img', { name: 'With <b>the</b> landlord' });
  await mark.waitFor(PATIENT);
  assert.equal((await mark.textContent())?.trim(), '📅');
  await other.getByRole('button', { name: 'Ada Owner' }).first().click();
  const card = other.getByRole('dialog', { name: 'Ada Owner' });
  await card.getByText('With <b>the</b> landlord').waitFor(PATIENT);
  await card.getByText(/^Until /).waitFor(PATIENT);
  assert.equal(await card.getByRole('button', { name: 'Set status' }).count(), 0, 'of oneself alone');
  await look(other, 'chat-status-card');
  await other.keyboard.press('Escape');
  server.clock.advance(3_700_000);
  await clearEndedStatuses(server.services);
  await mark.waitFor({ ...PATIENT, state: 'detached' });
  // From the palette: without a text, with an emoji that is searched for; and from one's own card.
  await command(page, 'Set status');
  await dialog.getByRole('button', { name: 'Choose an emoji' }).click(PATIENT);
  await page.getByLabel('Search emoji').fill('octopus');
  await page.getByRole('button', { name: 'octopus', exact: true }).click(PATIENT);
  await dialog.getByRole('button', { name: 'Save status' }).click(PATIENT);
  await other.getByRole('article').getByRole('img', { name: 'octopus' }).waitFor(PATIENT);
  await page.getByRole('button', { name: 'Ada Owner' }).first().click();
  await page.getByRole('dialog', { name: 'Ada Owner' }).getByRole('button', { name: 'Set status' }).click(PATIENT);
  await dialog.getByRole('button', { name: 'Clear status' }).click(PATIENT);
  await other
    .getByRole('article')
    .getByRole('img', { name: 'octopus' })
    .waitFor({ ...PATIENT, state: 'detached' });
  await page.close();
  await other.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('whoever becomes invisible is gone from the list of those who are here, at once', OPTIONS, async () => {
  const [page, other] = await Promise.all([openLift(profile), openLift(patsProfile)]);
  const row = other.getByRole('complementary').getByRole('button', { name: /^Ada Owner/ });
  await row.filter({ hasText: 'online' }).waitFor(PATIENT);
  await choose(page, 'Invisible');
  await row.filter({ hasNotText: 'online' }).waitFor(PATIENT);
  await page.locator('.chat-header').getByRole('button', { name: 'More', exact: true }).click();
  assert.equal(await page.getByRole('menuitemcheckbox', { name: 'Invisible' }).getAttribute('aria-checked'), 'true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ada Owner' }).first().click();
  await page.getByRole('dialog', { name: 'Ada Owner' }).getByText('Owner · Invisible').waitFor(PATIENT);
  await page.keyboard.press('Escape');
  await command(page, 'Show that you are here');
  await row.filter({ hasText: 'online' }).waitFor(PATIENT);
  await page.close();
  await other.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('alert words are marked in messages, whole, in any case, and break nothing', OPTIONS, async () => {
  const page = await home.open(profile, '/chat/settings');
  const second = await openLift(profile);
  const part = page.getByRole('region', { name: 'Alert words' });
  const field = part.getByLabel('Word or phrase');
  for (const word of ['Dock 4', '<b>', 'é'.normalize('NFD')]) {
    await field.fill(word);
    await field.press('Enter');
    await part.getByRole('listitem').filter({ hasText: word }).waitFor(PATIENT);
  }
  assert.equal(await field.inputValue(), '');
  await look(page, 'chat-alert-words');
  await home.must(
    pat.client.post('/messages', {
      ...{ type: 'channel', to: 'garage', topic: 'lift' },
      content: 'The **DOCK 4** é is open, docks 4 and dock 42 are not: `dock 4` <b>x',
    }),
  );
  const message = second.getByRole('article').filter({ hasText: 'docks 4' });
  await message.waitFor(PATIENT);
  assert.deepEqual(await message.locator('mark').allTextContents(), ['DOCK 4', 'é', 'dock 4', '<b>']);
  assert.equal(await message.locator('strong mark').count(), 1);
  assert.equal(await message.locator('b').count(), 0);
  assert.equal(
    await message.locator('.message-html').textContent(),
    'The DOCK 4 é is open, docks 4 and dock 42 are not: dock 4 <b>x',
  );
  await look(second, 'chat-alert-marked');
  // A word that is taken away is marked no more, in the open list too.
  await part.getByRole('button', { name: 'Remove Dock 4' }).click();
  await home.until('two marks', async () => (await message.locator('mark').count()) === 2);
  await part.getByRole('link', { name: 'Messages with your alert words' }).click();
  await page.getByText('docks 4').first().waitFor(PATIENT);
  // Somebody else's are no one's.
  const other = await openLift(patsProfile);
  assert.equal(await other.locator('mark').count(), 0);
  for (const each of [page, second, other]) await each.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('everybody by name and kind: guests, bots with their owners, and a card for each', OPTIONS, async () => {
  const gus = await makePerson(server, home.organization, { name: 'Gus Guest', role: 600 });
  await makePerson(server, home.organization, { name: 'Tally Bot', botOwnerId: pat.userId });
  const gone = await makePerson(server, home.organization, { name: 'Gerd Gone' });
  await home.must(own.delete(`/users/${gone.id}`));
  const page = await home.open(profile, '/chat/inbox');
  await page.getByRole('link', { name: 'People' }).click(PATIENT);
  const list = page.getByRole('list', { name: 'People' });
  const row = (name: string) => list.getByRole('button', { name });
  await row('Pat Fern').waitFor(PATIENT);
  assert.equal((await row('Tally Bot').count()) + (await row('Gerd Gone').count()), 0);
  assert.match((await row('Gus Guest').textContent())!, /Guest$/);
  await look(page, 'chat-people');
  await page.getByRole('button', { name: 'Bots' }).click();
  await row('Tally Bot').filter({ hasText: 'Bot of Pat Fern' }).waitFor(PATIENT);
  assert.equal(await list.getByRole('listitem').count(), 1);
  await page.getByRole('button', { name: 'Bots' }).click();
  // By keys: what is found, and its card.
  const field = page.getByRole('searchbox', { name: 'Find somebody by name or address' });
  await field.fill('pat');
  await field.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Pat Fern' }).getByText('Member').waitFor(PATIENT);
  await page.keyboard.press('Escape');
  // The address says what was looked for; a change elsewhere shows at once.
  assert.match(page.url(), /\/people\?q=pat$/);
  await field.fill('');
  await home.must(own.patch(`/users/${gus.id}`, { role: 300 }));
  await row('Gus Guest').filter({ hasText: 'Moderator' }).waitFor(PATIENT);
  await field.fill('nobody of this name');
  await page.getByRole('button', { name: 'Show everybody' }).click(PATIENT);
  await row('Gus Guest').waitFor(PATIENT);
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test(
  'a group: made, described, joined, left, used and taken out of use, seen by another at once',
  OPTIONS,
  async () => {
    const [page, other] = await Promise.all([
      home.open(profile, '/chat/people/groups'),
      home.open(patsProfile, '/chat/people/groups'),
    ]);
    const list = page.getByRole('list', { name: 'Groups' });
    await page.getByText('No groups yet').waitFor(PATIENT);
    await other.getByText('No groups yet').waitFor(PATIENT);
    await page.getByRole('button', { name: 'Create group' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create group' });
    await dialog.getByLabel('Name', { exact: true }).fill('Night <b>shift</b>');
    await dialog.getByLabel(/What the group is for/).fill('Whoever drives after ten');
    await dialog.getByLabel('Members').fill('pat');
    await page.getByRole('option', { name: 'Pat Fern' }).click(PATIENT);
    await look(page, 'chat-group-new');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('heading', { name: 'Night <b>shift</b>' }).waitFor(PATIENT);
    const members = page.getByRole('list', { name: 'Members' });
    await members.getByText('Pat Fern').waitFor(PATIENT);
    // Pat sees it, and is in it; what Pat may not do is not there.
    await other.getByRole('link', { name: /Night <b>shift<\/b>/ }).click(PATIENT);
    await other.getByRole('button', { name: 'Leave' }).waitFor(PATIENT);
    assert.equal(await other.getByRole('button', { name: /^Remove/ }).count(), 0);
    assert.equal(await other.getByLabel('Add people or groups').count(), 0);
    await other.getByRole('button', { name: 'More for this group' }).click();
    assert.deepEqual(await other.getByRole('menuitem').allTextContents(), ['Copy mention']);
    await other.keyboard.press('Escape');
    await other.getByRole('button', { name: 'Leave' }).click();
    await members.getByText('Pat Fern').waitFor({ ...PATIENT, state: 'detached' });
    // Pat may not come back; whoever manages the group puts in a person and a group.
    await other.getByRole('button', { name: 'Leave' }).waitFor({ ...PATIENT, state: 'detached' });
    assert.equal(await other.getByRole('button', { name: 'Join' }).count(), 0);
    const drivers = (await home.must(own.post('/user_groups/create', { name: 'Drivers', members: [pat.userId] })))
      .group_id;
    const add = page.getByLabel('Add people or groups');
    await add.fill('dri');
    await page.getByRole('option', { name: 'Drivers' }).click(PATIENT);
    await page.getByRole('combobox', { name: 'Add people or groups' }).fill('ada');
    await page.getByRole('option', { name: 'Ada Owner' }).click(PATIENT);
    await page.getByRole('button', { name: 'Add 2 members' }).click();
    await members.getByRole('link', { name: /Drivers/ }).waitFor(PATIENT);
    await members.getByText('Ada Owner').waitFor(PATIENT);
    await other.getByText('You are in it').waitFor(PATIENT);
    await look(page, 'chat-group');
    await page.getByRole('radio', { name: 'All of them: 2 people' }).check();
    await members.getByText('Through Drivers').waitFor(PATIENT);
    await page.getByRole('radio', { name: 'Direct members' }).check();
    await page.getByRole('button', { name: 'Remove Ada Owner' }).click(PATIENT);
    await members.getByText('Ada Owner').waitFor({ ...PATIENT, state: 'detached' });
    // Where it is used, live; and why it cannot go.
    const nightId = Number(/groups\/(\d+)/.exec(page.url())![1]);
    await page.getByRole('tab', { name: 'Where it is used' }).click();
    await page.getByText('is in no other group').waitFor(PATIENT);
    await home.must(own.post('/channels/create', { name: 'dock', subscribers: [], can_send_message_group: nightId }));
    await page.getByText('May post messages').waitFor(PATIENT);
    await look(page, 'chat-group-uses');
    await page.getByRole('tab', { name: 'Permissions' }).click();
    // In sentences, which the other sees change; whoever may not manage the group only reads them.
    await page.getByText('Everybody may mention the group.').waitFor(PATIENT);
    await look(page, 'chat-group-permissions');
    await other.getByRole('tab', { name: 'Permissions' }).click();
    await other.getByText('Everybody may mention the group.').waitFor(PATIENT);
    assert.equal(await other.getByRole('button', { name: /^Change: / }).count(), 0);
    await page.getByRole('button', { name: 'Change: Mention the group' }).click();
    const mention = page.getByRole('dialog', { name: 'Mention the group' });
    await mention.getByRole('combobox').fill('moder');
    await mention.getByRole('option', { name: /Moderators/ }).click();
    await look(page, 'chat-group-permission');
    await mention.getByRole('button', { name: 'Save' }).click();
    await mention.waitFor({ ...PATIENT, state: 'detached' });
    await other.getByText('Moderators may mention the group.').waitFor(PATIENT);
    // Whoever may join does so by themselves, as soon as they may.
    await home.must(
      own.patch(`/user_groups/${nightId}`, { can_join_group: { new: await systemGroup('role:members') } }),
    );
    await other.getByRole('button', { name: 'Join' }).click(PATIENT);
    await other.getByRole('button', { name: 'Leave' }).waitFor(PATIENT);
    const { members: joined } = await home.must(own.get(`/user_groups/${nightId}/members?direct_member_only=true`));
    assert.deepEqual(joined, [pat.userId]);
    await page.getByRole('button', { name: 'More for this group' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate group' }).click();
    const asked = page.getByRole('dialog', { name: /^Deactivate/ });
    await asked.getByText('Take it out of these places first').waitFor(PATIENT);
    assert.equal(await asked.getByRole('button', { name: 'Deactivate group' }).count(), 0);
    await look(page, 'chat-group-in-use');
    await asked.getByRole('button', { name: 'Close' }).last().click();
    const { stream_id } = await home.must(own.get('/get_stream_id', { stream: 'dock' }));
    await home.must(
      own.patch(`/streams/${stream_id}`, { can_send_message_group: { new: await systemGroup('role:everyone') } }),
    );
    await page.getByRole('button', { name: 'More for this group' }).click();
    await page.getByRole('menuitem', { name: 'Change name and description' }).click();
    const editor = page.getByRole('dialog', { name: 'Change name and description' });
    await editor.getByLabel('Name', { exact: true }).fill('Late shift');
    // What somebody else changes meanwhile is not overwritten.
    await home.must(own.patch(`/user_groups/${nightId}`, { description: 'Whoever drives after eleven' }));
    await page.getByText('Whoever drives after eleven').waitFor(PATIENT);
    await editor.getByRole('button', { name: 'Save' }).click();
    await other.getByRole('heading', { name: 'Late shift' }).waitFor(PATIENT);
    const { user_groups } = await home.must(own.get('/user_groups'));
    const night = user_groups.find((each: { id: number }) => each.id === nightId);
    assert.deepEqual([night.name, night.description], ['Late shift', 'Whoever drives after eleven']);
    // A name that is taken: the server's sentence, where it happened.
    await page.getByRole('button', { name: 'More for this group' }).click();
    await page.getByRole('menuitem', { name: 'Change name and description' }).click();
    await editor.getByLabel('Name', { exact: true }).fill('Drivers');
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByRole('alert').waitFor(PATIENT);
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'More for this group' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate group' }).click();
    await asked.getByRole('button', { name: 'Deactivate group' }).click(PATIENT);
    await page.getByRole('button', { name: 'Use again' }).waitFor(PATIENT);
    await other.getByText('Deactivated').waitFor(PATIENT);
    assert.equal(await other.getByRole('button', { name: 'Use again' }).count(), 0);
    await page.getByRole('button', { name: 'Use again' }).click();
    await page.getByRole('button', { name: 'Use again' }).waitFor({ ...PATIENT, state: 'detached' });
    // Groups of roles are looked at only; what is nowhere says so.
    await page.getByRole('link', { name: 'All groups' }).click();
    await list.getByText('Drivers').waitFor(PATIENT);
    await look(page, 'chat-groups');
    await page.getByRole('button', { name: 'Roles' }).click();
    await list.getByRole('link', { name: /^Moderators/ }).click(PATIENT);
    await page.getByText('This group follows from people’s roles').waitFor(PATIENT);
    assert.equal(await page.getByRole('tab', { name: 'Permissions' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'More for this group' }).count(), 0);
    await page.goto('/chat/people/groups/99999');
    await page.getByText('This group is not here').waitFor(PATIENT);
    await page.goto(`/chat/people/groups/${drivers}/nothing`);
    await page.getByRole('heading', { name: 'This is not here' }).first().waitFor(PATIENT);
    await page.close();
    await other.close();
    const complaints = chromium.takeComplaints().filter((each) => !each.includes('status of 400'));
    assert.deepEqual(complaints, []);
  },
);

test('people are invited by addresses and by link, invited again, and not any more', OPTIONS, async () => {
  await home.must(own.post('/user_groups/create', { name: 'Newcomers' }));
  const page = await home.open(profile, '/chat/people/invitations');
  await page.getByText('No open invitations').waitFor(PATIENT);
  await look(page, 'chat-invitations-none');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('E-mail addresses').fill('nina@couriers.example, pat@example.com');
  await dialog.getByLabel('Join as').selectOption('Guest');
  await dialog.getByLabel('More channels').fill('gar');
  await page.getByRole('option', { name: 'garage' }).click(PATIENT);
  await dialog.getByLabel('Groups').fill('new');
  await page.getByRole('option', { name: 'Newcomers' }).click(PATIENT);
  await look(page, 'chat-invite');
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  // One was invited, one has an account: the rest is left to be mended.
  await dialog.getByRole('alert').getByText('pat@example.com').waitFor(PATIENT);
  assert.equal(await dialog.getByLabel('E-mail addresses').inputValue(), 'pat@example.com');
  await look(page, 'chat-invite-refused');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const list = page.getByRole('list', { name: 'Invitations' });
  await list.getByText('nina@couriers.example').waitFor(PATIENT);
  const note = list.getByText('Guest · invited by you');
  await note.waitFor(PATIENT);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(await note.evaluate((words) => words.scrollWidth <= words.clientWidth), 'who invited is cut');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Actions for nina@couriers.example' }).click();
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  await home.toast('Invitation sent again.', page).waitFor(PATIENT);
  // By a link, which is shown now and later, and opens the page to join.
  await page.getByRole('button', { name: 'Invite people' }).click();
  await dialog.getByRole('radio', { name: 'By link' }).check();
  await dialog.getByLabel('Works for').selectOption('no end');
  await dialog.getByLabel('Join as').selectOption('Guest');
  await dialog.getByLabel('More channels').fill('gar');
  await page.getByRole('option', { name: 'garage' }).click(PATIENT);
  await dialog.getByLabel('Groups').fill('new');
  await page.getByRole('option', { name: 'Newcomers' }).click(PATIENT);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('dialog', { name: 'Invitation link' });
  const link = await made.getByLabel('Invitation link').first().inputValue(PATIENT);
  await look(page, 'chat-invite-link');
  await made.getByRole('button', { name: 'Close' }).last().click();
  assert.match(link, /\/join\/[0-9A-Za-z]{32}$/);
  await list.getByText('No end').waitFor(PATIENT);
  await look(page, 'chat-invitations');
  // Whoever opens it joins with the role, the channels and the groups that were chosen.
  const door = await (await chromium.profile({ baseURL: server.url })).newPage();
  await door.goto(link);
  await door.getByLabel('Your name').fill('Lin Link');
  await door.getByLabel('E-mail address').fill('lin@couriers.example');
  await door.getByLabel('Password', { exact: true }).fill('a much better phrase');
  await door.getByRole('button', { name: 'Join', exact: true }).click();
  const lin = async () =>
    (await home.must(own.get('/users'))).members.find(
      ({ full_name }: { full_name: string }) => full_name === 'Lin Link',
    );
  await home.until('somebody new', async () => (await lin()) !== undefined);
  const { user_id: linId, role } = await lin();
  const { stream_id: garage } = await home.must(own.get('/get_stream_id', { stream: 'garage' }));
  const { is_subscribed } = await home.must(own.get(`/users/${linId}/subscriptions/${garage}`));
  const { user_groups } = await home.must(own.get('/user_groups'));
  const newcomers = user_groups.find(({ name }: { name: string }) => name === 'Newcomers');
  assert.deepEqual([role, is_subscribed, newcomers.members], [600, true, [linId]]);
  await door.context().close();
  // Another administrator's page has it too; somebody who may not invite has neither the view nor a way to it.
  const other = await home.open(patsProfile, '/chat/people');
  await other.getByRole('link', { name: 'Groups' }).waitFor(PATIENT);
  const nobody = await systemGroup('role:nobody');
  await home.must(own.patch('/realm', { can_invite_users_group: { new: nobody } }));
  await other.getByRole('link', { name: 'Invitations' }).waitFor({ ...PATIENT, state: 'detached' });
  await other.goto('/chat/people/invitations');
  await other.getByRole('heading', { name: 'This is not here' }).first().waitFor(PATIENT);
  // Revoked elsewhere: gone here.
  const { invites } = await home.must(own.get('/invites'));
  const { id } = invites.find(({ is_multiuse }: { is_multiuse: boolean }) => !is_multiuse);
  await home.must(own.delete(`/invites/${id}`));
  await list.getByText('nina@couriers.example').waitFor({ ...PATIENT, state: 'detached' });
  await page.getByRole('button', { name: 'Actions for Invitation link' }).click();
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke invitation' })
    .click();
  await page.getByText('No open invitations').waitFor(PATIENT);
  await page.close();
  await other.close();
  const complaints = chromium.takeComplaints().filter((each) => !each.includes('status of 400'));
  assert.deepEqual(complaints, []);
});

test('the profile: a picture cut to a square, fields of the organization, links to the account', OPTIONS, async () => {
  const field = async (form: object) => (await home.must(own.post('/realm/profile_fields', { ...form }))).id as number;
  await field({ name: 'Phone', field_type: 1, hint: 'With the country' });
  await field({
    name: 'Vehicle',
    field_type: 3,
    field_data: { van: { text: 'Van', order: '1' }, bike: { text: 'Bike', order: '2' } },
  });
  await field({ name: 'Birthday', field_type: 4 });
  await field({ name: 'Page', field_type: 5 });
  await field({ name: 'Mentor', field_type: 6 });
  await field({ name: 'Badge', field_type: 1, editable_by_user: false });
  const page = await home.open(patsProfile, '/chat/settings');
  const other = await openLift(profile);
  const part = page.getByRole('region', { name: 'Profile' });
  await part.getByLabel('Phone').fill('+1 415 555 0100');
  assert.equal(await part.getByLabel('Badge').count(), 0);
  await part.getByLabel('Vehicle').selectOption('Bike');
  await part.getByLabel('Birthday').fill('1990-02-03');
  await part.getByLabel('Page').fill('https://pat.example/<b>');
  await part.getByLabel('Mentor').fill('ada');
  await page.getByRole('option', { name: 'Ada Owner' }).click(PATIENT);
  await look(page, 'chat-profile');
  await part.getByRole('button', { name: 'Save fields' }).click();
  await home.toast('Profile saved.', page).waitFor(PATIENT);
  // The picture: wide, cut in the middle, moved to its left edge by keys.
  const wide = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#00f' } })
    .composite([{ input: { create: { width: 200, height: 200, channels: 3, background: '#f00' } }, left: 0, top: 0 }])
    .png()
    .toBuffer();
  await part.getByLabel('Choose picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: wide });
  const cut = page.getByRole('dialog', { name: 'Cut your picture' });
  await cut.getByRole('img').focus(PATIENT);
  for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowLeft');
  await look(page, 'chat-picture-cut');
  await cut.getByRole('button', { name: 'Save picture' }).click();
  await cut.waitFor({ ...PATIENT, state: 'detached' });
  const { avatar_url } = (await home.must(own.get(`/users/${pat.userId}`))).user;
  const picture = await profile.request.get(avatar_url);
  const { data, info } = await sharp(await picture.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [500, 500]);
  // Near its lower right corner.
  const at = (490 * info.width + 490) * info.channels;
  assert.ok(data[at]! > 200 && data[at + 2]! < 60, `red, not ${data.subarray(at, at + info.channels).join()}`);
  await part.getByRole('button', { name: 'Remove picture' }).waitFor(PATIENT);
  await part
    .getByLabel('Choose picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await part.getByText('can’t open the picture').waitFor(PATIENT);
  await part.getByRole('button', { name: 'Remove picture' }).click();
  await part.getByRole('button', { name: 'Remove picture' }).waitFor({ ...PATIENT, state: 'detached' });
  // The card that others see.
  await home.must(
    pat.client.post('/messages', { type: 'channel', to: 'garage', topic: 'hello', content: 'I am here' }),
  );
  await other
    .getByRole('article')
    .filter({ hasText: 'I am here' })
    .getByRole('button', { name: 'Pat Fern' })
    .first()
    .click(PATIENT);
  const card = other.getByRole('dialog', { name: 'Pat Fern' });
  for (const text of ['+1 415 555 0100', 'Bike', /^(?:February 3, |3 February )1990$/, 'Ada Owner'])
    await card.getByText(text).waitFor(PATIENT);
  const href = await card.getByRole('link', { name: 'https://pat.example/' }).getAttribute('href');
  assert.match(href!, /^https:\/\/pat\.example\//);
  await card.getByText('Member · online').waitFor(PATIENT);
  assert.ok(await card.locator('.avatar img').getAttribute('src'));
  await look(other, 'chat-profile-card');
  // Where they are, what they are in, and what is shared; their mention is copied, and they are muted, from the card.
  await home.must(own.post('/user_groups/create', { name: 'Porters <i>', members: [pat.userId] }));
  const inTokyo = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tokyo', hour: 'numeric' });
  const hourInTokyo = () => Number.parseInt(inTokyo.format(new Date()), 10);
  // The hour may strike in between.
  const hours = [hourInTokyo()];
  await home.must(pat.client.patch('/settings', { timezone: 'Asia/Tokyo' }));
  const fact = async (name: string, value: RegExp) => {
    const row = card.locator('dl > div').filter({ has: other.getByText(name, { exact: true }) });
    await row.filter({ hasText: value }).waitFor(PATIENT);
  };
  await fact('Groups', /Porters <i>/);
  await fact('In common', /^In common\d+ channel/);
  await fact('Local time', /^Local time\d+:\d\d.[ap]m$/);
  const time = (await card.locator('dl > div').filter({ hasText: 'Local time' }).textContent())!;
  hours.push(hourInTokyo());
  assert.ok(
    hours.some((hour) => time.startsWith(`Local time${hour}:`)),
    `${time} at ${hours}`,
  );
  await profile.grantPermissions(['clipboard-read', 'clipboard-write']);
  await card.getByRole('button', { name: 'Copy mention' }).click(PATIENT);
  await home.until('the mention', async () => {
    return (await other.evaluate(() => navigator.clipboard.readText())) === '@**Pat Fern**';
  });
  await card.getByRole('button', { name: 'Mute', exact: true }).click(PATIENT);
  await other.getByText('Message from somebody you muted').first().waitFor(PATIENT);
  await card.getByRole('button', { name: 'Unmute', exact: true }).click(PATIENT);
  await other
    .getByText('Message from somebody you muted')
    .first()
    .waitFor({ ...PATIENT, state: 'detached' });
  await other.keyboard.press('Escape');
  // People of the organization, by who is here and by name; and the list folds away.
  const side = other.getByRole('complementary', { name: 'People' });
  const listed = side.getByRole('list').getByRole('button');
  await listed.filter({ hasText: 'Pat Fern' }).waitFor(PATIENT);
  assert.match((await listed.first().textContent())!, /online/);
  await side.getByRole('searchbox', { name: 'Search people' }).fill('fern');
  await home.until('one of them', async () => (await listed.count()) === 1);
  await side.getByRole('button', { name: 'Hide people' }).click();
  await side.waitFor({ ...PATIENT, state: 'detached' });
  await other.keyboard.press('w');
  const filter = side.getByRole('searchbox', { name: 'Search people' });
  await home.until('its filter', () => filter.evaluate((field) => field === document.activeElement));
  // The rest of what is one's own is on the account's pages.
  const links = await page
    .locator('.profile-links a')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  assert.deepEqual(links, [
    ...['/account', '/account/password', '/account/second-factor', '/account/devices', '/account/data'],
    '/account/assistants',
  ]);
  for (const href of links) assert.equal((await patsProfile.request.get(href!)).status(), 200, href!);
  await part.getByRole('link', { name: 'Password' }).click();
  await page.waitForURL(/\/account\/password/);
  for (const each of [page, other]) await each.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('own bots: made, their key shown once and renewed, deactivated; others may not', OPTIONS, async () => {
  const page = await home.open(profile, '/chat/settings');
  const part = page.getByRole('region', { name: 'Your bots' });
  await part.getByRole('button', { name: 'Create bot' }).click(PATIENT);
  const dialog = page.getByRole('dialog', { name: 'Create bot' });
  await dialog.getByLabel('Name', { exact: true }).fill('Wéather Bot');
  assert.equal(await dialog.getByLabel('Short name').inputValue(), 'weather-bot');
  await look(page, 'chat-bot-new');
  await dialog.getByRole('button', { name: 'Create bot' }).click();
  const shown = page.getByRole('dialog', { name: 'Key of Wéather Bot' });
  const keyOf = async () => ({
    email: await shown.getByLabel('Address').inputValue(PATIENT),
    api_key: await shown.getByLabel('Key', { exact: true }).inputValue(PATIENT),
  });
  const first = await keyOf();
  await look(page, 'chat-bot-key');
  const download = page.waitForEvent('download');
  await shown.getByRole('button', { name: 'Download as file' }).click();
  const file = await (await download).createReadStream();
  const content = Buffer.concat(await file.toArray()).toString();
  assert.equal(content, `[api]\nemail=${first.email}\nkey=${first.api_key}\nsite=${server.url}\n`);
  await shown.getByRole('button', { name: 'Close' }).last().click();
  const works = async ({ email, api_key }: { email: string; api_key: string }) =>
    (await new ChatClient({ site: own.site, email, api_key }).get('/users/me')).status === 200;
  assert.equal(await works(first), true);
  await part.getByText('Wéather Bot').waitFor(PATIENT);
  await look(page, 'chat-bots');
  await part.getByRole('button', { name: 'Actions for Wéather Bot' }).click();
  await page.getByRole('menuitem', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'Create new key' }).click(PATIENT);
  const second = await keyOf();
  assert.deepEqual([await works(first), await works(second)], [false, true]);
  await shown.getByRole('button', { name: 'Close' }).last().click();
  await part.getByRole('button', { name: 'Actions for Wéather Bot' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate bot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate bot' }).click(PATIENT);
  await part.getByText('You have no bots.').waitFor(PATIENT);
  assert.equal(await works(second), false);
  // Webhooks: one through which another service writes, and one whose messages go to an address.
  const bots = async () =>
    (await home.must(own.get('/bots'))).bots.map((bot: { bot_type: number; services: { base_url: string }[] }) => [
      bot.bot_type,
      ...bot.services.map(({ base_url }) => base_url),
    ]);
  for (const [name, kind, address] of [
    ['Shop', 'Incoming webhook', undefined],
    ['Echo', 'Outgoing webhook', 'https://echo.example/messages'],
  ] as const) {
    await part.getByRole('button', { name: 'Create bot' }).click(PATIENT);
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Kind').selectOption(kind);
    if (address) await dialog.getByLabel('Address').fill(address);
    if (address) await look(page, 'chat-bot-webhook');
    await dialog.getByRole('button', { name: 'Create bot' }).click();
    const key = page.getByRole('dialog', { name: `Key of ${name}` });
    await key.getByRole('button', { name: 'Close' }).last().click(PATIENT);
    await part
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(new RegExp(`^${kind} · `))
      .waitFor(PATIENT);
  }
  assert.deepEqual((await bots()).toSorted(), [[2], [3, 'https://echo.example/messages']]);
  const nobody = await systemGroup('role:nobody');
  await home.must(own.patch('/realm', { can_create_bots_group: { new: nobody } }));
  await part.getByRole('button', { name: 'Create bot' }).waitFor({ ...PATIENT, state: 'detached' });
  for (const { user_id } of (await home.must(own.get('/bots'))).bots) await home.must(own.delete(`/bots/${user_id}`));
  await part.getByText('Ask an administrator').waitFor(PATIENT);
  await page.close();
  assert.deepEqual(chromium.takeComplaints(), []);
});

test('whoever leaves the organization is out, and the last owner stays', OPTIONS, async () => {
  const lena = await person('lena@example.com', 'Lena Leaving');
  const lenas = await home.signedIn({}, 'lena@example.com');
  const [page, other] = await Promise.all([home.open(profile, '/chat/settings'), home.open(lenas, '/chat/settings')]);
  const list = await home.open(patsProfile, '/chat/people');
  await list.locator('.person-link', { hasText: 'Lena Leaving' }).waitFor(PATIENT);
  await page.getByRole('button', { name: 'Leave organization' }).click(PATIENT);
  const dialog = page.getByRole('dialog', { name: /^Leave / });
  await look(page, 'chat-leave');
  await dialog.getByRole('button', { name: 'Leave organization' }).click();
  await dialog.getByRole('alert').waitFor(PATIENT);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await other.getByRole('button', { name: 'Leave organization' }).click(PATIENT);
  await other
    .getByRole('dialog', { name: /^Leave / })
    .getByRole('button', { name: 'Leave organization' })
    .click();
  await other.waitForURL((url) => !url.pathname.startsWith('/chat'), PATIENT);
  assert.equal((await lena.client.get('/users/me')).status, 401);
  await list.locator('.person-link', { hasText: 'Lena Leaving' }).waitFor({ ...PATIENT, state: 'detached' });
  for (const each of [page, other, list]) await each.close();
  chromium.takeComplaints();
});
