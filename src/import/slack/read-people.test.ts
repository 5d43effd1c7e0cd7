import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../chat/http/caller.ts';
import { Report } from '../report.ts';
import { readPeople } from './read-people.ts';

function people(...users: object[]) {
  const report = new Report();
  const read = readPeople(
    users.map((user, n) => ({ id: `U${n}`, name: `person${n}`, ...user })),
    report,
  );
  return { read, counts: report.rows.map(({ what, comes, changed }) => [what, comes, changed]) };
}

test('roles are those of Slack, the highest first; bots are members', () => {
  const { read } = people(
    { is_primary_owner: true },
    { is_owner: true, is_admin: true },
    { is_admin: true, is_restricted: true },
    { is_restricted: true },
    { is_ultra_restricted: true },
    {},
    { is_bot: true, is_owner: true },
    { is_owner: 'true' },
  );
  assert.deepEqual(
    read.map(({ role }) => role),
    [Role.owner, Role.owner, Role.administrator, Role.guest, Role.guest, Role.member, Role.member, Role.member],
  );
});

test('of two with one address the one in use keeps it, and those without one cannot be invited by e-mail', () => {
  const email = 'mara@example.com';
  const { read, counts } = people(
    { deleted: true, profile: { email } },
    { profile: { email: 'MARA@example.com' } },
    { profile: {} },
    { is_bot: true, profile: { email: 'bot@example.com' } },
    { id: 'USLACKBOT' },
  );
  assert.deepEqual(
    read.map(({ hasMailbox, isInvitable, isBot }) => [hasMailbox, isInvitable, isBot]),
    [
      [false, false, false],
      [true, true, false],
      [false, true, false],
      [false, false, true],
      [false, false, true],
    ],
  );
  assert.equal(read[1]!.email, 'MARA@example.com');
  assert.ok(read.filter(({ hasMailbox }) => !hasMailbox).every((each) => each.email.endsWith('@imported.invalid')));
  // Rows are in the order of reading: those in use first.
  assert.deepEqual(counts, [
    ['people', 1, 2],
    ['bots', 0, 2],
  ]);
});

test('a name is the first that an account can have, and a zone is one that exists', () => {
  const { read } = people(
    { real_name: '', profile: { real_name: 'Mara M.', display_name: 'm' }, tz: 'Europe/Vienna' },
    { real_name: 'Ned', profile: { real_name: 'N.' }, tz: 'Europe/Nowhere' },
    { name: '', tz: 7 },
  );
  assert.deepEqual(
    read.map(({ fullName, timezone }) => [fullName, timezone]),
    [
      ['Mara M.', 'Europe/Vienna'],
      ['Ned', undefined],
      ['Slack U2', undefined],
    ],
  );
});
