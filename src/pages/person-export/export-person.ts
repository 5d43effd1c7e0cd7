import type { Origin } from '../../platform/db/audit-entry.ts';
import { loadTables } from '../../platform/db/tables.ts';
import type { PlainTx } from '../../platform/db/tx.ts';
import { EXPORT_FORM, type ExportCounts, ExportWriter } from '../../platform/export/export-writer.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { VERSION } from '../../platform/version.ts';
import { type AccountCounts, auditedAs, countAccounts, findSelf, type Named, type Self } from '../erasure/self.ts';
import { chatRows } from './chat-rows.ts';
import { dispatchRows } from './dispatch-rows.ts';
import type { Exported, PersonRows } from './person-rows.ts';
import { platformRows } from './platform-rows.ts';

/** Data of a person in each table. */
export const personRows = (exported: Exported): PersonRows => ({
  ...chatRows(exported),
  ...dispatchRows(exported),
  ...platformRows(exported),
});

/**
 * Writes all that an organization keeps of somebody into a file: rows as they are at one moment, and the files that these name.
 * @param origin who asked for it, for the audit log; the operator, if absent
 * @returns undefined when the organization knows nobody of that kind
 * @throws {ExportError} when the file cannot be written
 */
export async function exportPerson(
  services: Services,
  organizationId: string,
  asked: Named,
  file: string,
  origin?: Origin,
): Promise<(AccountCounts & ExportCounts) | undefined> {
  const { database } = services;
  await using writer = await ExportWriter.create(file, services, organizationId);
  const found = await database.snapshot(async (reader) => {
    const self = await findSelf(reader.of(organizationId), asked);
    const accounts = countAccounts(self);
    if (!accounts) return undefined;
    const organization = await findOrganization(reader, organizationId);
    await writer.addHeader({
      form: EXPORT_FORM,
      holds: 'person',
      hubbub: VERSION,
      exported_at: services.clock.now(),
      organization: { id: organizationId, name: organization?.name },
      accounts: { people: self.personIds, users: self.userIds, ...self.dispatch },
    });
    const rows = personRows({ organizationId, self });
    for (const table of await loadTables(reader)) {
      const answer = rows[table.name];
      if (answer === undefined) throw new Error(`it is not decided what of ${table.name} is a person's`);
      if (typeof answer === 'string') writer.leaveOut(table.name, answer);
      else await writer.addTable(reader, table, answer);
    }
    return { self, accounts };
  });
  if (!found) return undefined;
  await writer.addFiles();
  const { counts } = writer;
  // Rather an entry of a file that could not be ended than a file without one.
  const note = async (tx: PlainTx) => {
    const object = { ...namedInAudit(found.self), name: null };
    const details = { rows: { to: counts.rows }, files: { to: counts.files } };
    const line = {
      event: 'person_exported',
      organization: organizationId,
      subject: `${object.kind} ${object.id}`,
    } as const;
    tx.audit({ organizationId, action: 'organization.person_exported', object, details }, line);
  };
  await database.transaction(note, origin && { origin });
  await writer.finish();
  return { ...found.accounts, ...counts };
}

/** The first of somebody's accounts: an erasure that comes later finds the entry by it. */
function namedInAudit(self: Self): { kind: string; id: string } {
  const [kind, id] = (auditedAs(self)[0] ?? `recipient ${self.dispatch.recipientIds[0]}`).split(' ');
  return { kind: kind!, id: id! };
}
