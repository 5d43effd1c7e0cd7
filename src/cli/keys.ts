import type { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { createCredential, listCredentials, revokeCredential } from '../platform/credentials/credentials.ts';
import { findOrganization } from '../platform/organizations/organizations.ts';
import { CommandError, print, withServices } from './command.ts';
import { userIdByEmail } from './people.ts';

/** `key create`, `key list`, `key revoke` */
export function addKeyCommands(program: Command, config: Config): void {
  const key = program.command('key').description('API keys. A key is shown once, when it is made.');
  key
    .command('create')
    .description('Makes a key for the dispatch API, or with --email for a person of the chat.')
    .requiredOption('--organization <id>')
    .option('--email <email>', 'the person or bot of the chat whose key it is to be')
    .option('--label <text>', 'what it is for', '')
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: string; email?: string; label: string; json?: boolean }) => {
      const created = await withServices(config, async (services) => {
        const { database } = services;
        const organizationId = options.organization;
        if (!(await findOrganization(database.reader, organizationId)))
          throw new CommandError(`There is no organization ${organizationId}.`);
        const userId =
          options.email === undefined ? undefined : await userIdByEmail(services, organizationId, options.email);
        const kind = userId === undefined ? 'dispatch' : 'chat';
        const subject = userId === undefined ? null : String(userId);
        const made = await database.transaction((tx) =>
          createCredential(tx, { organizationId, kind, subject, label: options.label }),
        );
        return { id: made.id, kind, api_key: made.key };
      });
      print(created, options.json);
    });
  key
    .command('list')
    .description('Shows the keys of an organization, without the keys themselves.')
    .requiredOption('--organization <id>')
    .option('--json', 'print a JSON array')
    .action(async (options: { organization: string; json?: boolean }) => {
      print(
        await withServices(config, ({ database }) => listCredentials(database.reader, options.organization)),
        options.json,
      );
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
