import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DispatchClient } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { NEXT_PASSWORD, PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const org = await server.organization({ ownerEmail: 'olive@couriers.example' });
const { browse, signedIn, owner, sent, sentLink } = new Visitors(server, org);
const dispatch = new DispatchClient(org.dispatch);

describe('an invitation', () => {
  const linkOf = async () => new URL((await owner.post('/invites/multiuse', {})).json.invite_link).pathname;

  test('is accepted with a name and a password, once where it was mailed', async () => {
    await owner.post('/invites', { invitee_emails: 'jo@couriers.example', stream_ids: '[]' });
    const link = await sentLink('jo@couriers.example', 'join');
    const browser = await browse('de').open(link);
    await browser.submit('Beitreten', { name: '', password: 'kurz' });
    assert.equal(browser.status, 400);
    await browser.submit('Beitreten', { name: 'Jo Join', password: PASSWORD });
    assert.equal(browser.title, 'Ihr Konto');
    // A person who follows an old invitation is shown where to sign in.
    const again = await browse().open(link);
    assert.equal(again.status, 404);
    assert.equal((await again.follow('Sign in')).title, 'Sign in');
    assert.equal((await (await signedIn('jo@couriers.example')).open('/account')).status, 200);
  });

  test('by a link for many says when the address has an account', async () => {
    const browser = await browse().open(await linkOf());
    await browser.submit('Join', { name: 'Another Olive', email: 'olive@couriers.example', password: PASSWORD });
    assert.deepEqual(
      [browser.status, /There is already an account for olive@couriers\.example/.test(browser.text)],
      [400, true],
    );
    await browser.submit('Join', { name: 'Lin Link', email: 'lin@couriers.example', password: PASSWORD });
    assert.equal(browser.title, 'Your account');
  });

  test('offers the groups of default channels where it gives the default ones', async () => {
    const make = async (name: string, more: object = {}) =>
      (await owner.post('/channels/create', { name, subscribers: [], ...more })).json.id;
    const all = await make('all hands', { is_default_stream: true });
    const [bikes, vans] = [await make('bikes'), await make('vans')];
    for (const [group_name, stream_names] of [
      ['Riders', ['bikes']],
      ['Drivers', ['vans']],
    ])
      await owner.post('/default_stream_groups/create', { group_name, description: 'of the city', stream_names });
    assert.ok(!(await browse().open(await linkOf())).text.includes('Riders'));
    const link = await owner.post('/invites/multiuse', { include_realm_default_subscriptions: true });
    const browser = await browse().open(new URL(link.json.invite_link).pathname);
    assert.match(browser.text, /Riders: of the city/);
    const types = ['default_stream_groups'];
    const state = (await owner.post('/register', { event_types: types, fetch_event_types: types })).json;
    const group = String(state.realm_default_stream_groups[0].id);
    await browser.submit('Join', { name: 'Rita Rider', email: 'rita@couriers.example', password: PASSWORD, group });
    assert.equal(browser.title, 'Your account');
    const members = (await owner.get('/users')).json.members as { full_name: string; user_id: number }[];
    const { user_id } = members.find(({ full_name }) => full_name === 'Rita Rider')!;
    const isIn = async (id: number) =>
      (await owner.get(`/users/${user_id}/subscriptions/${id}`)).json.is_subscribed as boolean;
    assert.deepEqual([await isIn(all), await isIn(bikes), await isIn(vans)], [true, true, false]);
  });

  test('that has expired, or was revoked, is as one that nobody made', async () => {
    const expiring = await linkOf();
    const retained = await owner.post('/invites', { invitee_emails: 'kim@couriers.example', stream_ids: '[]' });
    assert.equal(retained.json.result, 'success');
    const [{ id }] = (await owner.get('/invites')).json.invites.filter(
      ({ email }: { email?: string }) => email === 'kim@couriers.example',
    );
    const mailed = await sentLink('kim@couriers.example', 'join');
    const opened = await browse().open(mailed);
    await owner.delete(`/invites/${id}`);
    await opened.submit('Join', { name: 'Kim Late', password: PASSWORD });
    assert.equal(opened.status, 404);
    server.clock.advance(11 * 86_400_000);
    const pages = [expiring, mailed, '/join/nothing'].map(async (path) => (await browse().open(path)).html);
    assert.equal(new Set(await Promise.all(pages)).size, 1);
  });

  test('that nobody made opens nothing', async () => {
    assert.equal((await browse().open('/join/nothing')).status, 404);
  });
});

describe('an administrator', () => {
  test('joins by the mailed link, once, and is signed in', async () => {
    const email = 'ada@couriers.example';
    const { id } = (await dispatch.post('/admins', { name: 'Ada', email })).json;
    const link = await sentLink(email, 'join');
    const browser = await browse().open(link);
    assert.match(browser.text, /ada@couriers\.example/);
    await browser.submit('Join', { password: 'kurz' });
    assert.equal(browser.status, 400);
    await browser.submit('Join', { password: PASSWORD });
    assert.equal(browser.title, 'Your account');
    assert.equal((await browse().open(link)).status, 404);
    assert.equal((await dispatch.get(`/admins`)).json.find((row: { id: string }) => row.id === id).isActive, true);
  });

  test('who has an account here already keeps its password, and signs in by it', async () => {
    await owner.post('/invites', { invitee_emails: 'bea@couriers.example', stream_ids: '[]' });
    const chat = await browse().open(await sentLink('bea@couriers.example', 'join'));
    await chat.submit('Join', { name: 'Bea Both', password: PASSWORD });
    await dispatch.post('/admins', { name: 'Bea', email: 'bea@couriers.example' });
    const browser = await browse().open(await sentLink('bea@couriers.example', 'join'));
    await browser.submit('Join', { password: NEXT_PASSWORD });
    assert.match(browser.text, /You already have an account here/);
    assert.equal((await signedIn('bea@couriers.example', NEXT_PASSWORD)).status, 403);
    assert.equal((await signedIn('bea@couriers.example')).title, 'Your account');
  });

  test('who was deleted meanwhile, or comes after two weeks, does not', async () => {
    const gone = (await dispatch.post('/admins', { name: 'Gus', email: 'gus@couriers.example' })).json;
    await dispatch.post('/admins', { name: 'Lea', email: 'lea@couriers.example' });
    const [link, late] = [
      await sentLink('gus@couriers.example', 'join'),
      await sentLink('lea@couriers.example', 'join'),
    ];
    const browser = await browse().open(link);
    await dispatch.delete(`/admins/${gone.id}`);
    await browser.submit('Join', { password: PASSWORD });
    assert.equal(browser.status, 404);
    assert.equal((await browse().open(late)).status, 200);
    server.clock.advance(14 * 86_400_000 + 1000);
    assert.equal((await browse().open(late)).status, 404);
  });
});

describe('a worker', () => {
  const invite = async (phone: string) => {
    const [administrator] = (await dispatch.get('/admins')).json;
    const team = { name: `Riders of ${phone}`, workers: [], managers: [administrator.id] };
    const teams = [(await dispatch.post('/teams', team)).json.id];
    return (await dispatch.post('/workers', { name: 'Walt Worker', phone, teams })).json.id as string;
  };
  const signInByApi = async (phone: string, password: string) =>
    (await new DispatchClient({ url: server.url, token: '' }).post('/driver/sign-in', { phone, password })).status;

  test('joins by the link that came by SMS, once, with a password of their own', async () => {
    const phone = '+14155550171';
    const id = await invite(phone);
    const link = await sentLink(phone, 'join');
    const [, temporary] = /password (\S+)$/.exec((await sent(phone))[0]!.body)!;
    const browser = await browse().open(link);
    await browser.submit('Join', { password: PASSWORD });
    assert.deepEqual([browser.title, browser.text.includes(phone)], ['Your account', true]);
    assert.equal((await browse().open(link)).status, 404);
    assert.deepEqual([await signInByApi(phone, temporary!), await signInByApi(phone, PASSWORD)], [401, 200]);
    assert.equal((await dispatch.get(`/workers/${id}`)).json.accountStatus, 'ACCEPTED');
  });

  test('who has chosen a password in an app has used the invitation', async () => {
    const phone = '+14155550172';
    await invite(phone);
    const [, temporary] = /password (\S+)$/.exec((await sent(phone))[0]!.body)!;
    const browser = await (await signedIn(phone, temporary)).open('/account/password');
    await browser.submit('Change password', { old: temporary!, password: NEXT_PASSWORD });
    assert.equal((await browse().open(await sentLink(phone, 'join'))).status, 404);
  });
});
