import path from 'node:path';
import type { AccountCounts } from '../pages/erasure/self.ts';
import { exportPerson } from '../pages/person-export/export-person.ts';
import type { ExportCounts } from '../platform/export/export-writer.ts';
import type { Services } from '../platform/services.ts';
import { CommandError } from './command.ts';
import { personNamed } from './person-named.ts';

/**
 * Writes all that an organization keeps of somebody into a new file.
 * @throws {CommandError} when there is nobody
 * @throws {ExportError} when the file is there already, or cannot be written
 */
export async function exportPersonToFile(
  services: Services,
  organization: string,
  person: string,
  file: string,
): Promise<{ organization_id: string; file: string } & AccountCounts & ExportCounts> {
  const named = await personNamed(services, organization, person);
  const written = await exportPerson(services, organization, named, file);
  if (!written) throw new CommandError(`Nobody in this organization matches ${named.text}.`);
  return { organization_id: organization, file: path.resolve(file), ...written };
}
