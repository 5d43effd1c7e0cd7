import type { Command } from 'commander';
import { doDeleteQueuesOfOrganizations } from '../chat/event-queues/actions.ts';
import type { Config } from '../platform/config.ts';
import { AddressTaken, doSetAddressing } from '../platform/organizations/address-actions.ts';
import { type Addressing, addressProblem, domainProblem } from '../platform/organizations/addresses.ts';
import { urlOf } from '../platform/organizations/hosts.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { checkOrganization } from './people.ts';

/** Output of the commands about an organization's address. */
export interface ShownAddressing extends Addressing {
  organization_id: string;
  /** URL of the organization. */
  url: string;
}

interface DomainOptions {
  organization: string;
  set?: string;
  remove?: boolean;
  json?: boolean;
}

/** `org address`, `org domain` */
export function addAddressCommands(org: Command, config: Config): void {
  org
    .command('address')
    .description(
      'Changes the address of an organization: its label in front of the host of PUBLIC_URL. Old links stop working.',
    )
    .requiredOption('--organization <id>')
    .requiredOption('--set <name>', 'lower-case letters, digits and hyphens')
    .option('--json', 'print one JSON object')
    .action(async ({ organization, set, json }: { organization: string; set: string; json?: boolean }) => {
      const address = checkAddress('--set', set);
      print(await withServices(config, (services) => setAddressing(services, organization, { address })), json);
    });
  org
    .command('domain')
    .description("Sets or removes an organization's own domain. You set up DNS and the certificate yourself.")
    .requiredOption('--organization <id>')
    .option('--set <domain>', 'such as chat.example.com')
    .option('--remove', 'removes the domain; the organization keeps its address')
    .option('--json', 'print one JSON object')
    .action(async ({ organization, set, remove = false, json }: DomainOptions) => {
      if ((set === undefined) === !remove) throw new CommandError('Give either --set or --remove.');
      const given = { domain: set?.toLowerCase() ?? null };
      print(await withServices(config, (services) => setAddressing(services, organization, given)), json);
    });
}

/** @throws {CommandError} when it cannot be an organization's address */
export function checkAddress(option: string, given: string): string {
  const address = given.toLowerCase();
  const problem = addressProblem(address);
  if (problem) throw new CommandError(`${option} ${problem}.`);
  return address;
}

/** The refusal of an address or domain that another organization has. */
export const takenAddress = ({ message }: AddressTaken) =>
  new CommandError(`${message} is already used by another organization.`);

/**
 * Gives an organization another address or domain.
 * @throws {CommandError} when it cannot have it, or there is no such organization
 */
export async function setAddressing(
  services: Services,
  organizationId: string,
  given: Partial<Addressing>,
): Promise<ShownAddressing> {
  const problem = given.domain ? domainProblem(given.domain, new URL(services.publicUrl()).hostname) : undefined;
  if (problem) throw new CommandError(`--set ${problem}.`);
  try {
    const { releasedHosts, ...addressing } = await services.database.transaction(
      async (tx) => {
        await checkOrganization(tx, organizationId);
        const after = await doSetAddressing(tx, services, organizationId, given);
        // They were told the old one, and nothing tells a queue of another.
        await doDeleteQueuesOfOrganizations(tx, [organizationId]);
        return after;
      },
      { organizationId },
    );
    await services.cells?.release(organizationId, releasedHosts);
    return shown(services, organizationId, addressing);
  } catch (error) {
    if (error instanceof AddressTaken) throw takenAddress(error);
    throw error;
  }
}

function shown(services: Services, organizationId: string, { address, domain }: Addressing): ShownAddressing {
  return { organization_id: organizationId, address, domain, url: urlOf(services, { address, domain }) };
}
