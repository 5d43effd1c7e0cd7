import { createHash } from 'node:crypto';
import { doAppendImported } from '../../dispatch/containers/append-imported.ts';
import { DispatchError } from '../../dispatch/http/errors.ts';
import { itemErrorOf } from '../../dispatch/http/item-error.ts';
import { accessMemberships } from '../../dispatch/teams/access.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { loadTables, type Table } from '../../platform/db/tables.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import { findOrganizationImport } from '../../platform/export/access.ts';
import {
  doBeginOrganizationImport,
  doEndOrganizationImport,
  doInsertExportedRows,
  doLockOrganizationImports,
  doMoveOrganizationImport,
} from '../../platform/export/actions.ts';
import { openImportRunOf } from '../../platform/imports/access.ts';
import { doAddImportRun, doEndImportRun, doFailImportRun, doStepImportRun } from '../../platform/imports/actions.ts';
import type { ImportReportRow, ImportRun } from '../../platform/imports/import-run.ts';
import { isOpenOrganization } from '../../platform/organizations/hosts.ts';
import { doOpenImported, doShutForImport } from '../../platform/organizations/importing.ts';
import { doInsertPeople } from '../../platform/people/actions.ts';
import type { Services } from '../../platform/services.ts';
import { ArchiveError } from '../archive/archive.ts';
import { deleteRefusedImport } from '../hubbub/write-export.ts';
import type { JsonObject } from '../json.ts';
import { Report } from '../report.ts';
import { ImportedElsewhere, importFailureOf } from '../run-import.ts';
import { PlannedGround } from './ground.ts';
import { type DryRun, FleetPlan, type PlannedBatch } from './plan-fleet.ts';
import type { SourceFleet } from './read-fleet.ts';
import type { SourceTask } from './shapes.ts';

/** Things of one transaction: a kill loses the work of one at most. */
const BATCH = 500;
const SOURCE = 'onfleet';

/** Options of one run. */
export interface FleetRunOptions {
  /** Makes the new organization; undefined: one that was begun is gone on with, or `into` is given. */
  found?: ((tx: PlainTx) => Promise<{ organizationId: string }>) | undefined;
  /** An organization that is there already. */
  into?: string | undefined;
  /** The address that the fleet was read from: with the organization there it says which import this is. */
  from: URL;
  progress?: (done: number, total: number) => void;
}

/** Result of importing a fleet. */
export interface ImportedFleetFrom {
  organizationId: string;
  /** Things that this run has looked at, all that there are. */
  things: number;
  report: ImportReportRow[];
}

/** A batch that is to be planned, and written unless it is a dry run. */
type Step = { size: number; plan: (reader: Reader) => Promise<PlannedBatch> };

const totalOf = ({ hubs, administrators, teams, workers, recipients, open, completed }: SourceFleet) =>
  [hubs, administrators, teams, workers, recipients, open].reduce((sum, { length }) => sum + length, completed.count);

/**
 * Says what {@link importFleetFrom} would do; nothing is written.
 * @param into the organization that it would come into, or the e-mail address of the owner of a new one
 * @throws {ArchiveError}
 */
export async function checkFleet(
  { database, clock }: Services,
  fleet: SourceFleet,
  into: { organizationId: string } | { ownerEmail: string },
): Promise<ImportReportRow[]> {
  const report = new Report();
  const [id, foundedBy] = 'ownerEmail' in into ? ['', into.ownerEmail] : [into.organizationId];
  const reader = database.reader.of(id!);
  const ground = new PlannedGround(foundedBy === undefined ? 0 : 1);
  for await (const { plan } of stepsOf(fleet, clock.now(), { ground, foundedBy })) {
    const planned = await plan(reader).catch(refuse);
    ground.note(planned.rows);
    addTo(report, planned);
  }
  addWhatStays(report, fleet);
  return report.rows;
}

/**
 * Writes a fleet into a new organization, which opens at the end, or into one that is there. All IDs are kept, and by them a run
 * that was killed is continued. Nobody is notified. A new organization is deleted again if the database refuses a row.
 * @throws {ArchiveError}
 */
