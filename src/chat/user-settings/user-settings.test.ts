import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ChatClient } from '../../../tests/harness/clients.ts';
import { QueueReader, type WireEvent } from '../../../tests/harness/events.ts';
import { makePerson, type Person } from '../../../tests/harness/people.ts';
import { startTestServer, type TestServer } from '../../../tests/harness/server.ts';
import type { CreatedOrganization } from '../../cli/organizations.ts';
import { defaultUserSettings, userSettingDefinitions } from '../settings/user-settings.ts';

let server: TestServer & AsyncDisposable;
let organization: CreatedOrganization;
let owner: ChatClient;
let member: Person;

before(async () => {
  server = await startTestServer();
  organization = await server.organization();
  owner = new ChatClient(organization.chat);
  member = await makePerson(server, organization, { name: 'Mara Member' });
});
after(() => server[Symbol.asyncDispose]());

const path = '/realm/user_settings_defaults';
const eventsOf = (events: WireEvent[]) => events.map(({ id: _id, ...event }) => event);

// biome-ignore lint/suspicious/noExplicitAny: the state of any slice
async function state(client: ChatClient, type: string): Promise<any> {
  return (await client.post('/register', { fetch_event_types: [type] })).json[type];
}

/** Another value than the default: for each kind the last that the specification lists. */
const OTHERS: Record<string, unknown> = {
  web_mark_read_on_scroll_policy: 3,
  web_channel_default_view: 4,
  color_scheme: 3,
  demote_inactive_streams: 3,
  user_list_style: 1,
  web_stream_unreads_count_display_policy: 3,
  desktop_icon_count_display: 4,
  realm_name_in_email_notifications_policy: 3,
  automatically_follow_topics_policy: 4,
  automatically_unmute_topics_in_muted_streams_policy: 4,
  email_address_visibility: 5,
  web_font_size_px: 17,
  web_line_height_percent: 120,
  email_notifications_batching_period_seconds: 300,
  web_home_view: 'all_messages',
  emojiset: 'google-blob',
  web_animate_image_previews: 'never',
  resolved_topic_notice_auto_read_policy: 'never',
  notification_sound: 'ding',
};
const otherThan = (name: string, value: unknown) => (typeof value === 'boolean' ? !value : OTHERS[name]);

