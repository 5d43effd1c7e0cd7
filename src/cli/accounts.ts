import type { Command } from 'commander';
import { doCreateUser } from '../chat/accounts/actions.ts';
import { doEmitNewBot } from '../chat/bots/actions.ts';
import { Role } from '../chat/http/caller.ts';
import { doPermitEmailChanges } from '../chat/users/actions.ts';
import { DispatchError } from '../dispatch/http/errors.ts';
import { createWorkerForCli } from '../dispatch/workers/create-for-cli.ts';
import type { Config } from '../platform/config.ts';
import { createCredential } from '../platform/credentials/credentials.ts';
import { randomText } from '../platform/ids.ts';
import { loadPeopleByEmail } from '../platform/people/access.ts';
import { doUnlinkOpenId } from '../platform/people/openid-links.ts';
import { hashPassword } from '../platform/people/passwords.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { checkEmail, checkName, passwordFrom } from './input.ts';
import { checkOrganization, userIdByEmail } from './people.ts';

/** 1: a generic bot (spec: chat 2, bot_type). */
const GENERIC_BOT = 1;

/** `user create`, `bot create`, `worker create` */
export function addAccountCommands(program: Command, config: Config): void {
  addWorkerCommand(program, config);
  addUserCommand(program, config);
  addBotCommand(program, config);
}

/** `user create` */
function addUserCommand(program: Command, config: Config): void {
  const user = program.command('user').description('Manages people in the chat.');
  user
    .command('create')
    .description('Creates an account and its API key.')
    .requiredOption('--organization <id>')
    .requiredOption('--email <email>')
    .requiredOption('--name <name>', 'full name')
    .requiredOption('--role <role>', Object.keys(Role).join('|'))
    .option('--password <password>', 'without one, the person cannot sign in by password')
    .option('--password-stdin', 'reads the password from the first line of standard input')
    .option('--json', 'print one JSON object')
    .action(
      async (options: {
        organization: string;
        email: string;
        name: string;
        role: string;
        password?: string;
        passwordStdin?: boolean;
        json?: boolean;
      }) => {
        if (!Object.hasOwn(Role, options.role))
          throw new CommandError(`--role must be one of ${Object.keys(Role).join(', ')}.`);
        const password =
          options.password === undefined && !options.passwordStdin
            ? null
            : await passwordFrom('--password', options.password, options.passwordStdin, [options.name, options.email]);
        const created = await withServices(config, async (services) =>
          createAccount(services, options.organization, {
            email: checkEmail('--email', options.email),
            fullName: checkName('--name', options.name),
            role: Role[options.role as keyof typeof Role],
            passwordHash:
              password === null
                ? null
                : await hashPassword(services, { organizationId: options.organization }, password),
            isEmailVerified: true,
            botType: null,
            botOwnerId: null,
          }),
        );
        print(created, options.json);
      },
    );
  addEmailPermissionCommand(user, config);
  addUnlinkCommand(user, config);
}

/** `user unlink` */
function addUnlinkCommand(user: Command, config: Config): void {
  user
    .command('unlink')
    .description('Unlinks a person from accounts at sign-in providers. The next sign-in there creates a new link.')
    .requiredOption('--organization <id>')
    .requiredOption('--email <email>', 'e-mail address of the person in this organization')
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: string; email: string; json?: boolean }) => {
      print(await withServices(config, (services) => unlinkFromProviders(services, options)), options.json);
    });
}

/** @throws {CommandError} when there is no such organization or person */
export async function unlinkFromProviders(
  { database }: Services,
  { organization, email }: { organization: string; email: string },
): Promise<{ unlinked: number }> {
  await checkOrganization(database.reader, organization);
  const people = await loadPeopleByEmail(database.reader, organization, email);
  if (people.length === 0) throw new CommandError(`Nobody in this organization has the e-mail address ${email}.`);
  return { unlinked: await database.transaction((tx) => doUnlinkOpenId(tx, organization, people)) };
}