export async function importFleetFrom(
  services: Services,
  fleet: SourceFleet,
  options: FleetRunOptions,
): Promise<ImportedFleetFrom> {
  const { database } = services;
  await services.jobs.start();
  const begun = await begin(services, fleet, options);
  const { organizationId } = begun;
  const run = await followRun(services, organizationId, totalOf(fleet));
  try {
    const report = await write(services, fleet, begun, run, options);
    return { organizationId, things: totalOf(fleet), report };
  } catch (error) {
    if (error instanceof RefusedFleet && begun.position !== undefined)
      await deleteRefusedImport(services, organizationId);
    else if (!(error instanceof ImportedElsewhere))
      await database
        .transaction((tx) => doFailImportRun(tx, run.id, importFailureOf(error as Error)))
        .catch(() => undefined);
    throw error;
  }
}

/** The organization that is written to; `position` of one that is new: how much of it is written. */
interface Begun {
  organizationId: string;
  position: number | undefined;
}

async function begin(
  { database }: Services,
  fleet: SourceFleet,
  { found, into, from }: FleetRunOptions,
): Promise<Begun> {
  const digest = createHash('sha256').update(`${SOURCE} ${from.href} ${fleet.organization.id}`).digest('hex');
  const known = await findOrganizationImport(database.reader, digest);
  if (known && known.endedAt === null && (into === undefined || into === known.organizationId)) return known;
  if (into !== undefined) {
    if (await isOpenOrganization(database.reader, into)) return { organizationId: into, position: undefined };
    throw new ArchiveError(
      `Another import into organization ${into} has not ended, or the organization is being deleted.`,
    );
  }
  if (known)
    throw new ArchiveError(
      `This fleet was imported as organization ${known.organizationId}. With --organization ${known.organizationId} what has come since is imported too.`,
    );
  if (!found)
    throw new ArchiveError(
      'No import of this fleet was begun. Give --organization-name and the owner, or --organization for one that is there.',
    );
  return await database.transaction(async (plain) => {
    await doLockOrganizationImports(plain);
    if (await findOrganizationImport(plain, digest)) throw elsewhere();
    const { organizationId } = await found(plain);
    const tx = plain.of(organizationId);
    await doShutForImport(tx);
    await doBeginOrganizationImport(tx, digest, false);
    return { organizationId, position: 0 };
  });
}

const elsewhere = () =>
  new ImportedElsewhere('Another process imports this fleet, or its organization was deleted meanwhile.');

/** The import as people follow it. */
async function followRun({ database }: Services, organizationId: string, total: number): Promise<ImportRun> {
  return await database.transaction(
    async (tx) => {
      // Two imports that begin at one moment are followed as one.
      await doLockOrganizationImports(tx);
      const known = await openImportRunOf(tx, organizationId);
      if (known && known.source !== SOURCE)
        throw new ArchiveError(`Another import into organization ${organizationId} has not ended.`);
      const id = known?.id ?? (await doAddImportRun(tx, SOURCE, total));
      await doStepImportRun(tx, id, 0, total);
      return (await openImportRunOf(tx, organizationId))!;
    },
    { organizationId },
  );
}

async function write(
  { database, clock }: Services,
  fleet: SourceFleet,
  { organizationId, position }: Begun,
  run: ImportRun,
  { progress }: FleetRunOptions,
): Promise<ImportReportRow[]> {
  const tables = new Map((await loadTables(database.reader)).map((table) => [table.name, table]));
  const report = new Report();
  const total = totalOf(fleet);
  const options = { organizationId, takesLog: true };
  const isNew = position !== undefined;
  let written = position ?? 0;
  let done = 0;
  for await (const { size, plan } of stepsOf(fleet, clock.now())) {
    done += size;
    const planned = await database
      .transaction(async (tx) => {
        // Two imports into one organization wait for each other here, and the second sees what the first has written.
        await accessMemberships(tx);
        if (isNew && !(await doMoveOrganizationImport(tx, written, written + size))) throw elsewhere();
        const result = await plan(tx);
        await writeBatch(tx, tables, result);
        await doStepImportRun(tx, run.id, done, total);
        // An open organization has processes that remember who works where.
        if (!isNew) await doOpenImported(tx);
        return result;
      }, options)
      .catch(refuse);
    written += size;
    addTo(report, planned);
    progress?.(done, total);
  }
  addWhatStays(report, fleet);
  await database.transaction(async (tx) => {
    if (isNew) {
      if (!(await doMoveOrganizationImport(tx, written, written))) throw elsewhere();
      await doEndOrganizationImport(tx);
    }
    await doEndImportRun(tx, run);
    await doOpenImported(tx);
  }, options);
  return report.rows;
}

