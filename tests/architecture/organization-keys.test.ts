/** Rows of organizations are told apart by their organization, and refer to rows of their own organization alone. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Catalogue, type Index, readCatalogue } from '../harness/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

/** Tables without an organization, and why they have none. */
const OF_NO_ORGANIZATION: Record<string, string> = {
  'dispatch.address_points': 'imported addresses, the same for all',
  'dispatch.road_legs': 'times of ways between places, the same for all',
  'dispatch.worker_changes_kept': 'one row: since when changes are kept',
  'platform.backups': 'of the installation',
  'platform.cell': 'of the installation',
  'platform.failed_attempts': 'counted before it is known who tries; the key names the account',
  'platform.first_run_codes': 'before there is an organization',
  'platform.hosts': 'of the installation',
  'platform.known_addresses': 'the key names the account',
  'platform.move_changes': 'keys of rows of an organization that moves, which `moved` names',
  'platform.openid_returns': 'before it is known who signs in',
  'platform.organization_moves': 'of organizations that are not here yet, or not any more',
  'platform.organizations': 'the organizations themselves',
  'platform.processes': 'of the installation',
  'platform.sealing_check': 'of the installation',
};

const SECRET = 'a secret by which the row, and its organization, are found';
const FILE = 'the name of a file in the one store of all organizations';
/** Keys without the organization, and why no two organizations get in each other's way by them. */
const KEYS_OF_ALL: Record<string, string> = {
  'chat.attachments (path_id)': FILE,
  'chat.channel_mail_addresses (token)': SECRET,
  'chat.email_changes (token_hash)': SECRET,
  'chat.imports (archive)':
    'the operator imports one archive into one organization at a time; the digest is of its content',
  'chat.invitations (token_hash)': SECRET,
  'chat.realm_emoji (file_id)': FILE,
  'chat.reply_addresses (token_hash)': SECRET,
  'dispatch.tasks (tracking_token)': SECRET,
  'dispatch.workers (picture_file_id)': FILE,
  'platform.credentials (hash)': SECRET,
  'platform.import_runs (id)': 'drawn by the program; its job knows the organization by it',
  'platform.import_runs (token_hash)': SECRET,
  'platform.organization_imports (archive)': 'the operator imports one archive once; the digest is of its content',
  'platform.outbox (reference)': 'drawn by the program, and given back by a provider that knows no organization',
  'platform.person_tokens (hash)': SECRET,
  'platform.sms_settings (number)': 'an own number belongs to one organization: what arrives there is for it',
};

/** Tables whose rows are not told apart, and why. */
const WITHOUT_KEY: Record<string, string> = {
  'dispatch.worker_changes': 'a list of what has changed: the same worker stands in it several times',
};

let database: TestDatabase;
let catalogue: Catalogue;
before(async () => {
  database = await createTestDatabase();
  catalogue = await readCatalogue(database.connectionString);
});
after(() => database.drop());

const isOwned = (columns: readonly string[] | undefined) => columns?.includes('organization_id') ?? false;
const named = ({ table, columns }: Index) => `${table} (${columns.join(', ')})`;

/** Primary keys and unique indexes of organizations' tables in which the organization is not. */
function keysOfAll({ columns, keys }: Catalogue): string[] {
  const owned = keys.filter(({ table }) => isOwned(columns.get(table)));
  return owned.filter((key) => !isOwned(key.columns)).map(named);
}

/** Foreign keys from one organization's table to another's by which a row may refer to a row of another organization. */
function referencesAcross({ columns, references }: Catalogue): string[] {
  return references
    .filter(({ table, toTable }) => isOwned(columns.get(table)) && isOwned(columns.get(toTable)))
    .filter(({ columns: from, to }) => to[from.indexOf('organization_id')] !== 'organization_id')
    .map((reference) => `${named(reference)} → ${reference.toTable}`);
}

/** Columns with user IDs that no foreign key refers by, since the user may be gone or the column is a list. */
const USER_COLUMN =
  /^(?:\w+_)?(?:user_ids?|(?:owner|sender|creator|author|referrer|requester|reader)_id|recipient_ids)$/;

