import { sql } from '../db/sql.ts';
import { loadTables } from '../db/tables.ts';
import { findOrganization } from '../organizations/organizations.ts';
import type { Services } from '../services.ts';
import { VERSION } from '../version.ts';
import { EXPORT_FORM, type ExportCounts, ExportWriter } from './export-writer.ts';
import { whyLeftOut } from './exported-tables.ts';
import type { Selection } from './queries.ts';

/** Tables whose rows are not simply all of the organization's. */
const SELECTIONS: Readonly<Record<string, (organizationId: string) => Selection>> = {
  'platform.organizations': (organizationId) => ({ where: sql`t.id = ${organizationId}` }),
  // Every file has a row here, and one row; what refers to it names its ID.
  'platform.files': (organizationId) => ({
    file: {
      id: sql`t.id`,
      name: sql`'file.' || split_part(t.content_type, '/', 2)`,
      hasExif: sql`t.id in (
        select u.file_id from dispatch.uploads u where u.organization_id = ${organizationId} and u.has_metadata)`,
      hasStill: sql`t.id in (
        select e.file_id from chat.realm_emoji e where e.organization_id = ${organizationId} and e.is_animated)`,
      isItsOwn: true,
    },
  }),
};

/**
 * Writes all that an organization has into a file: rows of every table that the database says there are, as they are at one moment, and
 * every file that these name.
 * @returns undefined when there is no such organization
 * @throws {ExportError} when the file cannot be written
 */
export async function exportOrganization(
  services: Services,
  organizationId: string,
  file: string,
): Promise<ExportCounts | undefined> {
  const { database } = services;
  await using writer = await ExportWriter.create(file, services, organizationId);
  const isThere = await database.snapshot(async (reader) => {
    const organization = await findOrganization(reader, organizationId);
    if (!organization) return false;
    await writer.addHeader({
      form: EXPORT_FORM,
      holds: 'organization',
      hubbub: VERSION,
      exported_at: services.clock.now(),
      organization: { id: organizationId, name: organization.name },
    });
    for (const table of await loadTables(reader)) {
      const reason = whyLeftOut(table);
      if (reason === undefined) await writer.addTable(reader, table, [SELECTIONS[table.name]?.(organizationId) ?? {}]);
      else writer.leaveOut(table.name, reason);
    }
    return true;
  });
  if (!isThere) return undefined;
  await writer.addFiles();
  const { counts } = writer;
  // Rather an entry of a file that could not be ended than a file without one.
  await database.transaction(async (tx) => {
    const details = { rows: { to: counts.rows }, files: { to: counts.files } };
    const line = { event: 'organization_exported', organization: organizationId } as const;
    tx.audit({ organizationId, action: 'organization.exported', details }, line);
  });
  await writer.finish();
  return counts;
}
