import { doCreateWebhookSecret } from '../../dispatch/webhooks/actions.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { onUniqueViolation } from '../../platform/db/unique.ts';
import { deleteClosing, doCloseOrganization } from '../../platform/deletion/actions.ts';
import {
  findOrganizationImport,
  loadOrganizationsHere,
  type OrganizationImport,
} from '../../platform/export/access.ts';
import {
  doBeginOrganizationImport,
  doEndOrganizationImport,
  doInsertExportedRows,
  doLockOrganizationImports,
  doMoveOrganizationImport,
  doPassSequence,
  doSetImportedPassword,
} from '../../platform/export/actions.ts';
import { storeObject, uploadQuota } from '../../platform/files/files.ts';
import { refuseWithoutRoom } from '../../platform/files/room.ts';
import { spool } from '../../platform/files/spool.ts';
import { randomText } from '../../platform/ids.ts';
import { openImportRunOf } from '../../platform/imports/access.ts';
import { doAddImportRun, doEndImportRun, doFailImportRun, doStepImportRun } from '../../platform/imports/actions.ts';
import type { ImportRun } from '../../platform/imports/import-run.ts';
import { doOpenImported } from '../../platform/organizations/importing.ts';
import type { Services } from '../../platform/services.ts';
import { ArchiveError } from '../archive/archive.ts';
import { isObject } from '../json.ts';
import { ImportedElsewhere, importFailureOf } from '../run-import.ts';
import { writeBehind } from '../write-behind.ts';
import { STAYS } from './choices.ts';
import { CopyNames } from './copy-names.ts';
import { type ExportedLine, type HubbubExport, objectsOfRow } from './open-export.ts';
import { organizationRow, rowsAsWritten } from './row-changes.ts';

/** Lines of one transaction, and characters of them. */
const BATCH = { lines: 500, characters: 2_000_000 };

/** The owner who can sign in with a password at once. */
export interface OwnerPassword {
  /** In lower case. */
  email: string;
  /** In the form of `hashPassword`. */
  hash: string;
}

/** Options of one run. */
export interface ExportImportOptions {
  /** Label before the host of the server; undefined: the exported one if it is free. */
  address?: string | undefined;
  /** The owner who can sign in at once; undefined: all ask for a new password by e-mail. */
  owner?: OwnerPassword | undefined;
  progress?: (done: number, total: number) => void;
}

/** Result of importing an export. */
export interface ImportedExport {
  organizationId: string;
  /** Lines of the archive. */
  rows: number;
  /** Lines that an earlier run had written. */
  before: number;
  isCopy: boolean;
}

/**
 * Writes an export into a new organization, which opens at the end. A run that was killed is gone on with. If the database
 * refuses a row, all of it is deleted again.
 * @throws {ArchiveError}
 */
export async function importExport(
  services: Services,
  source: HubbubExport,
  options: ExportImportOptions,
): Promise<ImportedExport> {
  const { database } = services;
  const { owner } = options;
  if (owner && !source.addresses.has(owner.email))
    throw new ArchiveError(`Nobody in the export has confirmed the address ${owner.email}. Name somebody who has.`);
  await services.jobs.start();
  const begun = await begin(services, source, options);
  const { organizationId } = begun;
  const run = (await openImportRunOf(database.reader, organizationId))!;
  try {
    await write(services, source, begun, run, options);
  } catch (error) {
    if (error instanceof RefusedRow) await deleteRefusedImport(services, organizationId);
    else if (!(error instanceof ImportedElsewhere))
      await database
        .transaction((tx) => doFailImportRun(tx, run.id, importFailureOf(error as Error)))
        .catch(() => undefined);
    throw error;
  }
  return { organizationId, rows: source.total, before: begun.before, isCopy: begun.isCopy };
}

/** A row that the tables do not take. */
class RefusedRow extends ArchiveError {}