async function writeBatch(tx: Tx, tables: ReadonlyMap<string, Table>, planned: PlannedBatch): Promise<void> {
  if (planned.people.length > 0) await doInsertPeople(tx, planned.people);
  for (const [table, rows] of planned.rows) await insert(tx, tables.get(table)!, rows);
  const places = await doAppendImported(tx, planned.members);
  for (const [table, rows] of planned.taskRows(places)) await insert(tx, tables.get(table)!, rows);
}

async function insert(tx: Tx, table: Table, rows: readonly JsonObject[]): Promise<void> {
  if (rows.length === 0) return;
  // Rows of completed tasks have more columns than those of open ones: a statement for each kind, so that defaults hold.
  const kinds = Map.groupBy(rows, (row) => Object.keys(row).sort().join());
  for (const same of kinds.values())
    await doInsertExportedRows(
      tx,
      table,
      new Set(Object.keys(same[0]!)),
      same.map((row) => JSON.stringify(row)),
    );
}

/** Cuts a fleet into batches, those first that others refer to. */
async function* stepsOf(fleet: SourceFleet, now: Date, dryRun?: DryRun): AsyncGenerator<Step> {
  const plan = new FleetPlan(fleet, dryRun);
  // Hubs have no time of their own, and are listed by age.
  const firstHub = now.getTime() - fleet.hubs.length;
  for (const [n, some] of piecesOf(fleet.hubs).entries())
    yield { size: some.length, plan: (reader) => plan.hubs(reader, some, new Date(firstHub + n * BATCH)) };
  for (const some of piecesOf(fleet.administrators))
    yield { size: some.length, plan: (reader) => plan.administrators(reader, some) };
  for (const some of piecesOf(fleet.teams)) yield { size: some.length, plan: (reader) => plan.teams(reader, some) };
  for (const some of piecesOf(fleet.workers)) yield { size: some.length, plan: (reader) => plan.workers(reader, some) };
  for (const some of piecesOf(fleet.recipients))
    yield { size: some.length, plan: (reader) => plan.recipients(reader, some) };
  let some: SourceTask[] = [];
  const next = (tasks: readonly SourceTask[]): Step => ({
    ...{ size: tasks.length, plan: (reader) => plan.tasks(reader, tasks) },
  });
  for await (const task of fleet.completed.read()) {
    some.push(task);
    if (some.length < BATCH) continue;
    yield next(some);
    some = [];
  }
  if (some.length > 0) yield next(some);
  for (const open of piecesOf(fleet.open)) yield next(open);
}

function piecesOf<Thing>(things: readonly Thing[]): Thing[][] {
  const pieces: Thing[][] = [];
  for (let at = 0; at < things.length; at += BATCH) pieces.push(things.slice(at, at + BATCH));
  return pieces;
}

function addTo(report: Report, { outcomes }: PlannedBatch): void {
  for (const { what, how, why } of outcomes) report.add(what, how, why);
}

function addWhatStays(report: Report, { webhooks, listsRecipients, organization }: SourceFleet): void {
  if (webhooks.length > 0)
    report.add(
      'webhooks',
      'stays',
      'Make them again where they are wanted: their receivers would be called by both servers, with another signature.',
      webhooks.length,
    );
  report.add(
    'organizations',
    'changed',
    `${organization.name} has another ID here. Keys, settings and history stay behind.`,
  );
  if (!listsRecipients)
    report.add(
      'recipients without tasks',
      'stays',
      'The other server does not list them, so nobody can count them.',
      0,
    );
}

/** A value of the fleet cannot be here: a new organization is deleted again. */
class RefusedFleet extends ArchiveError {}

/** Classes of PostgreSQL's errors that are about values: of types, of constraints, too large. */
const OF_VALUES = /^(?:22|23|42804|54)/;

/** @throws {ArchiveError} for what is refused as a whole, in a sentence */
function refuse(error: unknown): never {
  if (error instanceof DispatchError) throw new RefusedFleet(itemErrorOf(error).cause);
  const { code, message } = error as { code?: unknown; message: string };
  if (typeof code === 'string' && OF_VALUES.test(code))
    throw new RefusedFleet(`The database does not take a row of the fleet: ${message}.`);
  throw error;
}
