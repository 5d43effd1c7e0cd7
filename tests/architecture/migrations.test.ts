/** Processes of two versions that follow each other serve from the same tables for a while (docs/decisions/0077-rolling-upgrades.md). */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { listMigrations } from '../../src/platform/db/migrate.ts';
import { VERSION } from '../../src/platform/version.ts';
import { readFixtures } from '../upgrade/fixture.ts';
import { contractionsIn } from './contractions.ts';

test('a migration after the last release takes nothing from the version before', async () => {
  const released = (await readFixtures()).filter(({ version }) => version !== VERSION);
  const last = released.at(-1);
  // Of the first version none comes before.
  if (!last) return;
  const before = new Set(last.migrations.map(({ name }) => name));
  const versions = released.map(({ version }) => version);
  const wrong: string[] = [];
  for (const { name, file } of (await listMigrations()).filter((each) => !before.has(each.name)))
    wrong.push(...contractionsIn(await readFile(file, 'utf8'), versions).map((why) => `${name}: ${why}`));
  assert.deepEqual(wrong, []);
});

test('what the version before would stumble over is found', () => {
  const right = [
    'alter table chat.users add column pronouns text',
    "alter table chat.users add column pronouns text not null default ''",
    'create table chat.notes (id int not null, text text not null); alter table chat.notes add check (id > 0)',
    'create index notes_by_user on chat.notes (user_id); drop index chat.old_index',
    'alter table chat.users drop constraint users_name_check',
    'alter table chat.users alter column name drop not null',
    '-- alter table chat.users drop column name\nselect 1',
    'create function chat.f() returns int language sql as $$ select 1; drop table chat.users $$',
    '-- unused since 0.2.0\nalter table chat.users drop column pronouns',
  ];
  const wrong = [
    'drop table chat.users',
    'drop view chat.people',
    'alter table chat.users drop column name',
    'alter table chat.users add column a text, drop name',
    'alter table chat.users rename to people',
    'alter table chat.users rename column name to full_name',
    'alter type chat.kind rename value 1 to 2',
    'alter table chat.users alter column id type bigint',
    'alter table chat.users alter id set data type bigint',
    'alter table chat.users alter column name set not null',
    'alter table chat.users add column pronouns text not null',
    'alter table chat.users add constraint short check (length(name) < 9)',
    'alter table chat.users add unique (name)',
    'truncate chat.users',
    '-- unused since 0.3.0\nalter table chat.users drop column pronouns',
  ];
  const refused = [...right, ...wrong].filter((text) => contractionsIn(text, ['0.1.0', '0.2.0']).length > 0);
  assert.deepEqual(refused, wrong);
});
