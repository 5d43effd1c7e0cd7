import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityProblems, Chromium, takePicture, withoutBrowser } from '../harness/chromium.ts';
import { DispatchClient, until } from '../harness/clients.ts';
import { destinationAt } from '../harness/fleet.ts';
import { png } from '../harness/pictures.ts';
import { startTestServer } from '../harness/server.ts';
import { PASSWORD, Visitors } from '../harness/visitors.ts';

/** The many pictures are for whoever looks at them: `PICTURES` says where they go. */
const PICTURES = process.env.PICTURES ? false : 'no folder for pictures';

/** Timeout of everything below: a browser on a loaded machine is slow. */
const TIMEOUT_MS = 900_000;

describe('the administration, in a browser', { skip: withoutBrowser, timeout: TIMEOUT_MS }, () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let chromium: Chromium;
  let visitors: Visitors;
  let profile: BrowserContext;
  let page: Page;

  before(async () => {
    [server, chromium] = await Promise.all([startTestServer({ web: true }), Chromium.start()]);
    visitors = new Visitors(server, await server.organization({ ownerEmail: 'olive@couriers.example' }));
    await visitors.person('mara');
    profile = await signedIn('olive@couriers.example');
    page = await profile.newPage();
  });
  after(async () => {
    await chromium?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(chromium.takeComplaints(), []));

  async function signedIn(email: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const viewport = { width: 1280, height: 800 };
    const context = await chromium.profile({ baseURL: server.url, viewport, ...options });
    const answer = await context.request.post('/api/session', {
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      data: { email, password: PASSWORD },
    });
    assert.equal(answer.status(), 200, await answer.text());
    return context;
  }
  const heading = (name: string, tab = page) => tab.getByRole('heading', { name, level: 1, exact: true });
  const button = (name: string, tab = page) => tab.getByRole('button', { name, exact: true });
  const dialog = (name: string, tab = page) => tab.getByRole('dialog', { name });
  const toast = (text: string | RegExp, tab = page) => tab.getByRole('status').filter({ hasText: text }).last();
  /** By how much something is wider than there is room for: the page, or what scrolls in it. */
  const overflow = () =>
    page.evaluate(() =>
      Math.max(
        ...[document.documentElement, document.querySelector('.admin-main')!].map(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        ),
      ),
    );
  /** Checks how a screen looks and that it is accessible. */
  async function look(name: string, tab = page): Promise<void> {
    assert.deepEqual(await accessibilityProblems(tab), [], name);
    await takePicture(tab, `admin-${name}`);
  }

  /** The same of what opens on a screen, for whoever looks at pictures. */
  async function peek(name: string): Promise<void> {
    if (PICTURES === false) await look(name);
  }

  test('people are found by what one types, and one of them is opened', async () => {
    await page.goto('/admin');
    await heading('People').waitFor();
    await page.getByRole('row', { name: /mara person/ }).waitFor();
    await look('people');
    // Whoever looks is here now, and of others no more is said than is known.
    await page.getByRole('row', { name: /Olive Owner.*now$/ }).waitFor();
    await page.getByRole('searchbox').fill('MARA');
    await toast('1 person').waitFor();
    assert.match(page.url(), /q=MARA/);
    await page.getByRole('link', { name: 'mara person' }).click();
    await heading('mara person').waitFor();
    await page.getByRole('heading', { name: 'Sign-in' }).waitFor();
    await look('person');
  });

  test('several people are signed out and deactivated at once; whoever is refused stays selected', async () => {
    for (const name of ['rosa', 'otis']) await visitors.person(name);
    const rosas = await signedIn('rosa@couriers.example');
    const onePerson = page.url();
    await page.goto('/admin/people?q=person');
    const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name} person` });
    await tick('rosa').check();
    await tick('otis').check();
    const bar = page.getByRole('toolbar', { name: 'Selected people' });
    await bar.getByText('2 people selected').waitFor();
    await look('people-selected');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await look('people-selected-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await bar.getByRole('button', { name: 'Sign out everywhere' }).click();
    await dialog('Sign 1 person out everywhere?').getByRole('button', { name: 'Sign out everywhere' }).click();
    await toast('1 person is signed out everywhere').waitFor();
    assert.equal((await rosas.request.get('/api/session')).status(), 401);
    await tick('rosa').check();
    await tick('otis').check();
    await bar.getByRole('button', { name: 'Deactivate' }).click();
    await page.route(/\/api\/v1\/users\/\d+$/, (route) => route.abort(), { times: 1 });
    await page
      .getByRole('dialog', { name: 'Deactivate 2 people?' })
      .getByRole('button', { name: 'Deactivate' })
      .click();
    await toast('1 person deactivated').waitFor();
    chromium.takeComplaints();
    await toast('1 person was refused').waitFor();
    await bar.getByText('1 person selected').waitFor();
    await bar.getByRole('button', { name: 'Deactivate' }).click();
    await page
      .getByRole('dialog', { name: 'Deactivate 1 person?' })
      .getByRole('button', { name: 'Deactivate' })
      .click();
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /rosa person.*deactivated/ }).waitFor();
    await page.getByRole('row', { name: /otis person.*deactivated/ }).waitFor();
    await page.goto(onePerson);
  });

  test('of ten thousand people those in view are drawn, and the next ones come as one scrolls', async () => {
    const tab = await profile.newPage();
    const PAGE = 2000;
    await tab.route('**/api/admin/people*', (route) => {
      const first = Number(new URL(route.request().url()).searchParams.get('after') ?? 0);
      const people = Array.from({ length: PAGE }, (_, n) => {
        const name = `Person ${String(first + n).padStart(4, '0')}`;
        const more = { email: `${first + n}@couriers.example`, emailVerified: true, phone: null, hasPassword: true };
        const chat = { userId: first + n, role: 400, isActive: true };
        const rest = { secondFactor: false, chat, dispatch: null, worker: null, sessions: 0, usedAt: null };
        return { id: name, name, ...more, ...rest };
      });
      const next = first + PAGE < 10_000 && { next: String(first + PAGE) };
      return route.fulfill({ json: { people, total: 10_000, ...next } });
    });
    await tab.goto('/admin/people');
    const rows = tab.locator('.admin-table tbody tr');
    await rows.first().waitFor();
    const scrollTo = (place: 'top' | 'end') =>
      tab.evaluate((to) => {
        const main = document.querySelector('main')!;
        main.scrollTop = to === 'end' ? main.scrollHeight : 0;
      }, place);
    // Rows that come meanwhile move the end.
    const scrollUntil = (isThere: () => Promise<boolean>) =>
      until(async () => {
        await scrollTo('end');
        return isThere();
      });
    for (let loaded = PAGE; loaded <= 10_000; loaded += PAGE) {
      const words = loaded < 10_000 ? `${loaded.toLocaleString('en-GB')} of 10,000 are shown` : '10,000 people';
      const shown = toast(words, tab);
      await scrollUntil(() => shown.isVisible());
      assert.ok((await rows.count()) <= 140, String(await rows.count()));
    }
    await scrollUntil(() => tab.getByRole('row', { name: 'Person 9999' }).isVisible());
    assert.ok((await rows.count()) <= 140, String(await rows.count()));
    await look('people-many', tab);
    await scrollTo('top');
    await tab.getByRole('row', { name: 'Person 0000' }).waitFor();
    assert.equal(await tab.getByRole('row', { name: 'Person 9999' }).count(), 0);
    await tab.close();
  });

  test('a role is changed, and somebody who looks on reads why theirs is not taken any more', async () => {
    const other = await (await signedIn('olive@couriers.example')).newPage();
    await other.goto(page.url());
    await button('Change the role').click();
    await dialog('Change the role').getByLabel('Role', { exact: true }).selectOption({ label: 'Moderator' });
    await peek('role');
    await button('Save').click();
    await toast('mara person: Moderator').waitFor();
    await page.getByText('Keeps order in the channels.').waitFor();
    await button('Deactivate').click();
    await dialog('Deactivate mara person?').getByRole('button', { name: 'Deactivate' }).click();
    await button('Reactivate').waitFor();
    await peek('deactivated');
    await button('Change the role', other).click();
    await dialog('Change the role', other).getByLabel('Role', { exact: true }).selectOption({ label: 'Guest' });
    await button('Save', other).click();
    await other.getByText('User is deactivated').waitFor();
    chromium.takeComplaints();
    await other.context().close();
    await button('Reactivate').click();
    await button('Deactivate').waitFor();
  });

  test('the last owner stays one, and reads why', async () => {
    await page.goto('/admin/people?q=olive');
    await page.getByRole('link', { name: /\(You\)$/ }).click();
    await button('Change the role').click();
    await dialog('Change the role').getByLabel('Role', { exact: true }).selectOption({ label: 'Member' });
    await button('Save').click();
    await page.getByText('The owner permission cannot be removed from the only organization owner.').waitFor();
    await peek('last-owner');
    chromium.takeComplaints();
    await button('Cancel').click();
  });

  test('the chat is invited to by mail and by a link that is scanned; both are taken back', async () => {
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByRole('heading', { name: 'No open invitations' }).waitFor();
    await peek('invitations-empty');
    // The first of all: the screen is another one as soon as there is one.
    await button('Invite').click();
    await dialog('Invite').getByRole('tab', { name: 'Chat, by link' }).click();
    await button('Create link').click();
    await dialog('Invite').getByRole('img', { name: 'Invitation link' }).waitFor();
    const link = await dialog('Invite').getByRole('textbox', { name: 'Invitation link' }).inputValue();
    assert.match(link, /\/join\/\w{32}$/);
    await peek('invitation-link');
    await dialog('Invite').getByRole('button', { name: 'Close' }).last().click();
    await button('Invite').click();
    await dialog('Invite').getByLabel('E-mail addresses').fill('nora@couriers.example, nils@couriers.example');
    await peek('invite');
    await button('Send invitation').click();
    await toast('2 invitations sent').waitFor();
    await page.getByRole('row', { name: /nora@couriers.example/ }).waitFor();
    await look('invitations');
    await button('More actions for this invitation: By link, for several people').click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await dialog('Revoke this link?').getByRole('button', { name: 'Revoke' }).click();
    await toast('Invitation revoked').waitFor();
    assert.equal((await fetch(link)).status, 404);
    // Several at once, those by mail and by link.
    await button('Invite').click();
    await dialog('Invite').getByRole('tab', { name: 'Chat, by link' }).click();
    await button('Create link').click();
    await dialog('Invite').getByRole('img', { name: 'Invitation link' }).waitFor();
    await dialog('Invite').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('checkbox', { name: 'Select nora@couriers.example' }).check();
    const bar = page.getByRole('toolbar', { name: 'Selected invitations' });
    await bar.getByText('1 invitation selected').waitFor();
    await bar.getByRole('button', { name: 'Select all 3' }).click();
    await bar.getByText('3 invitations selected').waitFor();
    await look('invitations-selected');
    await bar.getByRole('button', { name: 'Send again' }).click();
    await dialog('Send 2 invitations again?').getByRole('button', { name: 'Send again' }).click();
    await toast('2 invitations sent again').waitFor();
    for (const who of ['nora', 'nils', 'several people'])
      await page.getByRole('checkbox', { name: new RegExp(`^Select .*${who}`) }).check();
    await bar.getByRole('button', { name: 'Revoke' }).click();
    await dialog('Revoke 3 invitations?').getByRole('button', { name: 'Revoke' }).click();
    await toast('3 invitations revoked').waitFor();
    await page.getByRole('heading', { name: 'No open invitations' }).waitFor();
  });

  test('a key is shown once, works at once and is dead when it is revoked', async () => {
    await page.getByRole('link', { name: 'Keys' }).click();
    await heading('Keys').waitFor();
    await button('Create key').first().click();
    await dialog('Create key').getByLabel('What is it for?').fill('the shop');
    await dialog('Create key').getByRole('button', { name: 'Create key' }).click();
    const key = await dialog('The new key').getByRole('textbox').inputValue();
    const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
    const call = async () => (await fetch(`${server.url}/api/v2/hubs`, { headers })).status;
    assert.equal(await call(), 200);
    await peek('key-made');
    await dialog('The new key').getByRole('button', { name: 'Close' }).last().click();
    await button('Revoke: the shop').waitFor();
    assert.ok(!(await page.content()).includes(key));
    await look('keys');
    await button('Revoke: the shop').click();
    await dialog('Revoke the key “the shop”?').getByRole('button', { name: 'Revoke' }).click();
    await toast('Key revoked').waitFor();
    assert.equal(await call(), 401);
    // Several at once: one that is refused stays selected.
    for (const label of ['one', 'two', 'three'])
      await page.request.post('/api/admin/keys', {
        headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
        data: { label },
      });
    await page.reload();
    await page.getByRole('checkbox', { name: 'Select one' }).check();
    await page.getByRole('checkbox', { name: 'Select two' }).check();
    const bar = page.getByRole('toolbar', { name: 'Selected keys' });
    await bar.getByText('2 keys selected').waitFor();
    await look('keys-selected');
    await bar.getByRole('button', { name: 'Revoke' }).click();
    await page.route(/\/api\/admin\/keys\/./, (route) => route.abort(), { times: 1 });
    await dialog('Revoke 2 keys?').getByRole('button', { name: 'Revoke' }).click();
    await toast('1 key revoked').waitFor();
    await toast('1 was refused').waitFor();
    chromium.takeComplaints();
    await bar.getByText('1 key selected').waitFor();
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /three/ }).waitFor();
  });

  test('the webhook secret is shown to who says why, and changed with two that hold', async () => {
    await button('Show the secret').click();
    await dialog('Show the secret').getByLabel('Why do you need it?').fill('a new receiver');
    await dialog('Show the secret').getByRole('button', { name: 'Show the secret' }).click();
    const shown = dialog('Webhook secret');
    assert.match(await shown.getByRole('textbox').inputValue(), /^[0-9a-f]{64}$/);
    await peek('secret');
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await button('Change the secret').click();
    await shown.getByRole('textbox', { name: 'The next webhook secret' }).waitFor();
    await shown.getByRole('button', { name: 'Close' }).last().click();
    await button('End the old one').click();
    await toast('Only the next secret is valid now').waitFor();
    await button('Change the secret').waitFor();
  });

  /** Goes to a screen by the navigation. */
  async function goTo(name: string): Promise<void> {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await heading(name).waitFor();
  }

  test('a session of somebody is ended, and their page asks them to sign in', async () => {
    const context = await signedIn('mara@couriers.example');
    await goTo('Sessions');
    await page.getByText('this browser').waitFor();
    await look('sessions');
    await page
      .getByRole('button', { name: /^Sign out: mara person/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await toast('Browser signed out').waitFor();
    assert.equal((await context.request.get('/api/session')).status(), 401);
    await context.close();
    // All of them at once, and never the browser in which somebody looks.
    await visitors.person('nik');
    const others = await Promise.all(['mara', 'nik'].map((name) => signedIn(`${name}@couriers.example`)));
    await page.reload();
    await page.getByText('this browser').waitFor();
    const own = page.getByRole('row', { name: /this browser/ });
    assert.ok(await own.getByRole('checkbox').isDisabled());
    await page
      .getByRole('checkbox', { name: /^Select mara person/ })
      .first()
      .check();
    const bar = page.getByRole('toolbar', { name: 'Selected sessions' });
    await bar.getByRole('button', { name: /^Select all/ }).click();
    await look('sessions-selected');
    await bar.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await toast(/browsers signed out$/).waitFor();
    for (const other of others) {
      assert.equal((await other.request.get('/api/session')).status(), 401);
      await other.close();
    }
    assert.equal((await page.request.get('/api/session')).status(), 200);
  });

  test('a channel is made, is one for newcomers and is archived', async () => {
    await goTo('Channels');
    await button('Create channel').click();
    await dialog('Create channel').getByLabel('Name').fill('night shift');
    await peek('channel-form');
    await dialog('Create channel').getByRole('button', { name: 'Create channel' }).click();
    await toast('night shift created').waitFor();
    await page.getByLabel('Default: night shift').click();
    await toast('night shift is a default channel').waitFor();
    await page.getByRole('searchbox').fill('night');
    await look('channels');
    const { streams } = (await visitors.owner.get('/streams', { include_default: true })).json;
    assert.ok(
      streams.some((each: { name: string; is_default: boolean }) => each.name === 'night shift' && each.is_default),
    );
    // A number and a tick say nothing without the headings of their columns, which a phone has no room for.
    const cells = page.getByRole('row', { name: 'night shift' }).locator('td');
    const names = () => cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell, '::before').content));
    assert.deepEqual(await names(), Array(4).fill('none'));
    const usual = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 800 });
    assert.deepEqual(await names(), ['none', '"Subscribers"', '"Default"', 'none']);
    await look('channels-phone');
    await page.setViewportSize(usual);
    await button('More actions for night shift').click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await dialog('Archive night shift?').getByRole('button', { name: 'Archive' }).click();
    await toast('night shift archived').waitFor();
  });

  test('a group gets somebody and loses them again', async () => {
    await goTo('Groups');
    await page.getByRole('heading', { name: 'No group yet' }).waitFor();
    await peek('groups-empty');
    await button('Create group').click();
    await dialog('Create group').getByLabel('Name').fill('riders');
    await dialog('Create group').getByRole('button', { name: 'Create group' }).click();
    const asked: URL[] = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
    await page.getByRole('link', { name: 'riders' }).click();
    await heading('riders').waitFor();
    await button('Add person').click();
    await dialog('Add person').getByLabel('Name or e-mail').fill('mara');
    await dialog('Add person').getByRole('button', { name: 'Find' }).click();
    await dialog('Add person')
      .getByRole('button', { name: /^mara person/ })
      .click();
    await toast('mara person added').waitFor();
    await peek('group-add');
    await dialog('Add person').getByRole('button', { name: 'Close' }).last().click();
    await button('Remove: mara person').waitFor();
    await look('group');
    // Whoever is in it is asked for, and nobody else of the chat.
    const ofPeople = asked.filter(({ pathname }) => pathname === '/api/v1/users');
    assert.ok(
      ofPeople.length > 0 && ofPeople.every(({ searchParams }) => /^\[\d+\]$/.test(searchParams.get('user_ids')!)),
    );
    await button('Remove: mara person').click();
    await toast('mara person removed').waitFor();
    const groups = async () => (await visitors.owner.get('/user_groups')).json.user_groups;
    const ofName = async (name: string) => (await groups()).find((each: { name: string }) => each.name === name);
    // Permissions are sentences; each is changed in a dialog, as everywhere.
    await page.getByText(/may change the group and its permissions\.$/).waitFor();
    const joins = dialog('Join');
    const chooseRole = async (role: string) => {
      await button('Change: Join').click();
      await joins.getByRole('combobox').fill(role);
      await joins.getByRole('option', { name: role }).first().click();
    };
    await chooseRole('Everybody but');
    await joins.getByRole('button', { name: 'Save' }).click();
    await joins.waitFor({ state: 'detached' });
    await page.getByText('Everybody but guests may join without an invitation.').waitFor();
    const { id, can_join_group, can_manage_group } = await ofName('riders');
    assert.equal(can_join_group, (await ofName('role:members')).id);
    assert.equal(typeof can_manage_group, 'object');
    // Somebody else changes the same meanwhile: whoever did not see that changes nothing.
    const nobody = (await ofName('role:nobody')).id;
    await chooseRole('Owners');
    assert.equal((await visitors.owner.patch(`/user_groups/${id}`, { can_join_group: nobody })).status, 200);
    await joins.getByRole('button', { name: 'Save' }).click();
    await joins.getByText("'old' value does not match the expected value.").waitFor();
    chromium.takeComplaints();
    assert.equal((await ofName('riders')).can_join_group, nobody);
    await joins.getByRole('button', { name: 'Cancel' }).click();
    await button('Deactivate').click();
    await dialog('Deactivate riders?').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('heading', { name: 'No group yet' }).waitFor();
  });

  test('a custom field is made, changed and deleted', async () => {
    await goTo('Custom fields');
    await page.getByRole('heading', { name: 'No custom field yet' }).waitFor();
    await peek('fields-empty');
    await button('Create field').click();
    await dialog('Create field').getByLabel('Name').fill('Floor');
    await dialog('Create field').getByLabel('Key').fill('floor');
    await dialog('Create field').getByLabel('Kind').selectOption({ label: 'Whole number' });
    await peek('field-form');
    await dialog('Create field').getByRole('button', { name: 'Create field' }).click();
    await toast('Floor created').waitFor();
    await look('fields');
    await button('More actions for Floor').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog('Edit: Floor').getByLabel('Required').check();
    await button('Save').click();
    await page.getByText('required', { exact: true }).waitFor();
    await button('More actions for Floor').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog('Delete Floor?').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No custom field yet' }).waitFor();
  });

  test('the tracking page gets a colour, which is seen before it is kept', async () => {
    await goTo('Tracking page');
    await page.getByLabel('Own colour').check();
    await page.getByLabel('Colour', { exact: true }).fill('#ffdd00');
    await page.waitForFunction(
      () =>
        getComputedStyle(document.querySelector('.tracking-preview .brand-mark')!).backgroundColor ===
        'rgb(255, 221, 0)',
    );
    await page.getByLabel('Number to call').fill('+14155550123');
    await look('tracking');
    await button('Save').click();
    await toast('Saved').waitFor();
    await page.reload();
    await page.getByLabel('Colour', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Colour', { exact: true }).inputValue(), '#ffdd00');
  });

  test('the organization is named anew, and only addresses of a domain may join', async () => {
    await goTo('Organization');
    await page.getByLabel('Name', { exact: true }).fill('Couriers of the night');
    await button('Save').first().click();
    await page.getByRole('link', { name: 'Couriers of the night' }).waitFor();
    await button('Add a domain').click();
    await dialog('Add a domain').getByLabel('Domain', { exact: true }).fill('couriers.example');
    await dialog('Add a domain').getByRole('button', { name: 'Add a domain' }).click();
    await page.getByRole('row', { name: /couriers.example/ }).waitFor();
    await page.getByLabel('Only these domains').click();
    await page.locator('.admin-switch input:checked').waitFor();
    await page.getByText('United States', { exact: true }).waitFor();
    await look('organization');
    // What somebody else changed since the screen was shown stays as they want it, and is shown then.
    const rules = page.getByRole('form', { name: 'Rules of the chat' });
    const editing = rules.getByLabel('People may edit their own messages');
    assert.equal(await editing.isChecked(), true);
    assert.equal((await visitors.owner.patch('/realm', { allow_message_editing: false })).status, 200);
    await rules.getByLabel('No two people may have the same name').check();
    await rules.getByLabel('Delete messages after (days)').fill('365');
    await rules.getByRole('button', { name: 'Save' }).click();
    await rules.getByLabel('People may edit their own messages').and(page.locator(':not(:checked)')).waitFor();
    const { json } = await visitors.owner.post('/register', { event_types: ['realm'] });
    assert.deepEqual([json.realm_name, json.realm_emails_restricted_to_domains], ['Couriers of the night', true]);
    assert.deepEqual([json.realm_allow_message_editing, json.realm_require_unique_names], [false, true]);
    assert.equal(json.realm_message_retention_days, 365);
  });

  test('the organization gets a logo, which the tracking page bears, and another language', async () => {
    await page.goto('/admin/organization');
    const logo = page.getByRole('img', { name: 'The logo' });
    await button('Choose picture').waitFor();
    assert.equal(await logo.count(), 0);
    const buffer = await png(400, 400);
    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await logo.waitFor();
    const address = (await logo.getAttribute('src'))!;
    await look('organization-logo');
    const fleet = new DispatchClient(visitors.org.dispatch);
    const made = await fleet.post('/tasks', { destination: destinationAt() });
    const recipient = await (await chromium.profile({ baseURL: server.url })).newPage();
    await recipient.goto(new URL(made.json.trackingURL).pathname);
    assert.equal(await recipient.locator('header img').getAttribute('src'), address);
    await takePicture(recipient, 'tracking-logo');
    await recipient.context().close();
    await button('Remove logo').click();
    await logo.waitFor({ state: 'detached' });

    const language = page.getByLabel('Language', { exact: true });
    const choose = async (tag: string) => {
      await language.selectOption(tag);
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByRole('form', { name: 'Name and description' }).getByRole('button', { name: 'Save' }).click();
      assert.equal((await saved).status(), 200);
    };
    await choose('de');
    await page.reload();
    assert.equal(await language.inputValue(), 'de');
    await choose('en');
  });

  test('a test mail goes to oneself, and the outbox says how far it came', async () => {
    await goTo('Mail and SMS');
    await button('Send me a test e-mail').click();
    await toast('Test sent to olive@couriers.example').waitFor();
    await button('Send me a test SMS').click();
    await page.getByText('Your account has no phone number.').waitFor();
    chromium.takeComplaints();
    const row = page.getByRole('row', { name: /Hubbub test message/ });
    await row.waitFor();
    while (!(await row.getByText('stored here only').isVisible())) {
      await button('Check again').click();
      await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
    }
    await look('messages');
  });

  test('the audit log is narrowed to days as they are, and to what was asked for last', async () => {
    const context = await signedIn('olive@couriers.example', { timezoneId: 'Europe/Berlin' });
    const tab = await context.newPage();
    const isOfLog = (url: string) => new URL(url).pathname === '/api/v2/organization/audit-log';
    // On that day the clocks go on by an hour.
    const dayAsked = tab.waitForRequest((request) => isOfLog(request.url()));
    await tab.goto('/admin/audit?from=2026-03-29&to=2026-03-29');
    const asked = new URL((await dayAsked).url()).searchParams;
    assert.equal(Number(asked.get('to')) - Number(asked.get('from')), 23 * 3_600_000 - 1);
    // What is typed into and what is pressed stand on one line.
    const bottoms = await tab
      .locator('.audit-filter :is(input, select, button)')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().bottom)));
    assert.equal(new Set(bottoms).size, 1, bottoms.join());
    await tab.getByText('No matching entries.').waitFor();
    const held = Promise.withResolvers<void>();
    await tab.route('**/audit-log?action=channel', async (route) => {
      await held.promise;
      await route.continue();
    });
    const narrow = async (action: string) => {
      await tab.getByLabel('From', { exact: true }).fill('');
      await tab.getByLabel('Until', { exact: true }).fill('');
      await tab.getByLabel('Kind of change').selectOption(action);
      await button('Show', tab).click();
    };
    const late = tab.waitForResponse((response) => response.url().endsWith('audit-log?action=channel'));
    await narrow('channel');
    await narrow('group');
    await tab.getByRole('row', { name: /^Olive Owner \d+ created the group riders/ }).waitFor();
    held.resolve();
    await (await late).finished();
    await tab.evaluate(() => new Promise(requestAnimationFrame));
    assert.equal(await tab.getByRole('row', { name: /the channel/ }).count(), 0);
    await look('audit', tab);
    // Of one person, who is found by name, and whose name leads to them.
    await tab.getByLabel('Kind of change').selectOption('');
    await tab
      .getByRole('textbox', { name: 'Person' })
      .or(tab.getByRole('combobox', { name: 'Person' }))
      .pressSequentially('olive');
    await tab.getByRole('option', { name: /Olive Owner/ }).click();
    await button('Show', tab).click();
    await tab.waitForURL(/[?&]actor=\d+/);
    await tab
      .getByRole('row', { name: /signed in/ })
      .first()
      .waitFor();
    await look('audit-person', tab);
    await tab
      .getByRole('row')
      .getByRole('link', { name: /Olive Owner/ })
      .first()
      .click();
    await heading('People', tab).waitFor();
    assert.match(tab.url(), /q=Olive/);
    await context.close();
    // In the reader's language.
    const german = await signedIn('olive@couriers.example', { locale: 'de-DE' });
    const seite = await german.newPage();
    await seite.goto('/admin/audit?action=group');
    await seite.getByRole('row', { name: /hat die Gruppe riders angelegt/ }).waitFor();
    await seite.goto('/admin/audit?action=person');
    await seite
      .getByRole('row', { name: /hat sich angemeldet\s*mit: Passwort/ })
      .first()
      .waitFor();
    // No word is cut between its letters: where that is not done, nothing needs more room.
    await seite.goto('/admin/incoming');
    await seite.locator('.admin-table').waitFor();
    for (const names of ['.admin-table tbody th', '.admin-nav a']) {
      const cut = await seite.locator(names).evaluateAll((all) =>
        all
          .filter((each) => {
            const { clientWidth, clientHeight, style } = each as HTMLElement;
            style.overflowWrap = 'normal';
            const { clientWidth: width, clientHeight: height, scrollWidth } = each;
            style.overflowWrap = '';
            return width !== clientWidth || height !== clientHeight || scrollWidth > width;
          })
          .map(({ textContent }) => textContent),
      );
      assert.deepEqual(cut, [], names);
    }
    await german.close();
  });

  test('the services whose webhooks are read stand with their events and the form of their address', async () => {
    await page.goto('/admin/incoming');
    await heading('Incoming webhooks').waitFor();
    const row = page.getByRole('row', { name: /GitHub/ });
    await row.getByText(/pull_request_review/).waitFor();
    const address = row.getByRole('textbox', { name: 'Address for GitHub' });
    assert.equal(
      await address.inputValue(),
      `${server.url}/api/v1/external/github?api_key=API_KEY&stream=CHANNEL&topic=TOPIC`,
    );
    await look('incoming');
  });

  test('every other screen says what it has', async () => {
    for (const [name, picture] of [
      ['Map', 'map'],
      ['Health', 'health'],
    ] as const) {
      await goTo(name);
      await page.waitForFunction(() => !document.querySelector('.loading'));
      await look(picture);
    }
  });

  test('what the console has is a link into it, by the address of old too', async () => {
    const inNavigation = page.getByRole('navigation', { name: 'Screens of the administration' });
    for (const [name, path] of [
      ['Teams and hubs', '/dispatch/fleet'],
      ['Webhooks', '/dispatch/webhooks'],
    ] as const) {
      await page.goto('/admin/people');
      await inNavigation.getByRole('link', { name: `${name} in the console` }).click();
      await page.waitForURL((url) => url.pathname === path);
      await page.goto(path.replace('dispatch', 'admin'));
      await page.waitForURL((url) => url.pathname === path);
    }
    await page.goto('/admin/people');
  });

  test('on a phone the screens are chosen from a list that goes again, and nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/admin/people?language=de');
    await page.locator('.admin-table').waitFor();
    await button('Seiten der Verwaltung').click();
    await look('phone-navigation');
    await page.getByRole('navigation').getByRole('link', { name: 'Organisation' }).click();
    await heading('Organisation').waitFor();
    await page.getByRole('navigation').waitFor({ state: 'hidden' });
    await page.locator('.admin-part').first().waitFor();
    assert.equal(await overflow(), 0);
    await look('phone-organization');
  });

  test('in the dark, wide, in German and from right to left', { skip: PICTURES }, async () => {
    for (const [name, width, language, colorScheme] of [
      ['dark', 1280, 'en', 'dark'],
      ['phone', 390, 'en', 'light'],
      ['tablet', 1024, 'de', 'dark'],
      ['wide', 1920, 'ar-XB', 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      for (const path of [
        'people',
        'sessions',
        'channels',
        'organization',
        'keys',
        'invitations',
        'messages',
        'tracking',
      ]) {
        await page.goto(`/admin/${path}?language=${language}`);
        await page.locator('.admin-part, .admin-table, .empty').first().waitFor();
        await page.waitForFunction(() => !document.querySelector('.loading'));
        assert.equal(await overflow(), 0, `${path} ${name}`);
        await look(`${path}-${name}`);
      }
    }
  });

  test('whoever manages nothing reads why; an administrator of the chat sees the chat alone', async () => {
    const context = await signedIn('mara@couriers.example');
    const tab = await context.newPage();
    await tab.goto('/admin/keys');
    await tab.getByRole('heading', { name: 'You don’t have administrator access' }).waitFor();
    await look('door', tab);
    await context.close();
    const { user_id } = (await visitors.owner.get('/users/mara@couriers.example')).json.user;
    assert.equal((await visitors.owner.patch(`/users/${user_id}`, { role: 200 })).status, 200);
    const administrator = await signedIn('mara@couriers.example');
    const theirs = await administrator.newPage();
    await theirs.goto('/admin');
    await heading('People', theirs).waitFor();
    const links = theirs.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    assert.deepEqual(await links.allTextContents(), [
      'People',
      'Invitations',
      'Channels',
      'Groups',
      'Permissions',
      'New people',
      'Emoji',
      'Links and code',
      'Bots',
      'Incoming webhooks',
      'Exports',
      'Organization',
    ]);
    await theirs.goto('/admin/keys');
    await theirs.getByRole('heading', { name: 'No access' }).waitFor();
    await administrator.close();
  });
});
