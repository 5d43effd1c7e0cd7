import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { ChatCaller, Role } from '../http/caller.ts';
import type { NewUser, User } from './user.ts';

/** The facts by which a request of the account is checked. */
export function loadCaller(
  reader: Reader,
  userId: number,
): Promise<
  (Omit<ChatCaller, 'credentialId' | 'personId' | 'sessionEndsAt' | 'scope'> & { isActive: boolean }) | undefined
> {
  return reader.first(sql`
    select organization_id as "organizationId", id as "userId", email, full_name as "fullName", role,
      bot_type is not null as "isBot", coalesce(bot_type = 2, false) as "isIncomingWebhook", is_active as "isActive"
    from chat.users where organization_id = ${reader.organizationId} and id = ${userId}`);
}

const columns = sql`
  id, email, full_name as "fullName", role, is_active as "isActive", bot_type is not null as "isBot",
  bot_type as "botType", bot_owner_id as "botOwnerId", is_stand_in as "isStandIn", timezone, avatar_version as "avatarVersion",
  avatar_file_id is not null as "hasAvatar",
  email_address_visibility as "emailVisibility", date_joined as "dateJoined", settings`;

function selectUsers(organizationId: string, condition: Sql): Sql<User> {
  return sql<User>`select ${columns} from chat.users where organization_id = ${organizationId} and ${condition} order by id`;
}

export function loadUsersByIds(reader: Reader, ids: readonly number[]): Promise<User[]> {
  return reader.all(selectUsers(reader.organizationId, sql`id = any(${ids}::bigint[])`));
}

/** @param emails in lower case */
export function loadUsersByEmails(reader: Reader, emails: readonly string[]): Promise<User[]> {
  return reader.all(selectUsers(reader.organizationId, sql`lower(email) = any(${emails}::text[])`));
}

export function loadAllUsers(reader: Reader): Promise<User[]> {
  return reader.all(selectUsers(reader.organizationId, sql`true`));
}

/** Active people of a role. */
export async function loadIdsOfRole(reader: Reader, role: Role): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select id from chat.users where organization_id = ${reader.organizationId} and role = ${role} and is_active order by id`);
  return rows.map(({ id }) => id);
}

/** Whether anybody has one of the visibilities for their address. */
export async function hasEmailVisibility(reader: Reader, visibilities: readonly number[]): Promise<boolean> {
  const found = await reader.first(sql<{ id: number }>`
    select id from chat.users
    where organization_id = ${reader.organizationId} and email_address_visibility = any(${visibilities}::int[])
      and bot_type is null limit 1`);
  return found !== undefined;
}

/** ID of the organization's newest message; -1 when it has none. */
export async function loadLastMessageId(reader: Reader): Promise<number> {
  const head = await reader.first(sql<{ id: number }>`
    select message_id as id from platform.log_heads where organization_id = ${reader.organizationId}`);
  return head?.id || -1;
}

export async function insertUser(
  tx: Tx,
  user: Omit<NewUser, 'host' | 'passwordHash' | 'isEmailVerified'> & { personId: string | null },
  more: Pick<User, 'emailVisibility' | 'settings' | 'timezone'>,
): Promise<User> {
  const created = await tx.first(sql<User>`
    insert into chat.users (organization_id, email, full_name, role, person_id, bot_type, bot_owner_id, date_joined,
      email_address_visibility, settings, timezone, is_stand_in)
    values (${user.organizationId}, ${user.email}, ${user.fullName}, ${user.role}, ${user.personId}, ${user.botType},
      ${user.botOwnerId}, ${tx.now}, ${more.emailVisibility},
      ${JSON.stringify(more.settings)}::jsonb, ${more.timezone}, ${user.isStandIn ?? false})
    returning ${columns}`);
  return created!;
}

export async function updateUser(tx: Tx, user: User): Promise<void> {
  await tx.run(sql`
    update chat.users set email = ${user.email}, full_name = ${user.fullName}, role = ${user.role},
      timezone = ${user.timezone}
    where organization_id = ${tx.organizationId} and id = ${user.id}`);
}

/** Returns the active accounts of a person and their bots. */
export async function loadActiveWithBots(reader: Reader, userId: number): Promise<number[]> {
  const rows = await reader.all(sql<{ id: number }>`
    select id from chat.users
    where organization_id = ${reader.organizationId} and is_active and (id = ${userId} or bot_owner_id = ${userId}) order by id`);
  return rows.map(({ id }) => id);
}

export async function setActive(tx: Tx, userIds: readonly number[], isActive: boolean): Promise<void> {
  await tx.run(sql`
    update chat.users set is_active = ${isActive}
    where organization_id = ${tx.organizationId} and id = any(${userIds}::bigint[])`);
}

/** Whether a person has the special permission to change other people's addresses. */
export async function mayChangeEmails(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.users where organization_id = ${reader.organizationId} and id = ${userId} and can_change_user_emails`);
  return row !== undefined;
}

