import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldCase } from '../../rules/fold-case.ts';
import { channelPermissionNames } from '../../src/chat/channels/permissions.ts';
import { realmPermissionDefaults } from '../../src/chat/settings/realm-settings.ts';
import { userGroupPermissionNames } from '../../src/chat/user-groups/permissions.ts';
import { alertRanges } from '../../web/chat/message/html/alert-words.ts';
import { movedCrop, squareOf, WHOLE } from '../../web/chat/settings/crop.ts';
import { END_NAMES, endAt } from '../../web/chat/status/ends.ts';
import { directory } from '../../web/store/chat/select/directory.ts';
import {
  CHANNEL_PERMISSIONS,
  GROUP_PERMISSIONS,
  groupUses,
  isUsed,
  REALM_PERMISSIONS,
} from '../../web/store/chat/select/group-uses.ts';
import { profileValue } from '../../web/store/chat/select/profile.ts';
import type { ProfileField, User } from '../../web/store/wire/chat.ts';
import { someState } from './chat-state.ts';

test('alert words stand where they are in the text, whatever folding does to its length', () => {
  const marked = (text: string, ...words: string[]) =>
    alertRanges(text, words.map(foldCase)).map(({ from, to }) => text.slice(from, to));
  assert.deepEqual(marked('The DOCK, dock and docks', 'dock'), ['DOCK', 'dock']);
  assert.deepEqual(marked('İİ dock', 'dock'), ['dock']);
  assert.deepEqual(marked('ﬁ ﬁsh dock ﬁ', 'dock', 'fi'), ['ﬁ', 'dock', 'ﬁ']);
  assert.deepEqual(marked('cafe\u0301 and caf\u00e9', 'café'), ['cafe\u0301', 'caf\u00e9']);
  assert.deepEqual(marked('dock 4 dock', 'dock', 'dock 4'), ['dock 4', 'dock']);
  assert.deepEqual(marked('a b c', 'a b', 'b c'), ['a b']);
  assert.deepEqual(marked('東京駅', '京'), ['京']);
  assert.deepEqual(marked('one 🚚🚚 two', '🚚'), ['🚚', '🚚']);
  assert.deepEqual(marked('see https://dock.example/dock', 'dock'), []);
  assert.deepEqual(marked('', 'dock'), []);
  assert.deepEqual(marked('dock'), []);
});

test('ends of a status are later than now, the soonest first, and midnight where the person is', () => {
  for (const now of [new Date(2026, 10, 29, 23, 59), new Date(2026, 10, 30), new Date(2026, 9, 25, 2, 30)]) {
    for (const name of END_NAMES) assert.ok(endAt(name, now) > now, name);
    const tonight = endAt('today', now);
    assert.deepEqual([tonight.getHours(), tonight.getMinutes()], [0, 0]);
    assert.equal(endAt('week', now).getDay(), 1);
  }
});

test('a cut of a picture is a square within it', () => {
  const size = { width: 300, height: 100 };
  assert.deepEqual(squareOf(size, WHOLE), { left: 100, top: 0, side: 100 });
  const right = movedCrop(size, WHOLE, { x: 9, y: 9 });
  assert.deepEqual(squareOf(size, right), { left: 200, top: 0, side: 100 });
  // What was moved to an edge comes back at the first step.
  assert.deepEqual(squareOf(size, movedCrop(size, right, { x: -1, y: 0 })), { left: 100, top: 0, side: 100 });
  assert.deepEqual(squareOf(size, { x: 0, y: 1, zoom: 4 }), { left: 0, top: 75, side: 25 });
});

const user = (user_id: number, full_name: string, given: Partial<User> = {}): User =>
  ({
    ...{ user_id, full_name, delivery_email: `${user_id}@example.com`, role: 400 },
    ...{ is_active: true, is_bot: false, is_guest: false, ...given },
  }) as User;

