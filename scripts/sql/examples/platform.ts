import { notifyRecipients } from '../../../src/dispatch/notifications/notify-recipients.ts';
import { webhookFanOut } from '../../../src/dispatch/webhooks/fan-out.ts';
import { findPersonRow, loadPeoplePage } from '../../../src/pages/admin/people-queries.ts';
import { loadEntries } from '../../../src/platform/audit/access.ts';
import * as reseal from '../../../src/platform/credentials/reseal-queries.ts';
import { SEALED_TABLES } from '../../../src/platform/credentials/sealed-columns.ts';
import * as deletion from '../../../src/platform/deletion/queries.ts';
import { lastOfSomeRows, replaceInRows } from '../../../src/platform/erasure/text-queries.ts';
import { readEvents } from '../../../src/platform/events/follower.ts';
import { appendEvents } from '../../../src/platform/events/log.ts';
import { readConcerned } from '../../../src/platform/events/log-reader.ts';
import { readConcernedOf } from '../../../src/platform/events/shared-reading.ts';
import { insertExportedRows, passSequence } from '../../../src/platform/export/import-queries.ts';
import {
  loadPeopleByEmail,
  loadPerson,
  loadVerifiedPerson,
  lockPeople,
  lockPerson,
} from '../../../src/platform/people/access.ts';
import { findPeopleByOpenId } from '../../../src/platform/people/openid-links.ts';
import type { Examples } from '../compose.ts';
import { NOW, ORGANIZATION } from './reader.ts';

const event = { organizationId: ORGANIZATION, part: 'chat', kind: 'message', audience: [], payload: {}, state: false };
const viewer = { personId: 'x', seesDispatch: true, now: NOW };

const drafts = { name: 'chat.drafts', key: ['organization_id', 'id'] };
const columnsOf = (names: readonly string[]) =>
  names.map((name) => ({ name, quoted: name, type: 'text', isGenerated: false }));
const draftTable = {
  ...drafts,
  columns: columnsOf(['organization_id', 'id', 'user_id', 'content']),
  refersTo: [],
};
const organizationTable = {
  name: 'platform.organizations',
  key: ['id'],
  columns: columnsOf(['id', 'name']),
  refersTo: [],
};
const snippets = {
  name: 'chat.saved_snippets',
  key: ['organization_id', 'id'],
  keyTypes: ['text', 'bigint'],
  texts: ['title', 'content'].map((quoted) => ({ quoted, type: 'text' })),
};
const replacements = [{ pattern: 'mara', by: 'nobody' }];
const orderedBy = { table: 'dispatch.tasks', column: 'ordered_by' };

const devices = SEALED_TABLES.find(({ name }) => name === 'chat.client_devices')!;
const mark = Buffer.from('01ffffffff', 'hex');

export const platform: Examples = [
  ['the first', (tx) => reseal.lockOthers(tx, devices, mark, undefined)],
  ['the next', (tx) => reseal.lockOthers(tx, devices, mark, ['x', '7', '1'])],
  (tx) => reseal.saveSealed(tx, devices, { key: ['x', '7', '1'], values: [mark, null] }),
  (tx) => reseal.countSealed(tx, devices, 'push_key', [mark, mark]),
  ['the first', (tx) => lastOfSomeRows(tx, snippets, ORGANIZATION, undefined)],
  ['the next', (tx) => lastOfSomeRows(tx, snippets, ORGANIZATION, ['x', '1'])],
  [
    'the first',
    (tx) => replaceInRows(tx, snippets, ORGANIZATION, { after: undefined, upTo: ['x', '1'] }, replacements),
  ],
  ['some of a table', (tx) => deletion.deleteSomeRows(tx, drafts, ORGANIZATION)],
  ['rows that stay', (tx) => deletion.releaseSomeRows(tx, { ...orderedBy, isEmptied: true }, ORGANIZATION)],
  ['rows that go', (tx) => deletion.releaseSomeRows(tx, { ...orderedBy, isEmptied: false }, ORGANIZATION)],
  (tx) => passSequence(tx, 'chat.message_ids', 7),
  ['a table of organizations', (tx) => insertExportedRows(tx, draftTable, new Set(['id', 'content']), ['{}'])],
  ['the organizations', (tx) => insertExportedRows(tx, organizationTable, new Set(['id', 'name']), ['{}'])],
  (tx) => appendEvents(tx, [event as never]),
  (tx) => loadPerson(tx, ORGANIZATION, 'x'),
  (tx) => loadVerifiedPerson(tx, ORGANIZATION, 'x@couriers.example'),
  (tx) => lockPerson(tx, ORGANIZATION, 'x'),
  (tx) => lockPeople(tx, ORGANIZATION, ['x']),
  (tx) => loadPeopleByEmail(tx, ORGANIZATION, 'x@couriers.example'),
  (tx) => findPeopleByOpenId(tx, { issuer: 'https://x', subject: 'x', email: undefined }, ORGANIZATION),
  [
    'events for webhooks',
    (tx) => readConcernedOf(tx, webhookFanOut, [{ organizationId: ORGANIZATION, after: 0, head: 1 }], 500),
  ],
  ['the newest', (tx) => loadEntries(tx, ORGANIZATION, {}, undefined, 51)],
  ['of an actor', (tx) => loadEntries(tx, ORGANIZATION, { actor: '7' }, 'x', 51)],
  ['of an object', (tx) => loadEntries(tx, ORGANIZATION, { object: '7' }, 'x', 51)],
  [
    'of an action, in a time',
    (tx) => loadEntries(tx, ORGANIZATION, { action: 'webhook.created', from: 0, to: 1 }, undefined, 51),
  ],
  (tx) => loadPeoplePage(tx, { ...viewer, kind: 'all', search: '', after: null }, 51),
  (tx) => findPersonRow(tx, { ...viewer, id: 'x' }),
  (tx) => readEvents(tx, ORGANIZATION, 0, 500),
  ['tasks for recipients', (tx) => readConcerned(tx, notifyRecipients, ORGANIZATION, { after: 0, upto: 1 })],
];