/** Keys, indexes and references of the chat with a user ID but no organization, and tables with one. */
function userIdsAlone({ columns, keys, indexes, references }: Catalogue): string[] {
  const users = references.filter(({ toTable }) => toTable === 'chat.users');
  const referring = new Set(users.map(({ table, columns, to }) => `${table} ${columns[to.indexOf('id')]}`));
  const isUserId = (table: string, column: string) =>
    referring.has(`${table} ${column}`) || USER_COLUMN.test(column) || `${table} ${column}` === 'chat.users id';
  const hasUserId = ({ table, columns }: Index) => columns.some((column) => isUserId(table, column));
  const tables = [...columns].map(([table, columns]) => ({ table, columns }));
  const alone = (of: readonly Index[]) => of.filter((each) => hasUserId(each) && !isOwned(each.columns)).map(named);
  return [...alone(tables), ...alone(keys), ...alone(indexes), ...alone(references)];
}

describe('the organization of a row', () => {
  it('stands in every table but those that are of no organization', () => {
    const without = [...catalogue.columns].filter(([, columns]) => !isOwned(columns)).map(([table]) => table);
    assert.deepEqual(without, Object.keys(OF_NO_ORGANIZATION));
  });

  it('is part of every key but those that are of all organizations', () => {
    assert.deepEqual(keysOfAll(catalogue), Object.keys(KEYS_OF_ALL));
  });

  it('is part of the primary key', () => {
    const primary = catalogue.keys.filter(({ isPrimary }) => isPrimary).map(({ table }) => table);
    const owned = [...catalogue.columns].filter(([, columns]) => isOwned(columns)).map(([table]) => table);
    assert.deepEqual(
      owned.filter((table) => !primary.includes(table)),
      Object.keys(WITHOUT_KEY),
    );
  });

  it('is part of every foreign key to a row of an organization', () => {
    assert.deepEqual(referencesAcross(catalogue), []);
  });

  it('stands beside every user ID', () => {
    assert.deepEqual(userIdsAlone(catalogue), []);
  });

  it('is missed where it is forgotten', () => {
    const forgetful: Catalogue = {
      columns: new Map([
        ['chat.notes', ['organization_id', 'id', 'user_id', 'by_organization_id']],
        ['chat.users', ['organization_id', 'id']],
        ['platform.hosts', ['host']],
        ['platform.pictures', ['file', 'owner_id']],
      ]),
      keys: [
        { table: 'chat.notes', columns: ['id'], isPrimary: true },
        { table: 'chat.users', columns: ['organization_id', 'id'], isPrimary: true },
        { table: 'platform.hosts', columns: ['host'], isPrimary: true },
      ],
      indexes: [
        { table: 'chat.notes', columns: ['user_id'] },
        { table: 'chat.notes', columns: ['organization_id', 'user_id'] },
        { table: 'chat.notes', columns: ['by_organization_id'] },
      ],
      references: [
        { table: 'chat.notes', columns: ['user_id'], toTable: 'chat.users', to: ['id'] },
        {
          table: 'chat.notes',
          columns: ['by_organization_id', 'user_id'],
          toTable: 'chat.users',
          to: ['organization_id', 'id'],
        },
        {
          table: 'chat.notes',
          columns: ['user_id', 'organization_id'],
          toTable: 'chat.users',
          to: ['id', 'organization_id'],
        },
      ],
    };
    assert.deepEqual(keysOfAll(forgetful), ['chat.notes (id)']);
    assert.deepEqual(referencesAcross(forgetful), [
      'chat.notes (user_id) → chat.users',
      'chat.notes (by_organization_id, user_id) → chat.users',
    ]);
    assert.deepEqual(userIdsAlone(forgetful), [
      'platform.pictures (file, owner_id)',
      'chat.notes (user_id)',
      'chat.notes (user_id)',
      'chat.notes (by_organization_id, user_id)',
    ]);
  });
});
