/** Processes of two versions that follow each other serve from the same tables for a while (docs/decisions/0077-rolling-upgrades.md). */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { listMigrations } from '../../src/platform/db/migrate.ts';
import { RELEASE_BEFORE, VERSION } from '../../src/platform/version.ts';
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
  const earlier: string[] = [];
  for (const { name, file } of await listMigrations()) {
    const text = await readFile(file, 'utf8');
    if (!before.has(name)) wrong.push(...contractionsIn(text, versions, earlier).map((why) => `${name}: ${why}`));
    earlier.push(text);
  }
  assert.deepEqual(wrong, []);
});

test('package.json names the release before, whose processes may serve beside this version', async () => {
  const released = (await readFixtures()).filter(({ version }) => version !== VERSION);
  assert.equal(RELEASE_BEFORE, released.at(-1)?.version);
});

test('what the version before would stumble over is found', () => {
  const earlier = [
    'create index old_index on chat.notes (text); create unique index by_name on chat.users (name)',
    'create function chat.note() returns trigger language plpgsql as $$ begin return null; end $$',
  ];
  const right = [
    'alter table chat.users add column pronouns text',
    "alter table chat.users add column pronouns text not null default ''",
    'create table chat.notes (id int not null, text text not null); alter table chat.notes add check (id > 0)',
    'create index notes_by_user on chat.notes (user_id); drop index chat.old_index',
    'alter table chat.users drop constraint users_name_check',
    'alter table chat.users drop constraint users_realm_id_fkey',
    'alter table chat.users alter column name drop not null',
    '-- alter table chat.users drop column name\nselect 1',
    "update chat.users set name = 'it''s; drop table chat.users; --' where name = ''",
    'create function chat.f() returns int language sql as $$ select 1; drop table chat.users $$',
    '-- unused since 0.2.0\nalter table chat.users drop column pronouns',
    'create unique index by_text on chat.notes (text) ; create table chat.notes (text text)',
    'drop trigger note on chat.users; drop function chat.note()',
    "alter table chat.users add a numeric(3, 1) not null default 1, add b text check (b in ('not null'))",
    'do $$ begin update chat.users set name = 1; end $$',
    '-- unused since 0.2.0\ndo $$ begin drop table chat.users; end $$',
    '-- kept since 0.2.0\nalter table chat.users add check (length(name) < 9)',
    'alter table chat.users add slug text, add check (length(slug) < 9); create unique index on chat.users (id, slug)',
    'alter table chat.users add a int; alter table chat.users add foreign key (id, a) references chat.a (b)',
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
    '-- unused since 0.2.0\nalter table chat.users drop column pronouns; drop table chat.users',
    'create unique index by_email on chat.users (email)',
    'create unique index on chat.users (email)',
    'drop index chat.by_name',
    'drop index chat.old_index, chat.by_name',
    'alter table chat.users drop constraint users_pkey',
    'alter table chat.users drop constraint if exists users_name_key',
    'alter table chat.users alter column name drop default',
    'alter table chat.users alter name drop identity',
    'alter table chat.users alter column id set generated always',
    'alter table chat.users add column a text not null, add column b text default 1',
    'alter table chat.users add column a numeric(3, 1) not null, add column b text default 1',
    'alter table chat.users add column slug text default 1 unique',
    'alter table chat.users set schema people',
    'drop function chat.search_fold(text)',
    'alter table chat.users add slug text default 1; create unique index on chat.users (id, slug)',
    'alter table chat.users add slug text; create unique index on chat.users (id)',
    'alter table chat.users add slug text; alter table chat.users add constraint slug check (length(name) < 9)',
    'revoke select on chat.users from readers',
    'do $$ begin alter table chat.users drop column name; end $$',
    "do language plpgsql $do$ begin execute format('alter table %I drop column name', 'x'); end $do$",
    'do $$ begin if true then drop table chat.users; end if; end $$',
    "alter table chat.users add column a text default '--'; drop table chat.users",
  ];
  const refused = [...right, ...wrong].filter((text) => contractionsIn(text, ['0.1.0', '0.2.0'], earlier).length > 0);
  assert.deepEqual(refused, wrong);
});
