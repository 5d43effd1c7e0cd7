import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writtenBy } from '../db/sql.ts';
import { WrittenTables } from '../db/written-tables.ts';
import { defineFact } from './facts.ts';
import { StateVersions } from './state-versions.ts';

const people = defineFact('people', ['chat.users']);
const subscriptions = defineFact('subscriptions', ['chat.subscriptions', 'chat.users'], {
  own: { of: 'user', tables: ['chat.subscriptions'] },
});
const members = defineFact('members', ['chat.subscriptions']);

const change = (id: number, ...changes: string[]) => ({ id, state: true, changes });

test('a fact has a new version when a table that it is loaded from is written, and by no other change', () => {
  const versions = new StateVersions(5);
  assert.deepEqual([versions.head, versions.of(people, 1)], [5, 5]);
  versions.apply(change(6, 'chat.channels', 'chat.subscriptions'));
  assert.deepEqual([versions.head, versions.of(people, 1), versions.of(members, 1)], [6, 5, 6]);
  versions.apply(change(7, 'chat.users'));
  assert.deepEqual([versions.of(people, 1), versions.of(members, 1), versions.of(subscriptions, 1)], [7, 6, 7]);
  versions.apply({ id: 8, state: false, changes: ['chat.users'] });
  assert.deepEqual([versions.head, versions.of(people, 1)], [7, 7]);
});

test('where nothing is said of what was written, every fact has a new version', () => {
  const versions = new StateVersions(5);
  versions.apply(change(6, 'chat.subscriptions@user 1'));
  for (const [id, changes] of [
    [7, null],
    [8, undefined],
  ] as const) {
    versions.apply({ id, state: true, ...(changes === undefined ? {} : { changes }) });
    for (const kind of [people, subscriptions, members]) assert.equal(versions.of(kind, 1), id);
  }
});

test('rows of some people leave the facts of others as they are, and change those of everybody', () => {
  const versions = new StateVersions(5);
  versions.apply(change(6, 'chat.subscriptions@user 1', 'chat.subscriptions@channel 9'));
  assert.deepEqual([versions.of(subscriptions, 1), versions.of(subscriptions, 2), versions.of(members, 1)], [6, 5, 6]);
  // A key may go on after the ID.
  assert.deepEqual([versions.of(subscriptions, '1 through a key'), versions.of(subscriptions, 9)], [6, 5]);
  versions.apply(change(7, 'chat.subscriptions'));
  assert.deepEqual([versions.of(subscriptions, 1), versions.of(subscriptions, 2)], [7, 7]);
  versions.apply(change(8, 'chat.subscriptions@user 2'));
  assert.deepEqual([versions.of(subscriptions, 1), versions.of(subscriptions, 2)], [7, 8]);
});

test('a fact about the rows of one is not asked for without saying of whom', () => {
  for (const key of ['', 'through a key 7'])
    assert.throws(() => new StateVersions(5).of(subscriptions, key), /must begin with the ID of a user/);
});

test('subjects that are too many to be remembered one by one are not taken for unchanged', () => {
  const versions = new StateVersions(0);
  for (let user = 1; user <= 10_001; user++) versions.apply(change(user, `chat.subscriptions@user ${user}`));
  for (const user of [1, 5000, 10_001]) assert.ok(versions.of(subscriptions, user) >= user, `user ${user}`);
  versions.apply(change(20_000, 'chat.subscriptions@user 3'));
  assert.deepEqual([versions.of(subscriptions, 3), versions.of(subscriptions, 4)], [20_000, 10_001]);
});

test('what a statement writes is read from its text: each table, and functions, which may write any', () => {
  const text = `with a as (insert into chat.users (id) values (1)), b as (
      update only chat.channels c set name = 'x' from chat.messages),
    c as (delete
      from chat.drafts using a)
    select id, platform.release_person('a', 'b') from chat.users for update of users`;
  assert.deepEqual(writtenBy(text), ['chat.users', 'chat.channels', 'chat.drafts', 'platform.release_person']);
  assert.deepEqual(writtenBy('select id from chat.users u where u.id = any($1) for update'), []);
  assert.deepEqual(writtenBy('merge into chat.users using b on true when matched then delete'), ['chat.users']);
});

test('a transaction says whose rows it wrote where each of its statements says so', () => {
  const written = new WrittenTables();
  assert.equal(written.list(), null);
  written.add(['chat.subscriptions', 'chat.subscription_periods'], { user: [1, 2], channel: [9] });
  written.add(['chat.subscriptions'], { user: [3], channel: [9] });
  written.add(['chat.subscription_periods']);
  written.add(['chat.subscription_periods'], { user: [4], channel: [] });
  assert.deepEqual(written.list(), [
    ...['user 1', 'user 2', 'channel 9', 'user 3'].map((subject) => `chat.subscriptions@${subject}`),
    'chat.subscription_periods',
  ]);
  written.add(['chat.subscriptions'], { user: Array.from({ length: 50 }, (_, n) => n), channel: [] });
  assert.deepEqual(written.list(), ['chat.subscriptions', 'chat.subscription_periods']);
});