/** Deletes an organization whose import was refused. */
export async function deleteRefusedImport(services: Services, organizationId: string): Promise<void> {
  await services.database.transaction((tx) => doCloseOrganization(tx, organizationId), { organizationId });
  await deleteClosing(services, organizationId);
}

interface Begun extends Pick<OrganizationImport, 'organizationId' | 'position' | 'isCopy'> {
  /** Lines that an earlier run had written. */
  before: number;
}

async function begin(services: Services, source: HubbubExport, { address }: ExportImportOptions): Promise<Begun> {
  const { database, config } = services;
  const known = await findOrganizationImport(database.reader, source.digest);
  if (known && known.endedAt === null) return { ...known, before: known.position };
  if (known)
    throw new ArchiveError(
      `This archive was imported as organization ${known.organizationId}. Delete that one to import it again.`,
    );
  const quota = uploadQuota(services);
  if (quota !== undefined && source.bytes > quota)
    throw new ArchiveError('The files of the archive exceed UPLOAD_QUOTA_MIB. Raise it, then import again.');
  await refuseWithoutRoom(config, source.bytes);
  const [isCopy, id] = await idsFor(services, source);
  const lines = source.lines(0);
  const [organization, head] = [await lineOf(lines), await lineOf(lines)];
  await lines.return(undefined);
  await database
    .transaction(
      async (tx) => {
        await doLockOrganizationImports(tx);
        if (await findOrganizationImport(tx, source.digest)) throw elsewhere();
        // Another archive of the same organization was begun between the look above and the lock.
        if (!isCopy && (await loadOrganizationsHere(tx, [id])).size > 0)
          throw new ArchiveError(
            'Another archive of this organization was begun at the same moment. To have both, run the command again: this one then gets new IDs.',
          );
        for (const [sequence, last] of source.numbers) await doPassSequence(tx, sequence, last);
        const names = new CopyNames({ from: source.organization.id, to: id }, source.fileIds);
        const row = await organizationRow(tx, services, names.rename(organization.line), address);
        await insert(tx, { ...organization, line: row });
        await insert(tx, head);
        await doBeginOrganizationImport(tx, source.digest, isCopy);
        await doMoveOrganizationImport(tx, 0, 2);
        await doAddImportRun(tx, 'hubbub', source.total);
      },
      { organizationId: id },
    )
    .catch(refuse('the organization'));
  return { organizationId: id, position: 2, isCopy, before: 0 };
}

/** The exported ID is kept unless the organization is here. */
async function idsFor(
  { database }: Services,
  { organization }: HubbubExport,
): Promise<readonly [isCopy: boolean, id: string]> {
  const here = await loadOrganizationsHere(database.reader, [organization.id]);
  return here.size > 0 ? [true, randomText(24)] : [false, organization.id];
}

async function lineOf(lines: AsyncGenerator<ExportedLine>): Promise<ExportedLine> {
  const { value } = await lines.next();
  return value as ExportedLine;
}

const insert = (tx: Tx, { table, line }: ExportedLine) => insertAll(tx, table, [line]);

/** @param lines all of them have the same columns, as the first reading has checked */
async function insertAll(tx: Tx, table: ExportedLine['table'], lines: readonly string[]): Promise<void> {
  const [first] = lines;
  if (first === undefined) return;
  const writable = new Set(table.columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name));
  const columns = new Set(Object.keys(JSON.parse(first)).filter((name) => writable.has(name)));
  await doInsertExportedRows(tx, table, columns, lines);
}

const elsewhere = () =>
  new ImportedElsewhere('Another process imports this archive, or its organization was deleted meanwhile.');

/** Somebody took the SMS number after it was looked for: run again, the transaction leaves it out. */
const numberTaken = () => Object.assign(new Error('an SMS number was taken in the meantime'), { code: '40001' });

/** Classes of PostgreSQL's errors that are about values: of types, of constraints, too large. */
const OF_VALUES = /^(?:22|23|42804|54)/;

