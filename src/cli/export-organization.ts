import path from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { exportOrganization } from '../platform/export/export-organization.ts';
import type { ExportCounts } from '../platform/export/export-writer.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';

/** `org export` */
export function addExportOrganizationCommand(org: Command, config: Config): void {
  org
    .command('export <file>')
    .description('Exports all data of an organization (chat, deliveries and files) into a new file.')
    .requiredOption('--organization <id>')
    .option('--json', 'print one JSON object')
    .action(async (file: string, { organization, json }: { organization: string; json?: boolean }) => {
      print(await withServices(config, (services) => exportOrganizationToFile(services, organization, file)), json);
    });
}

/**
 * Writes all that an organization has into a new file.
 * @throws {CommandError} when there is no such organization
 * @throws {ExportError} when the file is there already, or cannot be written
 */
export async function exportOrganizationToFile(
  services: Services,
  organization: string,
  file: string,
): Promise<{ organization_id: string; file: string } & ExportCounts> {
  const written = await exportOrganization(services, organization, file);
  if (!written) throw new CommandError(`There is no organization ${organization}.`);
  return { organization_id: organization, file: path.resolve(file), ...written };
}