export async function setMayChangeEmails(tx: Tx, userId: number, isAllowed: boolean): Promise<void> {
  await tx.run(sql`
    update chat.users set can_change_user_emails = ${isAllowed}
    where organization_id = ${tx.organizationId} and id = ${userId}`);
}

/** Whether there is another active owner than the one given. */
export async function hasOtherOwner(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.users
    where organization_id = ${reader.organizationId} and role = 100 and is_active and bot_type is null and not is_stand_in and id <> ${userId} limit 1`);
  return row !== undefined;
}

export interface SignInAccountRow {
  organizationId: string;
  id: number;
  personId: string;
  email: string;
  passwordHash: string | null;
  isActive: boolean;
}

/** One person may have accounts of one address in many organizations of a server; more than this are not tried. */
const MAX_ACCOUNTS = 50;

/** Accounts that can sign in by password, of any organization; active ones come first, then the oldest. */
export function loadAccounts(
  reader: PlainReader,
  email: string,
  organizationId: string | null,
): Promise<SignInAccountRow[]> {
  return reader.all(sql<SignInAccountRow>`
    select u.organization_id as "organizationId", u.id, u.person_id as "personId", u.email,
      p.password_hash as "passwordHash", u.is_active as "isActive"
    from chat.users u join platform.people p on p.organization_id = u.organization_id and p.id = u.person_id
    where lower(u.email) = ${email.toLowerCase()} and p.password_hash is not null
      and (${organizationId}::text is null or u.organization_id = ${organizationId})
      and u.organization_id in (select id from platform.open_organizations)
    order by u.is_active desc, u.id limit ${MAX_ACCOUNTS}`);
}

/** Whether another person who is there has the name, in any case. */
export async function isPersonsNameTaken(
  reader: Reader,
  fullName: string,
  exceptUserId: number | null,
): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.users
    where organization_id = ${reader.organizationId} and lower(full_name) = lower(${fullName}) and is_active
      and bot_type is null and not is_stand_in and id is distinct from ${exceptUserId} limit 1`);
  return row !== undefined;
}

/** Returns the person who signs in to an account; null for a bot. */
export async function loadPersonId(reader: Reader, userId: number): Promise<string | null> {
  const row = await reader.first(sql<{ personId: string | null }>`
    select person_id as "personId" from chat.users where organization_id = ${reader.organizationId} and id = ${userId}`);
  return row?.personId ?? null;
}

/** The account of a person, deactivated ones too. */
export async function loadUserIdOfPerson(reader: Reader, personId: string): Promise<number | undefined> {
  const row = await reader.first(sql<{ id: number }>`
    select id from chat.users where organization_id = ${reader.organizationId} and person_id = ${personId}`);
  return row?.id;
}

/** The people behind accounts; bots are left out. */
export async function loadPersonIds(reader: Reader, userIds: readonly number[]): Promise<string[]> {
  const rows = await reader.all(sql<{ personId: string }>`
    select person_id as "personId" from chat.users
    where organization_id = ${reader.organizationId} and id = any(${userIds}::bigint[]) and person_id is not null`);
  return rows.map(({ personId }) => personId);
}

/** Makes an account another person's. */
export async function updatePersonOfUser(tx: Tx, from: string, to: string): Promise<void> {
  await tx.run(sql`
    update chat.users set person_id = ${to} where organization_id = ${tx.organizationId} and person_id = ${from}`);
}