describe('PATCH /realm/user_settings_defaults', () => {
  test('is for administrators alone', async () => {
    const answer = await member.client.patch(path, { enter_sends: false });
    assert.deepEqual([answer.status, answer.json.code], [403, 'UNAUTHORIZED_PRINCIPAL']);
    const administrator = await makePerson(server, organization, { name: 'Ada Administrator', role: 200 });
    assert.equal((await administrator.client.patch(path, {})).json.result, 'success');
  });

  test('every setting is told, is what new users get, and leaves those who are there as they are', async () => {
    // Consent to an export is each person's own to give, and so is when not to be disturbed.
    const { allow_private_data_export, do_not_disturb_until, ...defaults } = defaultUserSettings;
    const settings = Object.entries(defaults);
    assert.equal(settings.length, 58);
    const changes = Object.fromEntries(settings.map(([name, value]) => [name, otherThan(name, value)]));
    const queue = await QueueReader.register(member.client, { event_types: ['realm_user_settings_defaults'] });
    const early = await makePerson(server, organization, { name: 'Eve Early' });
    const answer = await owner.patch(path, { ...changes, dense_mode: true });
    assert.deepEqual(answer.json, { result: 'success', msg: '', ignored_parameters_unsupported: ['dense_mode'] });
    assert.deepEqual(
      eventsOf(await queue.poll()),
      Object.entries(changes).map(([property, value]) => ({
        type: 'realm_user_settings_defaults',
        op: 'update',
        property,
        value,
      })),
    );
    assert.deepEqual(await state(member.client, 'realm_user_settings_defaults'), {
      ...changes,
      allow_private_data_export,
      do_not_disturb_until,
    });

    const late = await makePerson(server, organization, { name: 'Lea Late' });
    const settingsOf = async (person: Person) => {
      const all = await state(person.client, 'user_settings');
      return Object.fromEntries(settings.map(([name]) => [name, all[name]]));
    };
    assert.deepEqual(await settingsOf(late), changes);
    assert.deepEqual(await settingsOf(early), defaults);

    // Back again: whoever came meanwhile keeps what they got.
    assert.equal((await owner.patch(path, defaults)).json.result, 'success');
    assert.deepEqual(await settingsOf(late), changes);
    assert.deepEqual(await state(owner, 'realm_user_settings_defaults'), defaultUserSettings);
  });

  test('what is the same already is no event', async () => {
    const queue = await QueueReader.register(owner);
    assert.equal((await owner.patch(path, { enter_sends: true, color_scheme: 1 })).json.result, 'success');
    assert.equal((await owner.patch(path)).json.result, 'success');
    assert.deepEqual(await queue.poll(), []);
  });

  test('other values than the fixed ones are refused, and nothing is changed', async () => {
    const {
      allow_private_data_export: _ownConsent,
      do_not_disturb_until: _ownRest,
      ...definitions
    } = userSettingDefinitions;
    const wrong: Record<string, unknown>[] = Object.entries(definitions).flatMap(([name, { fallback }]) =>
      typeof fallback === 'boolean'
        ? [{ [name]: 1 }, { [name]: 'yes' }]
        : typeof fallback === 'number'
          ? [{ [name]: -1 }, { [name]: 1.5 }, { [name]: true }, { [name]: 'one' }, { [name]: 1e12 }]
          : [{ [name]: '' }, { [name]: 'x'.repeat(101) }],
    );
    for (const name of ['color_scheme', 'web_channel_default_view', 'email_address_visibility'])
      wrong.push({ [name]: 0 }, { [name]: Number(OTHERS[name]) + 1 });
    wrong.push(
      { color_scheme: 4 },
      { emojiset: 'apple' },
      { web_home_view: 'top' },
      { notification_sound: 'a\u0000b' },
    );
    for (const params of wrong) {
      const answer = await owner.patch(path, { web_font_size_px: 20, ...params });
      assert.deepEqual([answer.status, answer.json.code], [400, 'BAD_REQUEST'], JSON.stringify(params));
    }
    assert.deepEqual(await state(owner, 'realm_user_settings_defaults'), defaultUserSettings);
  });

  test('a string may come in quotes', async () => {
    assert.equal((await owner.patch(path, { web_home_view: '"recent_topics"' })).json.result, 'success');
    assert.equal((await state(owner, 'realm_user_settings_defaults')).web_home_view, 'recent_topics');
    assert.equal((await owner.patch(path, { web_home_view: 'inbox' })).json.result, 'success');
  });

  test('changes at the same time all count', async () => {
    const other = await server.organization();
    const client = new ChatClient(other.chat);
    await Promise.all([
      client.patch(path, { enter_sends: false }),
      client.patch(path, { color_scheme: 2 }),
      client.patch(path, { emojiset: 'text' }),
    ]);
    const { enter_sends, color_scheme, emojiset } = await state(client, 'realm_user_settings_defaults');
    assert.deepEqual([enter_sends, color_scheme, emojiset], [false, 2, 'text']);
  });
});

