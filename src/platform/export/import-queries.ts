import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { Table } from '../db/tables.ts';
import type { PlainTx, Tx } from '../db/tx.ts';

/** A column whose numbers a sequence gives. */
export interface NumberedColumn {
  table: string;
  column: string;
  sequence: string;
}

/** Returns the columns whose default, or whose identity, is a sequence. */
export function loadNumberedColumns(reader: PlainReader): Promise<NumberedColumn[]> {
  return reader.all(sql<NumberedColumn>`
    select format('%I.%I', n.nspname, c.relname) as "table", a.attname as "column",
      coalesce(substring(pg_get_expr(d.adbin, d.adrelid) from $$nextval[(]'([^']+)'$$),
        pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)) as sequence
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and n.nspname in ('platform', 'chat', 'dispatch', 'bridge')
      and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')
    order by 1, 2`);
}

/** Numbers that stay free behind those of an import: others take some between the two steps of the statement. */
const GAP = 1000;

/** Has a sequence give numbers behind a number only. It never goes back, as long as `lockOrganizationImports` is held. */
export async function passSequence(tx: PlainTx, sequence: string, last: number): Promise<void> {
  await tx.all(
    sql.once(sql`
      select setval(${sequence}::regclass, ${last + GAP}::bigint) from ${sql.raw(sequence)} where last_value <= ${last}`),
  );
}

/** An organization that comes from an export. */
export interface OrganizationImport {
  organizationId: string;
  /** Lines written. */
  position: number;
  /** It has new IDs for itself and its files. */
  isCopy: boolean;
  endedAt: Date | null;
}

export function findOrganizationImport(reader: PlainReader, archive: string): Promise<OrganizationImport | undefined> {
  return reader.first(sql<OrganizationImport>`
    select organization_id as "organizationId", position, is_copy as "isCopy", ended_at as "endedAt"
    from platform.organization_imports where archive = ${archive}`);
}

/** Whoever begins an import waits here for others who do, until their commit. */
export async function lockOrganizationImports(tx: PlainTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('imports of organizations'))`);
}

export async function insertOrganizationImport(tx: Tx, archive: string, isCopy: boolean): Promise<void> {
  await tx.run(sql`
    insert into platform.organization_imports (organization_id, archive, is_copy, begun_at)
    values (${tx.organizationId}, ${archive}, ${isCopy}, ${tx.now})`);
}

/** False when another process has gone on, or the organization is gone or going. */
export async function moveOrganizationImport(tx: Tx, from: number, to: number): Promise<boolean> {
  const moved = await tx.run(sql`
    update platform.organization_imports i set position = ${to} from platform.organizations o
    where i.organization_id = ${tx.organizationId} and i.position = ${from} and i.ended_at is null
      and o.id = i.organization_id and o.closing_at is null`);
  return moved > 0;
}

export async function endOrganizationImport(tx: Tx): Promise<void> {
  await tx.run(sql`
    update platform.organization_imports set ended_at = ${tx.now} where organization_id = ${tx.organizationId}`);
}

/**
 * Inserts rows that an export wrote.
 * @param lines JSON objects, whose members are columns
 * @param columns those that they have
 */
export async function insertExportedRows(
  tx: Tx,
  table: Table,
  columns: ReadonlySet<string>,
  lines: readonly string[],
): Promise<void> {
  const own = table.columns.filter(({ name }) => columns.has(name)).map(({ quoted }) => quoted);
  const owner = table.columns.some(({ name }) => name === 'organization_id') ? [tx.organizationId] : [];
  const names = [...owner.map(() => 'organization_id'), ...own].join(', ');
  const values = [...owner.map((id) => sql`${id}`), ...own.map((name) => sql.raw(`r.${name}`))];
  await tx.run(
    sql.once(sql`
      insert into ${sql.raw(table.name)} (${sql.raw(names)}) overriding system value
      select ${sql.join(values)}
      from json_populate_recordset(null::${sql.raw(table.name)}, ${`[${lines.join(',')}]`}::json) r`),
  );
}

/** Gives the person who has proven an address a password, which does not end. @param hash in the form of `hashPassword` */
export async function putImportedPassword(tx: Tx, { email, hash }: { email: string; hash: string }): Promise<void> {
  await tx.run(sql`
    update platform.people set password_hash = ${hash}, password_ends_at = null
    where organization_id = ${tx.organizationId} and email_key = ${email} and email_verified_at is not null`);
}

/** Returns the organizations of a list that are here. */
export async function loadOrganizationsHere(reader: PlainReader, ids: readonly string[]): Promise<Set<string>> {
  const rows = await reader.all(sql<{ id: string }>`
    select id from platform.organizations where id = any(${ids}::text[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether another organization has this number for SMS. */
export async function isSmsNumberTaken(reader: PlainReader, number: string): Promise<boolean> {
  return (await reader.first(sql`select from platform.sms_settings where number = ${number}`)) !== undefined;
}
