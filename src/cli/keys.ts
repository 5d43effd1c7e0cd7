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

/** Whose key is wanted: a person's of the chat, an administrator's, or else the organization's for the dispatch API. */
export interface KeySelection {
  organization: string;
  email?: string;
  administrator?: string;
  label: string;
}

/** `key create`, `key list`, `key revoke` */
export function addKeyCommands(program: Command, config: Config): void {
  const key = program.command('key').description('API keys. A key is shown once, when it is made.');
  key
    .command('create')
    .description(
      "Makes a key for the dispatch API, with --administrator an administrator's own; with --email one of the chat.",
    )
    .requiredOption('--organization <id>')
    .option('--email <email>', 'the person or bot of the chat whose key it is to be')
    .option('--administrator <email>', 'the administrator of the dispatch side whose key it is to be')
    .option('--label <text>', 'what it is for', '')
    .option('--json', 'print one JSON object')
    .action(async (options: KeySelection & { json?: boolean }) => {
      print(await withServices(config, (services) => createKey(services, options)), options.json);
    });
  key
    .command('list')
    .description('Shows the keys of an organization, without the keys themselves.')
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
    .description('Makes a key useless, at once.')
    .requiredOption('--organization <id>')
    .requiredOption('--id <id>', 'as `key list` shows it')
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: string; id: string; json?: boolean }) => {
      const revoked = await withServices(config, ({ database }) =>
        database.transaction((tx) => revokeCredential(tx, options.organization, options.id)),
      );
      if (!revoked) throw new CommandError(`There is no key ${options.id} in use in this organization.`);
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
      .transaction((tx) => doCreateAdministratorKey(tx, organizationId, administrator, label))
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