function refuse(where: string): (error: unknown) => never {
  return (error) => {
    const { code, message } = error as { code?: unknown; message: string };
    if (typeof code === 'string' && OF_VALUES.test(code))
      throw new RefusedRow(`The database does not take the rows of ${where}: ${message}. Nothing was imported.`);
    throw error;
  };
}

/** Lines of one table, written in one transaction. */
interface NamedBatch {
  table: ExportedLine['table'];
  lines: readonly string[];
}

async function write(
  services: Services,
  source: HubbubExport,
  { organizationId, position: first, isCopy }: Begun,
  run: ImportRun,
  { owner, progress }: ExportImportOptions,
): Promise<void> {
  const { database } = services;
  const names = new CopyNames({ from: source.organization.id, to: organizationId }, source.fileIds);
  const { event_id: head } = JSON.parse((await headLine(source)).line) as { event_id: number };
  let position = first;
  await writeBehind(named(), writeBatch);
  await database.transaction(
    async (tx) => {
      if (!(await doMoveOrganizationImport(tx, position, position))) throw elsewhere();
      if (owner) await doSetImportedPassword(tx, owner);
      await doCreateWebhookSecret(tx, services.secrets);
      await doEndOrganizationImport(tx);
      await doEndImportRun(tx, run);
      await doOpenImported(tx);
    },
    { organizationId, takesLog: true },
  );

  /** Batches with the names that they have here, their files in the store. */
  async function* named(): AsyncGenerator<NamedBatch> {
    for await (const { table, lines } of batchesOf(source.lines(position))) {
      const renamed = isCopy ? lines.map((line) => names.rename(line)) : lines;
      if (table.name === 'platform.files')
        for (const [n, line] of lines.entries()) await storeFiles(services, source, line, organizationId, renamed[n]!);
      yield { table, lines: renamed };
    }
  }

  async function writeBatch({ table, lines }: NamedBatch) {
    const to = position + lines.length;
    await database
      .transaction(
        async (tx) => {
          if (!(await doMoveOrganizationImport(tx, position, to))) throw elsewhere();
          if (!(table.name in STAYS))
            await onUniqueViolation(
              'sms_settings_number',
              insertAll(tx, table, await rowsAsWritten(tx, table.name, lines, { isCopy, head })),
              numberTaken,
            );
          await doStepImportRun(tx, run.id, to, source.total);
        },
        { organizationId },
      )
      .catch(refuse(table.name));
    position = to;
    progress?.(position, source.total);
  }
}

async function headLine(source: HubbubExport): Promise<ExportedLine> {
  const lines = source.lines(1);
  const head = await lineOf(lines);
  await lines.return(undefined);
  return head;
}

/** Puts the objects of a file into the store. A run that is killed leaves some that the next one puts there again. */
async function storeFiles(
  services: Services,
  { archive, files }: HubbubExport,
  line: string,
  organizationId: string,
  named: string,
): Promise<void> {
  const [row, renamed]: unknown[] = [JSON.parse(line), JSON.parse(named)];
  if (!isObject(row) || !isObject(renamed)) return;
  for (const { object, name } of objectsOfRow(row)) {
    if (!files.has(name)) continue;
    await using local = await spool(services, archive.stream(name), await archive.sizeOf(name));
    await storeObject(services, { organizationId, id: String(renamed.id) }, object, local.path);
  }
}

async function* batchesOf(lines: AsyncIterable<ExportedLine>): AsyncGenerator<NamedBatch> {
  let batch: string[] = [];
  let characters = 0;
  let of: ExportedLine['table'] | undefined;
  for await (const { table, line } of lines) {
    if (of && (of !== table || batch.length >= BATCH.lines || characters >= BATCH.characters)) {
      yield { table: of, lines: batch };
      batch = [];
      characters = 0;
    }
    of = table;
    batch.push(line);
    characters += line.length;
  }
  if (of) yield { table: of, lines: batch };
}
