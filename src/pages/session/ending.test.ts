import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import Fastify from 'fastify';
import { ChatClient, DispatchClient, until } from '../../../tests/harness/clients.ts';
import { startTestServer } from '../../../tests/harness/server.ts';
import { SessionBrowser, signedInOwner } from '../../../tests/harness/session-browser.ts';
import { PASSWORD, Visitors } from '../../../tests/harness/visitors.ts';
import { startServer } from '../../app.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { readClients } from '../../platform/http/client-address.ts';
import { doOpenSession } from '../../platform/sessions/actions.ts';
import { sessionOperation } from './session-operation.ts';
import { sessionServer } from './session-server.ts';

const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());
const signedIn = (organization?: CreatedOrganization) => signedInOwner(server, organization);
const { services } = server;

describe('what ends sessions', () => {
  test('signing out, here and elsewhere; never those of others', async () => {
    const { org, browser } = await signedIn();
    const { browser: second } = await signedIn(org);
    const { browser: stranger } = await signedIn();
    const { devices } = (await browser.get('/api/session/devices')).json;
    assert.equal(devices.length, 2);
    assert.deepEqual(
      devices.map(({ label }: { label: string }) => label),
      ['Firefox, Linux', 'Firefox, Linux'],
    );
    const other = devices.find(({ current }: { current: boolean }) => !current);
    assert.equal((await stranger.delete(`/api/session/devices/${other.id}`)).status, 404);
    assert.equal((await second.get('/api/session')).status, 200);
    assert.equal((await browser.delete(`/api/session/devices/${other.id}`)).status, 204);
    assert.equal((await second.get('/api/session')).status, 401);
    assert.equal((await second.get('/api/v1/users/me')).status, 401);
    assert.equal((await browser.delete('/api/session')).status, 204);
    assert.equal(browser.cookie, undefined);
    assert.equal((await browser.get('/api/v2/teams')).status, 401);
    assert.equal((await stranger.get('/api/session')).status, 200);
  });

  test('some time after the sign-in only for whoever shows anew who they are; so it is with another address', async () => {
    const { org, browser } = await signedIn();
    const { browser: second } = await signedIn(org);
    server.clock.advance(11 * 60_000);
    const { devices } = (await browser.get('/api/session/devices')).json;
    const other = devices.find(({ current }: { current: boolean }) => !current).id;
    const email = 'next@couriers.example';
    const settings = (more: object) =>
      browser.request('PATCH', '/api/v1/settings', new URLSearchParams({ email, ...more }), {
        'content-type': undefined,
      });
    for (const password of [undefined, '', 'not the password']) {
      for (const path of ['/api/session/devices', `/api/session/devices/${other}`]) {
        const refused = await browser.delete(path, password === undefined ? undefined : { password });
        assert.deepEqual([refused.status, refused.json.code], [403, 'sign_in_anew'], path);
      }
      const refused = await settings(password === undefined ? {} : { old_password: password });
      assert.deepEqual([refused.status, refused.json.code], [400, 'BAD_REQUEST']);
    }
    assert.equal((await second.get('/api/session')).status, 200);
    assert.equal((await settings({ old_password: PASSWORD })).json.result, 'success');
    // Clients have no password to show: the specification's form.
    server.clock.advance(61_000);
    assert.equal((await new ChatClient(org.chat).patch('/settings', { email })).json.result, 'success');
    assert.equal((await browser.delete(`/api/session/devices/${other}`, { password: PASSWORD })).status, 204);
    assert.equal((await second.get('/api/session')).status, 401);
    assert.equal((await browser.delete('/api/session/devices', { password: PASSWORD })).status, 204);
  });

  test('another password ends all but the one that chose it', async () => {
    const { org, browser } = await signedIn();
    const { browser: second } = await signedIn(org);
    const form = new URLSearchParams({ old_password: PASSWORD, new_password: 'another horse, another staple' });
    const changed = await browser.request('PATCH', '/api/v1/settings', form, { 'content-type': undefined });
    assert.equal(changed.json.result, 'success', changed.text);
    assert.equal((await browser.get('/api/session')).status, 200);
    assert.equal((await second.get('/api/session')).status, 401);
    assert.equal((await new SessionBrowser(server.url).signIn(org.chat.email, PASSWORD)).status, 401);
  });

  test('another role, deactivation; and who is deactivated does not come back in', async () => {
    const { org } = await signedIn();
    const owner = new ChatClient(org.chat);
    const email = 'mara@couriers.example';
    const { user_id } = (await owner.post('/users', { email, full_name: 'Mara Member', password: PASSWORD })).json;
    const browser = new SessionBrowser(server.url);
    const enter = () => browser.signIn(email, PASSWORD, { organization: org.organization_id });
    assert.equal((await enter()).status, 200);
    assert.equal((await owner.patch(`/users/${user_id}`, { role: 300 })).json.result, 'success');
    assert.equal((await browser.get('/api/session')).status, 401);
    assert.equal((await enter()).status, 200);
    assert.equal((await browser.get('/api/v2/teams')).status, 403);
    assert.equal((await owner.delete(`/users/${user_id}`)).json.result, 'success');
    assert.equal((await browser.get('/api/v1/users/me')).status, 401);
    assert.equal((await enter()).json.code, 'deactivated');
  });

  test('an administrator’s right to write, taken or given', async () => {
    const org = await server.organization();
    const api = new DispatchClient(org.dispatch);
    const visitors = new Visitors(server, org);
    const email = 'rita@couriers.example';
    const { id } = (await api.post('/admins', { name: 'Rita', email })).json;
    await (await visitors.browse().open(await visitors.sentLink(email, 'join'))).submit('Join', { password: PASSWORD });
    const browser = new SessionBrowser(server.url);
    const enter = () => browser.signIn(email, PASSWORD, { organization: org.organization_id });
    for (const isReadOnly of [true, false]) {
      assert.equal((await enter()).json.apps.dispatch.isReadOnly, !isReadOnly);
      assert.equal((await api.put(`/admins/${id}`, { isReadOnly })).status, 200);
      assert.equal((await browser.get('/api/session')).status, 401);
      // Another name alone ends nothing.
      assert.equal((await enter()).status, 200);
      await api.put(`/admins/${id}`, { name: `Rita ${isReadOnly}` });
      assert.equal((await browser.get('/api/v2/teams')).status, 200);
      const write = await browser.post('/api/v2/recipients', { name: `Rosa ${isReadOnly}`, phone: '+14155550199' });
      assert.equal(write.status, isReadOnly ? 403 : 200);
    }
  });

  test('time: thirty days without use, twelve hours on a shared device', async () => {
    const { org, browser } = await signedIn();
    const shared = new SessionBrowser(server.url);
    await shared.signIn(org.chat.email, PASSWORD, { shared: true });
    server.clock.advance(13 * 3_600_000);
    assert.equal((await shared.get('/api/session')).status, 401);
    assert.equal((await browser.get('/api/session')).status, 200);
    // The use was written down, so the thirty days begin anew.
    const expires = async () => (await browser.get('/api/session/devices')).json.devices[0].expiresAt as number;
    await until(async () => (await expires()) > server.clock.now().getTime() + 29.9 * 86_400_000, 'the use');
    server.clock.advance(29 * 86_400_000);
    assert.equal((await browser.get('/api/session')).status, 200);
    await until(async () => (await expires()) > server.clock.now().getTime() + 29.9 * 86_400_000, 'the use');
    server.clock.advance(31 * 86_400_000);
    assert.equal((await browser.get('/api/session')).status, 401);
    assert.equal(browser.cookie, undefined);
  });

  test('ninety days, in the first pause after them and not while somebody works; without a pause a day later', async () => {
    const { org, browser } = await signedIn();
    const { browser: busy } = await signedIn(org);
    const statuses = async () => [(await browser.get('/api/session')).status, (await busy.get('/api/session')).status];
    const begun = server.clock.now().getTime();
    const latest = async (from: SessionBrowser) => {
      const { devices } = (await from.get('/api/session/devices')).json;
      return (devices.find(({ current }: { current: boolean }) => current).expiresAt - begun) / 3_600_000;
    };
    for (const days of [29, 29, 29]) {
      server.clock.advance(days * 86_400_000);
      assert.deepEqual(await statuses(), [200, 200]);
    }
    await until(async () => Math.round(await latest(busy)) === 90 * 24, 'the last day');
    // Hours after the ninety days.
    server.clock.advance((3 * 24 - 1) * 3_600_000);
    for (const hours of [0, 3, 3]) {
      server.clock.advance(hours * 3_600_000);
      assert.deepEqual(await statuses(), [200, 200]);
    }
    server.clock.advance(3 * 3_600_000);
    assert.equal((await busy.get('/api/session')).status, 200);
    server.clock.advance(2 * 3_600_000);
    assert.deepEqual(await statuses(), [401, 200]);
    for (const hours of [3, 3, 3, 3]) {
      server.clock.advance(hours * 3_600_000);
      assert.equal((await busy.get('/api/session')).status, 200);
    }
    server.clock.advance(3 * 3_600_000);
    assert.equal((await busy.get('/api/session')).status, 401);
  });

  test('a sign-in with the same browser, also at another organization', async () => {
    const email = 'twice@couriers.example';
    const one = await server.organization({ ownerEmail: email });
    const two = await server.organization({ ownerEmail: email });
    const browser = new SessionBrowser(server.url);
    const befores: SessionBrowser[] = [];
    for (const organization of [one, one, two, one]) {
      const { organization_id } = organization;
      assert.equal((await browser.signIn(email, PASSWORD, { organization: organization_id })).status, 200);
      for (const before of befores) assert.equal((await before.get('/api/session')).status, 401);
      befores.push(Object.assign(new SessionBrowser(server.url), { cookie: browser.cookie }));
    }
    assert.equal((await browser.get('/api/session/devices')).json.devices.length, 1);
  });

  test('fifty others of the same person, of which it was not used for the longest time', async () => {
    const { org, browser } = await signedIn();
    const { browser: idle } = await signedIn(org);
    server.clock.advance(2 * 3_600_000);
    const { organization_id: organizationId } = org;
    const { person } = (await browser.get('/api/session')).json;
    const devices = async () => (await browser.get('/api/session/devices')).json.devices;
    await until(async () => (await devices())[0].usedAt > server.clock.now().getTime() - 60_000, 'the use');
    const given = { organizationId, personId: person.id, label: 'another', isShared: false, before: undefined };
    await services.database.transaction(async (tx) => {
      for (let more = 0; more < 49; more++) await doOpenSession(tx, services, given);
    });
    assert.equal((await devices()).length, 50);
    assert.equal((await idle.get('/api/session')).status, 401);
  });

  test('a stream says so to the browser that is out, and to no other', async () => {
    const { org, browser } = await signedIn();
    const { browser: second } = await signedIn(org);
    const [own, theirs] = [await browser.stream('/api/session/events'), await second.stream('/api/session/events')];
    await until(() => own.text().includes('watching') && theirs.text().includes('watching'), 'both streams');
    assert.equal((await browser.delete('/api/session/devices')).status, 204);
    await theirs.ended;
    assert.match(theirs.text(), /event: ended/);
    assert.doesNotMatch(own.text(), /event: ended/);
    own.close();
    assert.equal((await second.stream('/api/session/events')).status, 401);
  });
});

