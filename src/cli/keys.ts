import type { Command } from 'commander';
import { doCreateAdministratorKey } from '../dispatch/administrators/actions.ts';
import { DispatchError } from '../dispatch/http/errors.ts';
import type { Config } from '../platform/config.ts';
import {
  type CredentialKind,
  createCredential,
  listCredentials,
  revokeCredential,
} from '../platform/credentials/credentials.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { checkOrganization, userIdByEmail } from './people.ts';

/**
 * Owner of the wanted key: a person in the chat, an administrator, or by default the organization for the dispatch API.
 */
export interface KeySelection {
  organization: string;
  email?: string;
  administrator?: string;
  label: string;
}

/** `key create`, `key list`, `key revoke` */
export function addKeyCommands(program: Command, config: Config): void {
  const key = program.command('key').description('Manages API keys. A key is shown only once, when it is created.');
  key
    .command('create')
    .description(
      "Creates a key for the dispatch API: the organization's, or with --administrator an administrator's. With --email it creates a chat key.",
    )
    .requiredOption('--organization <id>')
    .option('--email <email>', 'e-mail address of the person or bot in the chat who owns the key')
    .option('--administrator <email>', 'e-mail address of the dispatch administrator who owns the key')
    .option('--label <text>', 'what the key is for', '')
    .option('--json', 'print one JSON object')
    .action(async (options: KeySelection & { json?: boolean }) => {
      print(await withServices(config, (services) => createKey(services, options)), options.json);
    });
  key
    .command('list')
    .description('Lists the keys of an organization, without their secrets.')
    .requiredOption('--organization <id>')
    .option('--json', 'print a JSON array')
    .action(async (options: { organization: string; json?: boolean }) => {
      const keys = await withServices(config, async ({ database: { reader } }) => {
        await checkOrganization(reader, options.organization);
        return listCredentials(reader, options.organization);
      });
      print(keys, options.json);
    });
  key
    .command('revoke')
    .description('Revokes a key immediately.')
    .requiredOption('--organization <id>')
    .requiredOption('--id <id>', 'ID from `key list`')
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: string; id: string; json?: boolean }) => {
      const revoked = await withServices(config, ({ database }) =>
        database.transaction((tx) => revokeCredential(tx, options.organization, options.id)),
      );
      if (!revoked) throw new CommandError(`This organization has no active key ${options.id}.`);
      print({ revoked: options.id }, options.json);
    });
}

/** @throws {CommandError} when there is no such organization or person */
export async function createKey(
  services: Services,
  { organization: organizationId, email, administrator, label }: KeySelection,
): Promise<{ id: string; kind: CredentialKind; api_key: string }> {
  const { database } = services;
  if (email !== undefined && administrator !== undefined)
    throw new CommandError('Give either --email or --administrator.');
  await checkOrganization(database.reader, organizationId);
  if (administrator !== undefined) {
    const made = await database
      .transaction((tx) => doCreateAdministratorKey(tx, administrator, label), { organizationId })
      .catch((error: unknown) => {
        throw error instanceof DispatchError ? new CommandError(error.message) : error;
      });
    return { id: made.id, kind: 'administrator', api_key: made.key };
  }
  const userId = email === undefined ? undefined : await userIdByEmail(services, organizationId, email);
  const kind = userId === undefined ? 'dispatch' : 'chat';
  const subject = userId === undefined ? null : String(userId);
  const made = await database.transaction((tx) => createCredential(tx, { organizationId, kind, subject, label }));
  return { id: made.id, kind, api_key: made.key };
}
