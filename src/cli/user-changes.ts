import type { Command } from 'commander';
import { doDeactivateUser, doReactivateUser } from '../chat/accounts/actions.ts';
import { checkNotLastOwner } from '../chat/accounts/last-owner.ts';
import { doChangeRoleOfManager } from '../chat/bots/role-actions.ts';
import { Role } from '../chat/http/caller.ts';
import { ChatError } from '../chat/http/errors.ts';
import { hasOtherOwner, type User, usersByEmails } from '../chat/users/access.ts';
import { doReplacePassword } from '../pages/account/replace-password.ts';
import { accountsWithin, hasAccount } from '../pages/session/accounts.ts';
import type { Config } from '../platform/config.ts';
import type { PlainTx } from '../platform/db/tx.ts';
import { loadPeopleByEmail, lockPeople } from '../platform/people/access.ts';
import { hashPassword } from '../platform/people/passwords.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { passwordFrom } from './input.ts';
import { checkOrganization } from './people.ts';

/** Selected person. */
interface PersonSelection {
  organization: string;
  email: string;
}

type Options<More = object> = PersonSelection & More & { json?: boolean };

/** `user role`, `user deactivate`, `user reactivate`, `user password` */
export function addUserChangeCommands(program: Command, config: Config): void {
  const add = (name: string, description: string) =>
    program.commands
      .find((command) => command.name() === 'user')!
      .command(name)
      .description(description)
      .requiredOption('--organization <id>')
      .requiredOption('--email <email>')
      .option('--json', 'print one JSON object');
  add('role', 'Changes the role of a person. An organization may have several owners.')
    .requiredOption('--role <role>', Object.keys(Role).join('|'))
    .action(async (options: Options<{ role: string }>) => {
      print(await withServices(config, (services) => changeRole(services, options)), options.json);
    });
  add(
    'deactivate',
    'Deactivates a person and their bots: signs them out and revokes their keys immediately. Their messages stay.',
  ).action(async (options: Options) => {
    print(await withServices(config, (services) => setUserActive(services, options, false)), options.json);
  });
  add('reactivate', 'Reactivates a person, without their old keys and bots.').action(async (options: Options) => {
    print(await withServices(config, (services) => setUserActive(services, options, true)), options.json);
  });
  add(
    'password',
    'Sets the password of the person with this address, signs them out everywhere, revokes their keys and notifies them by e-mail.',
  )
    .option('--password <password>', 'the new password; other users of the machine can see it on the command line')
    .option('--password-stdin', 'reads the password from the first line of standard input')
    .action(async (options: Options<{ password?: string; passwordStdin?: boolean }>) => {
      const password = await passwordFrom('--password', options.password, options.passwordStdin, [options.email]);
      print(await withServices(config, (services) => replacePassword(services, options, password)), options.json);
    });
}

/**
 * Implements `user role`.
 * @throws {CommandError} when there is no such organization, person or role, or it is the only owner
 */
export async function changeRole(
  services: Services,
  { role, ...selection }: PersonSelection & { role: string },
): Promise<{ user_id: number; role: string }> {
  if (!Object.hasOwn(Role, role)) throw new CommandError(`--role must be one of ${Object.keys(Role).join(', ')}.`);
  const wanted = Role[role as keyof typeof Role];
  return change(services, selection, async (tx, user) => {
    if (user.isBot && wanted === Role.owner) throw new CommandError('A bot cannot own an organization.');
    if (!user.isActive) throw new CommandError(`${selection.email} is deactivated.`);
    const isLast =
      user.role === Role.owner &&
      wanted !== Role.owner &&
      !(await hasOtherOwner(tx.of(selection.organization), user.id));
    if (isLast) throw new CommandError(`${selection.email} is the only owner. Make somebody else an owner first.`);
    await doChangeRoleOfManager(tx.of(selection.organization), user, wanted, 'operator');
    return { user_id: user.id, role };
  });
}

/**
 * Implements `user deactivate` and `user reactivate`.
 * @throws {CommandError} when there is no such organization or person, or it is the only owner
 */
export function setUserActive(
  services: Services,
  selection: PersonSelection,
  isActive: boolean,
): Promise<{ user_id: number; is_active: boolean }> {
  return change(services, selection, async (tx, user) => {
    if (isActive) await doReactivateUser(tx.of(selection.organization), user.id);
    else if (user.isActive) {
      await checkNotLastOwner(tx.of(selection.organization), user);
      await doDeactivateUser(tx.of(selection.organization), user.id);
    }
    return { user_id: user.id, is_active: isActive };
  });
}

/** Changes the account of the chat that has the address, when it is its organization's turn. */
async function change<T>(
  { database }: Services,
  { organization, email }: PersonSelection,
  work: (tx: PlainTx, user: User) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(
      async (tx) => {
        await checkOrganization(tx, organization);
        await tx.position(organization);
        const user = (await usersByEmails(tx, [email])).get(email.toLowerCase());
        if (!user) throw new CommandError(`Nobody in this organization has the e-mail address ${email}.`);
        return work(tx, user);
      },
      { organizationId: organization },
    );
  } catch (error) {
    throw error instanceof ChatError ? new CommandError(`${error.message}.`) : error;
  }
}

/**
 * Implements `user password`. It affects only the person who has proven the address: with one password, two people with
 * the same address would become one at the next sign-in. If nobody has proven it, everyone who can sign in with it gets
 * the password; an unaccepted invitation stays unchanged.
 * @throws {CommandError} when there is no such organization or person
 */
export async function replacePassword(
  services: Services,
  { organization, email }: PersonSelection,
  password: string,
): Promise<{ email: string; people: number }> {
  const after = await hashPassword(services, { organizationId: organization }, password);
  return services.database.transaction(
    async (tx) => {
      await checkOrganization(tx, organization);
      // Nobody proves the address meanwhile.
      await tx.position(organization);
      const named = await loadPeopleByEmail(tx, organization, email);
      const owner = named.find(({ emailVerifiedAt }) => emailVerifiedAt !== null);
      const locked = await lockPeople(tx, organization, owner ? [owner.id] : named.map(({ id }) => id));
      let people = 0;
      for (const person of locked.values()) {
        const { passwordHash, id } = person;
        if (passwordHash === null && !hasAccount(await accountsWithin(tx, id))) continue;
        await doReplacePassword(tx.of(person.organizationId), person, after);
        people++;
      }
      if (people === 0)
        throw new CommandError(
          `Nobody in this organization has the e-mail address ${email}, or the person has only been invited.`,
        );
      return { email, people };
    },
    { organizationId: organization },
  );
}