test('the directory finds by name, initials, accent and address, and keeps kinds apart', () => {
  const state = someState({
    realm_users: [
      user(1, 'Zoë Quinn'),
      user(2, 'ada Lovelace', { role: 100 }),
      user(3, 'Gus Guest', { is_guest: true, role: 600 }),
      user(4, 'Billing', { is_bot: true }),
    ],
    realm_non_active_users: [user(5, 'Gone Gerd', { is_active: false })],
  });
  const names = (given: Parameters<typeof directory>[1]) => directory(state, given).map(({ full_name }) => full_name);
  const all = { kind: undefined, query: '' };
  assert.deepEqual(names(all), ['ada Lovelace', 'Gus Guest', 'Zoë Quinn']);
  assert.deepEqual(names({ ...all, kind: 'team' }), ['ada Lovelace']);
  assert.deepEqual(names({ ...all, kind: 'guests' }), ['Gus Guest']);
  assert.deepEqual(names({ ...all, kind: 'bots' }), ['Billing']);
  assert.deepEqual(names({ ...all, kind: 'deactivated' }), ['Gone Gerd']);
  for (const query of ['zoe', 'zq', 'QUINN', '1@ex']) assert.deepEqual(names({ ...all, query }), ['Zoë Quinn'], query);
  // A change shows, and takes its place.
  state.users.set(1, user(1, 'Aaron'));
  assert.deepEqual(names(all), ['Aaron', 'ada Lovelace', 'Gus Guest']);
});

test('the page knows each permission that a group can hold', () => {
  assert.deepEqual([...CHANNEL_PERMISSIONS].sort(), [...channelPermissionNames].sort());
  assert.deepEqual([...GROUP_PERMISSIONS].sort(), [...userGroupPermissionNames].sort());
  const realm = Object.keys(realmPermissionDefaults).map((name) => `realm_${name}`);
  assert.deepEqual([...REALM_PERMISSIONS].sort(), realm.sort());
});

test('where a group is used: other groups, permissions of the organization, of channels and of groups', () => {
  const nobody = { direct_members: [], direct_subgroups: [] };
  const group = (id: number, given: object = {}) => ({
    ...{ id, name: `group ${id}`, members: [], direct_subgroup_ids: [], deactivated: false },
    ...Object.fromEntries(GROUP_PERMISSIONS.map((name) => [name, nobody])),
    ...given,
  });
  const channel = { stream_id: 1, name: 'dock', can_send_message_group: 4, can_subscribe_group: nobody };
  const state = someState({
    subscriptions: [channel],
    realm_can_create_groups: { direct_members: [7], direct_subgroups: [4] },
    realm_user_groups: [
      group(4, { can_manage_group: 4 }),
      group(5, { direct_subgroup_ids: [4], can_join_group: { direct_members: [], direct_subgroups: [4] } }),
      group(6, { direct_subgroup_ids: [4], deactivated: true }),
      group(9, { name: 'group 0', direct_subgroup_ids: [4] }),
    ],
  } as never);
  const { parents, ...uses } = groupUses(state, 4);
  assert.deepEqual(
    parents.map(({ id }) => id),
    [9, 5],
    'by name',
  );
  assert.deepEqual(uses, {
    realm: ['realm_can_create_groups'],
    channels: [{ channelId: 1, permissions: ['can_send_message_group'] }],
    groups: [{ groupId: 5, permissions: ['can_join_group'] }],
  });
  assert.equal(isUsed(groupUses(state, 5)), false);
});

test('values of profile fields: links lead to the web alone, broken ones are texts', () => {
  const shown = (type: number, value: string, data: unknown = '') => {
    const field = { id: 3, type, field_data: typeof data === 'string' ? data : JSON.stringify(data) } as ProfileField;
    return profileValue(user(1, 'Ada', { profile_data: { 3: { value } } }), field);
  };
  assert.deepEqual(shown(3, 'a', { a: { text: 'Van', order: '1' } }), { kind: 'text', text: 'Van' });
  assert.deepEqual(shown(3, 'gone', '{'), { kind: 'text', text: 'gone' });
  assert.deepEqual(shown(4, '1990-02-03'), { kind: 'date', day: '1990-02-03' });
  const address = 'https://example.com';
  assert.deepEqual(shown(5, address), { kind: 'link', text: address, href: address });
  assert.deepEqual(shown(5, 'javascript:alert(1)'), { kind: 'text', text: 'javascript:alert(1)' });
  assert.deepEqual(shown(6, '[7,"x",8]'), { kind: 'people', userIds: [7, 8] });
  const pattern = { url_pattern: 'https://code.example/%(username)s' };
  assert.deepEqual(shown(7, 'a/b', pattern), { kind: 'link', text: 'a/b', href: 'https://code.example/a%2Fb' });
  assert.deepEqual(shown(7, 'x', { url_pattern: 'javascript:%(username)s' }), { kind: 'text', text: 'x' });
  assert.equal(shown(1, ''), undefined);
});
