import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { type Deletion, deleteClosing, doCloseOrganization } from '../platform/deletion/actions.ts';
import { findOrganization } from '../platform/organizations/organizations.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';

interface DeleteOptions {
  organization: string;
  name?: string;
  yes?: boolean;
  json?: boolean;
}

/** `org delete` */
export function addDeleteOrganizationCommand(org: Command, config: Config): void {
  org
    .command('delete')
    .description('Permanently deletes an organization and all its data. Run it again if it was interrupted.')
    .requiredOption('--organization <id>')
    .option('--name <name>', 'name of the organization, as confirmation; a terminal asks for it')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print one JSON object')
    .action(async ({ organization, name, yes, json }: DeleteOptions) => {
      const deleted = await withServices(config, (services) =>
        deleteOrganization(services, organization, yes ? undefined : (name ?? askForName)),
      );
      print(deleted, json);
    });
}

/** @throws {CommandError} where nobody can be asked */
async function askForName(): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError('Give --name or --yes to confirm.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question('All data of this organization will be deleted. Type its name to confirm: ');
  } finally {
    terminal.close();
  }
}

/**
 * Shuts an organization and takes away all that it has.
 * @param proof its name, or who asks for it; undefined: nobody doubts
 * @throws {CommandError} when there is no such organization, or it is called otherwise
 */
export async function deleteOrganization(
  services: Services,
  organization: string,
  proof?: string | (() => Promise<string>),
): Promise<{ organization_id: string; deleted: true } & Deletion> {
  const { database } = services;
  const found = await findOrganization(database.reader, organization);
  if (!found) throw new CommandError(`There is no organization ${organization}.`);
  const name = typeof proof === 'function' ? await proof() : proof;
  if (name !== undefined && name.trim() !== found.name)
    throw new CommandError(`The name of ${organization} is not ${name.trim()}. Nothing was deleted.`);
  const isShut = await database.transaction((tx) => doCloseOrganization(tx, organization), {
    organizationId: organization,
  });
  if (!isShut) throw new CommandError(`There is no organization ${organization}.`);
  return { organization_id: organization, deleted: true, ...(await deleteClosing(services, organization)) };
}
