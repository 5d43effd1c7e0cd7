import * as rows from '../../../src/import/move/row-queries.ts';
import { doAddMovedJobs } from '../../../src/platform/jobs/actions.ts';
import type { Examples } from '../compose.ts';
import { ORGANIZATION } from './reader.ts';

const columnsOf = (types: Readonly<Record<string, string>>) =>
  Object.entries(types).map(([name, type]) => ({ name, quoted: name, type, isGenerated: false }));
const drafts = {
  name: 'chat.drafts',
  key: ['organization_id', 'id'],
  columns: columnsOf({ organization_id: 'text', id: 'bigint', content: 'text' }),
  refersTo: [],
};
const organizations = {
  name: 'platform.organizations',
  key: ['id'],
  columns: columnsOf({ id: 'text', name: 'text', importing_since: 'timestamp with time zone' }),
  refersTo: [],
};
const key = [ORGANIZATION, '7'];
const row = { key, line: '(org,7,text)' };

/** The statements of a move, for one table of organizations and theirs. */
export const moves: Examples = [
  ['the first', (tx) => rows.loadRowsAfter(tx, drafts, ORGANIZATION, undefined)],
  ['the next', (tx) => rows.loadRowsAfter(tx, drafts, ORGANIZATION, key)],
  (tx) => rows.loadRowsByKeys(tx, drafts, [key]),
  ['of a table', (tx) => rows.insertRows(tx, drafts, [row], { mayBeThere: false })],
  ['the organization', (tx) => rows.insertRows(tx, organizations, [row], { mayBeThere: true })],
  (tx) => rows.deleteRows(tx, drafts, [key]),
  (tx) => rows.deleteOwnRows(tx, drafts, ORGANIZATION),
  ['all', (tx) => rows.sumRows(tx, drafts, ORGANIZATION)],
  ['some', (tx) => rows.sumRows(tx, drafts, ORGANIZATION, [key])],
  (tx) => rows.countRows(tx, drafts, ORGANIZATION),
  (tx) => rows.hasRowsAcross(tx, { table: 'dispatch.tasks', column: 'ordered_by' }, ORGANIZATION),
  (tx) => rows.loadSealedValues(tx, drafts, ['content'], [key]),
  (tx) => doAddMovedJobs(tx),
];
