import { ArchiveError, type ImportArchive } from '../archive/archive.ts';
import type { JsonObject } from '../json.ts';
import { HeldRows, readRows } from '../json-rows.ts';
import type { Report } from '../report.ts';
import { rowId, textIn } from './values.ts';

/** Tables of `realm.json` whose rows are kept in memory: all but those that grow with the messages. */
const KEPT = [
  'realm',
  'userprofile',
  'userprofile_mirrordummy',
  'userprofile_crossrealm',
  'stream',
  'defaultstream',
  'recipient',
  'subscription',
  'usergroup',
  'namedusergroup',
  'usergroupmembership',
  'groupgroupmembership',
  'customprofilefield',
  'customprofilefieldvalue',
  'realmfilter',
  'realmemoji',
  'usertopic',
  'mutedtopic',
  'muteduser',
  'alertword',
  'draft',
] as const;
type TableName = (typeof KEPT)[number];

/** Rows of all of them together: 5,000 people in 200 channels each are 1,000,000. */
const MAX_ROWS = 5_000_000;

/** Names of tables that are counted each; of an export of Zulip there are about 100. */
const MAX_OTHERS = 300;
/** Name under which the tables beyond it are counted. */
const FURTHER = 'further tables';

/** Tables that have no place here, by what people call it. */
const STAYS: Readonly<Record<string, readonly [what: string, why: string]>> = {
  realmauditlog: ['audit log', 'It is about another server.'],
  scheduledmessage: ['scheduled messages', 'They would be sent during the move. Schedule them again.'],
  savedsnippet: ['saved snippets', 'They are not imported.'],
  userstatus: ['statuses', 'They are out of date after a move.'],
  userpresence: ['presence', 'It is out of date after a move.'],
  useractivity: ['presence', 'It is out of date after a move.'],
  useractivityinterval: ['presence', 'It is out of date after a move.'],
  realmplayground: ['code playgrounds', 'They are not imported.'],
  realmdomain: ['allowed domains', 'Hubbub has its own settings for sign-up.'],
  service: ['services of bots', 'Bots come deactivated.'],
  botstoragedata: ['storage of bots', 'Bots come deactivated.'],
  botconfigdata: ['storage of bots', 'Bots come deactivated.'],
  channelfolder: ['channel folders', 'They are not imported.'],
  multiuseinvite: ['invitations', 'Links of the old server do not work here. Invite people again.'],
};

/** Tables that follow from the others, or that only their own server can use. */
const SILENT = new Set([
  ...['client', 'huddle', 'directmessagegroup', 'realmuserdefault', 'realmauthenticationmethod', 'presencesequence'],
  ...['onboardingstep', 'userhotspot', 'realmexport', 'imageattachment'],
]);

/** The kept rows of `realm.json`. */
export type Tables = ReadonlyMap<TableName, readonly JsonObject[]>;

/** A reaction of one person. */
export interface ReactionRow {
  person: string;
  name: string;
  code: string;
  type: string;
}

/** Reactions by message. */
export type Reactions = Map<string, ReactionRow[]>;

/** Numbers of rows that have no place here, by table. */
type OtherRows = Map<string, number>;

/** Counts rows that stay behind. */
export function reportOthers(others: OtherRows, report: Report): void {
  for (const [name, count] of others) {
    const known = Object.hasOwn(STAYS, name) ? STAYS[name] : undefined;
    const [what, why] = known ?? ['other rows', `Hubbub has no place for ${name.slice(0, 60)}.`];
    report.add(what, 'stays', why, count);
  }
}

/**
 * Reads `realm.json`.
 * @param seen receives its bytes
 * @throws {ArchiveError}
 */
export async function readTables(
  archive: ImportArchive,
  seen: (bytes: Buffer) => void,
): Promise<{ tables: Tables; reactions: Reactions; others: OtherRows }> {
  const tables = new Map<TableName, JsonObject[]>(KEPT.map((name) => [name, []]));
  const reactions: Reactions = new Map();
  const others: OtherRows = new Map();
  let rows = 0;
  const held = new HeldRows();
  for await (const { table, row, bytes } of readRows(archive, 'realm.json', seen)) {
    const name = table.replace(/^zerver_/, '');
    const own = tables.get(name as TableName);
    if (own) own.push(row);
    else if (name === 'reaction') noteReaction(reactions, row);
    else if (!SILENT.has(name)) {
      const known = others.has(name) || others.size < MAX_OTHERS ? name : FURTHER;
      others.set(known, (others.get(known) ?? 0) + 1);
    }
    if (!own && name !== 'reaction') continue;
    if (++rows > MAX_ROWS) throw new ArchiveError(`realm.json has more than ${MAX_ROWS} rows.`);
    held.add({ bytes }, 'realm.json');
  }
  if (tables.get('realm')!.length !== 1)
    throw new ArchiveError('realm.json must have one zerver_realm, so it is not an export of Zulip.');
  return { tables, reactions, others };
}

/** Notes a reaction; one without a message or a person is none. */
export function noteReaction(reactions: Reactions, row: JsonObject): void {
  const [message, person] = [rowId(row, 'message'), rowId(row, 'user_profile')];
  if (message === undefined || person === undefined) return;
  const reaction = {
    person,
    name: textIn(row, 'emoji_name'),
    code: textIn(row, 'emoji_code'),
    type: textIn(row, 'reaction_type'),
  };
  const known = reactions.get(message);
  if (known) known.push(reaction);
  else reactions.set(message, [reaction]);
}

/**
 * Returns the rows of a table by their IDs.
 * @param what what a row is, for the sentence
 * @throws {ArchiveError} when one has no ID, or that of another one
 */
export function byId(rows: readonly JsonObject[], what: string, name = 'id'): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const row of rows) {
    const id = rowId(row, name) ?? rowId(row, 'id');
    if (id === undefined) throw new ArchiveError(`realm.json has a ${what} without a valid id.`);
    if (found.has(id)) throw new ArchiveError(`realm.json has the ${what} ${id} twice.`);
    found.set(id, row);
  }
  return found;
}
