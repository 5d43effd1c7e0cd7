import type { Command } from 'commander';
import parsePhone from 'libphonenumber-js/max';
import { ChatError } from '../chat/http/errors.ts';
import { DispatchError } from '../dispatch/http/errors.ts';
import type { Config } from '../platform/config.ts';
import { loadErasures } from '../platform/erasure/access.ts';
import { findOrganization } from '../platform/organizations/organizations.ts';
import type { Services } from '../platform/services.ts';
import { doBeginErasure, type ErasedAccounts, finishErasure } from '../web/erasure/erase-person.ts';
import { CommandError, print, withServices } from './command.ts';

interface EraseOptions {
  organization: string;
  messages: string;
  json?: boolean;
}

/** `person erase` */
export function addPersonCommands(program: Command, config: Config): void {
  program
    .command('person')
    .description('Looks after what is kept of one person.')
    .command('erase <person>')
    .description('Erases somebody, by address, phone number or ID, for good; run it again if it was interrupted.')
    .requiredOption('--organization <id>')
    .requiredOption('--messages <keep|delete>', 'keep: what they have written stays, by nobody')
    .option('--json', 'print one JSON object')
    .action(async (person: string, { organization, messages, json }: EraseOptions) => {
      if (messages !== 'keep' && messages !== 'delete') throw new CommandError('--messages must be keep or delete.');
      const erased = await withServices(config, (services) => erasePerson(services, organization, person, messages));
      print(erased, json);
    });
}

/**
 * Erases somebody from an organization; what was begun before and cut off is finished first.
 * @throws {CommandError} when there is nobody, or somebody who has to be there
 */
export async function erasePerson(
  services: Services,
  organization: string,
  person: string,
  messages: 'keep' | 'delete',
): Promise<{ organization_id: string; finished_before: number } & ErasedAccounts> {
  const { database, clock } = services;
  const found = await findOrganization(database.reader, organization);
  if (!found) throw new CommandError(`There is no organization ${organization}.`);
  const left = await loadErasures(database.reader, organization, clock.now());
  for (const row of left) await finishErasure(services, row);
  const text = person.trim();
  const phone = parsePhone(text, found.country as Parameters<typeof parsePhone>[1])?.number ?? null;
  const begun = await database
    .transaction((tx) => doBeginErasure(tx, services, organization, { text, phone }, messages === 'delete'), {
      organizationId: organization,
      takesLog: true,
    })
    .catch((error: unknown) => {
      throw error instanceof ChatError || error instanceof DispatchError ? new CommandError(error.message) : error;
    });
  if (!begun && left.length === 0) throw new CommandError(`There is nobody ${text} in this organization.`);
  if (begun) await finishErasure(services, begun);
  const none = { chat_accounts: 0, workers: 0, administrators: 0, recipients: 0 };
  return { organization_id: organization, finished_before: left.length, ...(begun?.accounts ?? none) };
}
