import type { Command } from 'commander';
import { Role } from '../chat/http/caller.ts';
import { loadAllUsers } from '../chat/users/access.ts';
import type { User } from '../chat/users/user.ts';
import { WHOLE_SIGHT } from '../dispatch/http/caller.ts';
import { MAX } from '../dispatch/organization/quotas.ts';
import { listWebhooks } from '../dispatch/webhooks/access.ts';
import { pagesOfWorkers } from '../dispatch/workers/list.ts';
import type { Config } from '../platform/config.ts';
import { sql } from '../platform/db/sql.ts';
import { organizationUrl, urlOf } from '../platform/organizations/hosts.ts';
import { listOrganizations } from '../platform/organizations/organizations.ts';
import type { Services } from '../platform/services.ts';
import { print, withServices } from './command.ts';
import { checkOrganization } from './people.ts';

/** The name of a role as `--role` takes it. */
const roleName = (role: Role) => Object.entries(Role).find(([, value]) => value === role)![0];

/** `org list`, and `user|bot|worker|webhook list --organization ID`; the groups of commands are there already. */
export function addListCommands(program: Command, config: Config): void {
  const add = (group: string, description: string) =>
    program.commands
      .find((command) => command.name() === group)!
      .command('list')
      .description(description)
      .option('--json', 'print a JSON array');
  add('org', 'Lists all organizations, oldest first.').action(async ({ json }: { json?: boolean }) => {
    print(await withServices(config, organizationList), json);
  });
  const lists: Record<string, [string, (services: Services, organizationId: string) => Promise<object[]>]> = {
    user: ['Lists the people of an organization, including deactivated ones.', userList],
    bot: ['Lists the bots of an organization, including deactivated ones.', botList],
    worker: ['Lists the workers of an organization.', workerList],
    webhook: ['Lists the webhooks of an organization.', webhookList],
  };
  for (const [group, [description, list]] of Object.entries(lists))
    add(group, description)
      .requiredOption('--organization <id>')
      .action(async ({ organization, json }: { organization: string; json?: boolean }) => {
        print(
          await withServices(config, async (services) => {
            await checkOrganization(services.database.reader, organization);
            return list(services, organization);
          }),
          json,
        );
      });
}

/** Returns the output of `org list`, oldest first. */
export async function organizationList(services: Services) {
  const organizations = await listOrganizations(services.database.reader);
  return organizations.map(({ id, name, country, timezone, createdAt, address, domain, importingSince }) => ({
    organization_id: id,
    name,
    country,
    timezone,
    created_at: createdAt,
    address,
    domain,
    url: urlOf(services, { address, domain }),
    ...(importingSince === null ? {} : { importing_since: importingSince }),
  }));
}

const account = ({ id, email, fullName, isActive, dateJoined }: User) => ({
  user_id: id,
  email,
  name: fullName,
  is_active: isActive,
  date_joined: dateJoined,
});

/** Returns the output of `user list`, by ID. */
export async function userList({ database }: Services, organizationId: string) {
  const users = await loadAllUsers(database.reader.of(organizationId));
  return users.filter(({ isBot }) => !isBot).map((user) => ({ ...account(user), role: roleName(user.role) }));
}

/** Returns the output of `bot list`, by ID. */
export async function botList({ database }: Services, organizationId: string) {
  const users = await loadAllUsers(database.reader.of(organizationId));
  const emailOf = new Map(users.map(({ id, email }) => [id, email]));
  return users
    .filter(({ isBot }) => isBot)
    .map((bot) => ({ ...account(bot), owner: bot.botOwnerId === null ? null : emailOf.get(bot.botOwnerId) }));
}

/** Returns the output of `worker list`, oldest first. */
export async function workerList(services: Services, organizationId: string) {
  const { reader } = services.database;
  const pages = pagesOfWorkers(
    reader.of(organizationId),
    { organizationId, sight: WHOLE_SIGHT },
    sql<boolean>`true`,
    MAX.workers,
    await organizationUrl(services, organizationId),
  );
  const list = [];
  for await (const page of pages)
    for (const { id, name, phone, onDuty, timeLastSeen, teams } of page)
      list.push({
        worker_id: id,
        name,
        phone,
        on_duty: onDuty,
        last_seen: timeLastSeen === null ? null : new Date(timeLastSeen),
        teams,
      });
  return list;
}

/** Returns the output of `webhook list`, oldest first. */
export async function webhookList({ database }: Services, organizationId: string) {
  const webhooks = await listWebhooks(database.reader.of(organizationId));
  return webhooks.map(({ id, name, url, trigger, threshold, isEnabled }) => ({
    webhook_id: id,
    name,
    url,
    trigger,
    threshold,
    is_enabled: isEnabled,
  }));
}