describe('a second process', () => {
  test('lets nobody in whose session another one has ended, and tells their browser', async () => {
    const { config, log, clock } = services;
    const { connectionString } = server;
    const there = await startServer({ config: { ...config, port: 0 }, log, clock, connectionString });
    try {
      const org = await server.organization();
      const owner = new ChatClient(org.chat);
      const email = 'mara@couriers.example';
      const made = await owner.post('/users', { email, full_name: 'Mara Member', password: PASSWORD });
      const enter = async () => {
        const browser = new SessionBrowser(there.url);
        const answer = await browser.signIn(email, PASSWORD, { organization: org.organization_id });
        assert.equal(answer.status, 200, answer.text);
        const stream = await browser.stream('/api/session/events');
        await until(() => stream.text().includes('watching'), 'the stream');
        return { browser, stream, id: answer.json.id as string };
      };
      const here = (browser: SessionBrowser) =>
        Object.assign(new SessionBrowser(server.url), { cookie: browser.cookie });
      const endings: [string, (browser: SessionBrowser) => Promise<unknown>][] = [
        ['signing out', (browser) => here(browser).delete('/api/session')],
        ['another role', () => owner.patch(`/users/${made.json.user_id}`, { role: 300 })],
        ['deactivation', () => owner.delete(`/users/${made.json.user_id}`)],
      ];
      for (const [what, end] of endings) {
        const { browser, stream } = await enter();
        assert.equal((await browser.get('/api/v1/users/me')).status, 200, what);
        await end(browser);
        // At once: the other process asks whether it is behind before it answers.
        assert.equal((await browser.get('/api/v1/users/me')).status, 401, what);
        await stream.ended;
        assert.match(stream.text(), /event: ended/, what);
      }
    } finally {
      await there.close();
    }
  });
});