/** `user permit-email-changes` */
function addEmailPermissionCommand(user: Command, config: Config): void {
  user
    .command('permit-email-changes')
    .description(
      "Lets an owner change other people's e-mail addresses through the API. Nothing else grants this permission.",
    )
    .requiredOption('--organization <id>')
    .requiredOption('--email <email>', 'e-mail address of the owner')
    .option('--revoke', 'revokes the permission')
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: string; email: string; revoke?: boolean; json?: boolean }) => {
      print(await withServices(config, (services) => permitEmailChanges(services, options)), options.json);
    });
}

/** @throws {CommandError} when there is no such organization or person */
export async function permitEmailChanges(
  services: Services,
  { organization, email, revoke = false }: { organization: string; email: string; revoke?: boolean },
): Promise<{ user_id: number; can_change_user_emails: boolean }> {
  const { database } = services;
  await checkOrganization(database.reader, organization);
  const id = await userIdByEmail(services, organization, email);
  await database.transaction((tx) => doPermitEmailChanges(tx, id, !revoke), {
    organizationId: organization,
  });
  return { user_id: id, can_change_user_emails: !revoke };
}

/** `bot create` */
function addBotCommand(program: Command, config: Config): void {
  program
    .command('bot')
    .description('Manages bots in the chat.')
    .command('create')
    .description("Creates a generic bot and its API key. The bot's address is derived from its name.")
    .requiredOption('--organization <id>')
    .requiredOption('--owner <email>', "e-mail address of the bot's owner")
    .requiredOption('--name <name>', 'full name')
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: string; owner: string; name: string; json?: boolean }) => {
      const created = await withServices(config, async (services) => {
        await checkOrganization(services.database.reader, options.organization);
        const ownerId = await userIdByEmail(services, options.organization, options.owner);
        const name = checkName('--name', options.name);
        const stem =
          name
            .toLowerCase()
            .replaceAll(/[^a-z0-9]+/g, '-')
            .replaceAll(/^-|-$/g, '') || 'nameless';
        return createAccount(services, options.organization, {
          email: `${stem}-${randomText(4).toLowerCase()}-bot@${new URL(services.publicUrl()).hostname}`,
          fullName: name,
          role: Role.member,
          passwordHash: null,
          botType: GENERIC_BOT,
          botOwnerId: ownerId,
        });
      });
      print(created, options.json);
    });
}

/** `worker create` */
function addWorkerCommand(program: Command, config: Config): void {
  program
    .command('worker')
    .description('Manages workers (drivers).')
    .command('create')
    .description('Creates a worker in a team and prints the temporary password, which is also sent by SMS.')
    .requiredOption('--organization <id>')
    .requiredOption('--team <name>', 'name of an existing team')
    .requiredOption('--name <name>', 'full name')
    .requiredOption(
      '--phone <phone>',
      "phone number; without a leading plus it is read as one of the organization's country",
    )
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: string; team: string; name: string; phone: string; json?: boolean }) => {
      const created = await withServices(config, async (services) => {
        try {
          return await createWorkerForCli(services, {
            organizationId: options.organization,
            team: options.team,
            name: checkName('--name', options.name),
            phone: options.phone,
          });
        } catch (error) {
          if (error instanceof DispatchError) throw new CommandError(error.message);
          throw error;
        }
      });
      print(created, options.json);
    });
}

type Account = Omit<Parameters<typeof doCreateUser>[1], 'organizationId'>;

async function createAccount(
  services: Services,
  organizationId: string,
  account: Account,
): Promise<{ email: string; api_key: string; user_id: number }> {
  await checkOrganization(services.database.reader, organizationId);
  try {
    return await services.database.transaction(
      async (tx) => {
        const userId = await doCreateUser(tx, { organizationId, ...account });
        if (account.botType !== null) await doEmitNewBot(tx, userId);
        const { key } = await createCredential(tx, { organizationId, kind: 'chat', subject: String(userId) });
        return { email: account.email, api_key: key, user_id: userId };
      },
      { organizationId },
    );
  } catch (error) {
    if ((error as { code?: string }).code === '23505')
      throw new CommandError(`The e-mail address ${account.email} is already used in this organization.`);
    throw error;
  }
}