describe('PATCH /settings', () => {
  test("changes the caller's own settings, and tells the caller's clients alone", async () => {
    const [own, others] = await Promise.all(
      [member.client, owner].map((client) =>
        QueueReader.register(client, { client_capabilities: { user_settings_object: true } }),
      ),
    );
    const answer = await member.client.patch('/settings', {
      twenty_four_hour_time: true,
      emojiset: 'text',
      enter_sends: true,
      favourite_colour: 'blue',
    });
    assert.deepEqual(answer.json.ignored_parameters_unsupported, ['favourite_colour']);
    assert.deepEqual(eventsOf(await own!.poll()), [
      { type: 'user_settings', op: 'update', property: 'twenty_four_hour_time', value: true },
      { type: 'user_settings', op: 'update', property: 'emojiset', value: 'text' },
    ]);
    assert.deepEqual(await others!.poll(), []);
    const settings = await state(member.client, 'user_settings');
    assert.deepEqual([settings.twenty_four_hour_time, settings.emojiset], [true, 'text']);
    assert.equal((await state(owner, 'user_settings')).twenty_four_hour_time, false);
  });

  test('older clients are told in the form of the kind that they ask for', async () => {
    const types = ['update_display_settings', 'update_global_notifications'];
    const before = { twenty_four_hour_time: false, enable_sounds: true, send_private_typing_notifications: true };
    await member.client.patch('/settings', before);
    const [display, both, object] = await Promise.all([
      QueueReader.register(member.client, { event_types: ['update_display_settings'] }),
      QueueReader.register(member.client, { event_types: [...types, 'user_settings'] }),
      QueueReader.register(member.client, {
        event_types: [...types, 'user_settings'],
        client_capabilities: { user_settings_object: true },
      }),
    ]);
    await member.client.patch('/settings', { twenty_four_hour_time: true });
    await member.client.patch('/settings', { enable_sounds: false });
    await member.client.patch('/settings', { send_private_typing_notifications: false });
    const { email: user } = (await member.client.get('/users/me')).json;
    const shown = (setting_name: string, setting: boolean) => ({ type: types[0], user, setting_name, setting });
    const [hours, typing] = [shown('twenty_four_hour_time', true), shown('send_private_typing_notifications', false)];
    const sounds = { type: types[1], user, notification_name: 'enable_sounds', setting: false };
    const changed = (property: string, value: boolean) => ({ type: 'user_settings', op: 'update', property, value });
    const changes = [
      changed('twenty_four_hour_time', true),
      changed('enable_sounds', false),
      changed('send_private_typing_notifications', false),
    ];
    assert.deepEqual(eventsOf(await display.poll()), [hours, typing]);
    assert.deepEqual(eventsOf(await both.poll()), [changes[0], hours, changes[1], sounds, changes[2], typing]);
    assert.deepEqual(eventsOf(await object.poll()), changes);
    const waiting = display.wait();
    await member.client.patch('/settings', { enable_sounds: true });
    await member.client.patch('/settings', { twenty_four_hour_time: false });
    assert.deepEqual(eventsOf(await waiting), [shown('twenty_four_hour_time', false)]);
    await member.client.patch('/settings', { send_private_typing_notifications: true });
  });

  test('a language is told with its name, and newcomers begin with the organization’s', async () => {
    const queue = await QueueReader.register(member.client, { event_types: ['user_settings'] });
    assert.equal(
      (await member.client.patch('/settings', { default_language: 'de' })).json.ignored_parameters_unsupported,
      undefined,
    );
    assert.equal((await member.client.patch('/settings', { default_language: 'de' })).json.result, 'success');
    assert.deepEqual(eventsOf(await queue.poll()), [
      { type: 'user_settings', op: 'update', property: 'default_language', value: 'de', language_name: 'Deutsch' },
    ]);
    assert.equal((await state(member.client, 'user_settings')).default_language, 'de');
    const refused = await member.client.patch('/settings', { default_language: 'klingon', enter_sends: false });
    assert.equal(refused.json.msg, "Invalid language 'klingon'");
    assert.equal((await state(owner, 'user_settings')).default_language, 'en');
    assert.equal((await owner.patch('/realm', { default_language: 'pt-br' })).json.result, 'success');
    const late = await makePerson(server, organization, { name: 'Lia Later' });
    assert.equal((await state(late.client, 'user_settings')).default_language, 'pt-br');
    assert.equal((await owner.patch('/realm', { default_language: 'en' })).json.result, 'success');
  });

  test('the older addresses do the same', async () => {
    assert.equal((await member.client.patch('/settings/display', { color_scheme: 2 })).json.result, 'success');
    assert.equal(
      (await member.client.patch('/settings/notifications', { enable_sounds: false })).json.result,
      'success',
    );
    const settings = await state(member.client, 'user_settings');
    assert.deepEqual([settings.color_scheme, settings.enable_sounds], [2, false]);
  });

  test('name and time zone are told to everybody', async () => {
    const queue = await QueueReader.register(owner, { event_types: ['realm_user'] });
    const own = await QueueReader.register(member.client, { event_types: ['user_settings'] });
    const change = { full_name: 'Mara Mover', timezone: 'Europe/Oslo' };
    assert.equal((await member.client.patch('/settings', change)).json.result, 'success');
    assert.deepEqual(eventsOf(await queue.poll()), [
      { type: 'realm_user', op: 'update', person: { user_id: member.id, full_name: 'Mara Mover' } },
      { type: 'realm_user', op: 'update', person: { user_id: member.id, timezone: 'Europe/Oslo' } },
    ]);
    assert.deepEqual(eventsOf(await own.poll()), [
      { type: 'user_settings', op: 'update', property: 'timezone', value: 'Europe/Oslo' },
    ]);
    const { user } = (await owner.get(`/users/${member.id}`)).json;
    assert.deepEqual([user.full_name, user.timezone], ['Mara Mover', 'Europe/Oslo']);
    for (const wrong of [
      { timezone: 'Nowhere/At_All' },
      { timezone: '+02:00' },
      { timezone: '' },
      { full_name: 'M' },
      { full_name: 'M\u0000ara' },
      { full_name: 'x'.repeat(101) },
    ]) {
      const answer = await member.client.patch('/settings', { ...wrong, fluid_layout_width: true });
      assert.deepEqual([answer.status, answer.json.code], [400, 'BAD_REQUEST'], JSON.stringify(wrong));
    }
    assert.equal((await state(member.client, 'user_settings')).fluid_layout_width, false);
  });

  test('an address that is hidden is hidden in events, and shown to those who may see it', async () => {
    const people = {
      guest: await makePerson(server, organization, { name: 'Gwen Guest', role: 600 }),
      member: await makePerson(server, organization, { name: 'Milo Member' }),
      moderator: await makePerson(server, organization, { name: 'Mona Moderator', role: 300 }),
      owner: { client: owner },
      self: member,
    };
    const host = new URL(server.url).hostname;
    const dummy = `user${member.id}@${host}`;
    const seers: [number, (keyof typeof people)[]][] = [
      [2, ['member', 'moderator', 'owner', 'self']],
      [5, ['moderator', 'owner', 'self']],
      [3, ['owner', 'self']],
      [4, ['self']],
      [1, ['guest', 'member', 'moderator', 'owner', 'self']],
    ];
    for (const [visibility, seeing] of seers) {
      const queues = await Promise.all(
        Object.values(people).map(({ client }) => QueueReader.register(client, { event_types: ['realm_user'] })),
      );
      assert.equal(
        (await member.client.patch('/settings', { email_address_visibility: visibility })).json.result,
        'success',
      );
      for (const [index, [name, { client }]] of Object.entries(people).entries()) {
        const known: Record<string, unknown> = {};
        for (const { person } of await queues[index]!.poll()) Object.assign(known, person);
        const sees = seeing.includes(name as keyof typeof people);
        const expected = {
          user_id: member.id,
          new_email: sees ? member.email : dummy,
          delivery_email: sees ? member.email : null,
        };
        const { avatar_url, avatar_url_medium, avatar_source, avatar_version, ...address } = known;
        assert.deepEqual(address, expected, `${name} at ${visibility}`);
        const { user } = (await client.get(`/users/${member.id}`)).json;
        assert.deepEqual([user.email, user.delivery_email], [expected.new_email, expected.delivery_email]);
        const shown = (await client.get(`/users/${member.id}`, { client_gravatar: false })).json.user;
        assert.deepEqual([avatar_url, avatar_version, avatar_source], [shown.avatar_url, shown.avatar_version, 'G']);
        assert.equal(avatar_url_medium, `${avatar_url}/medium`);
      }
    }
  });

  test("a bot's address is no secret, whatever its settings say", async () => {
    const bot = await makePerson(server, organization, { name: 'Bay Bot', botOwnerId: organization.chat.user_id });
    const queue = await QueueReader.register(member.client, { event_types: ['realm_user'] });
    assert.equal((await bot.client.patch('/settings', { email_address_visibility: 4 })).json.result, 'success');
    assert.deepEqual(await queue.poll(), []);
    assert.equal((await member.client.get(`/users/${bot.id}`)).json.user.delivery_email, bot.email);
  });

  test('the address of a new person that not everybody may see is told to those who may', async () => {
    const defaults = (email_address_visibility: number) =>
      owner.patch('/realm/user_settings_defaults', { email_address_visibility });
    assert.equal((await defaults(3)).json.result, 'success');
    const queues = await Promise.all(
      [owner, member.client].map((client) => QueueReader.register(client, { event_types: ['realm_user'] })),
    );
    const account = { email: 'nina@couriers.example', password: 'correct horse battery staple', full_name: 'Nina New' };
    const { user_id } = (await owner.post('/users', account)).json;
    assert.equal((await defaults(1)).json.result, 'success');
    const [known, hidden] = await Promise.all(
      queues.map(async (queue) => Object.assign({}, ...(await queue.poll()).map(({ person }) => person))),
    );
    assert.deepEqual([known.new_email, known.delivery_email], [account.email, account.email]);
    const dummy = `user${user_id}@${new URL(server.url).hostname}`;
    assert.deepEqual([hidden.email, hidden.delivery_email, hidden.new_email], [dummy, null, undefined]);
  });
});