describe('a stream of events', () => {
  test('that could not be begun ends, so that the browser asks again', async () => {
    const { browser } = await signedIn();
    const app = Fastify();
    readClients(app, undefined);
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const stream = sessionOperation({
      method: 'GET',
      path: '/events',
      summary: 'Meets the end of its connection to the database',
      access: 'signedIn',
      holds: true,
      events: {},
      stream: () => Promise.reject(lost),
    });
    await app.register(async (scope) => sessionServer(scope, { services, operations: [stream] }));
    try {
      const there = new SessionBrowser(await app.listen({ port: 0, host: '127.0.0.1' }));
      there.cookie = browser.cookie;
      const cut = await there.stream('/events');
      assert.equal(cut.status, 200);
      await cut.ended;
    } finally {
      await app.close();
    }
  });

  test('is one of a few that a person may have; one that ends makes room', async () => {
    const { browser } = await signedIn();
    const { browser: stranger } = await signedIn();
    const streams = await Promise.all(Array.from({ length: 20 }, () => browser.stream('/api/session/events')));
    assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
    const refused = await browser.get('/api/session/events');
    assert.deepEqual([refused.status, refused.json.code], [429, 'too_many_requests']);
    const other = await stranger.stream('/api/session/events');
    assert.equal(other.status, 200);
    streams[0]!.close();
    await until(async () => {
      const next = await browser.stream('/api/session/events');
      next.close();
      return next.status === 200;
    }, 'the room of a stream that has ended');
    for (const { close } of [...streams, other]) close();
  });
});
