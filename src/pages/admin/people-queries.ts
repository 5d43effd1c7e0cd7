import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';

/** Somebody of the organization, and what they are in each part of it. */
export interface PersonRow {
  id: string;
  name: string;
  email: string | null;
  isEmailVerified: boolean;
  phone: string | null;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  userId: number | null;
  role: number | null;
  isActive: boolean | null;
  administratorId: string | null;
  administratorType: 'super' | 'standard' | null;
  isAdministratorActive: boolean | null;
  isReadOnly: boolean | null;
  workerId: string | null;
  accountStatus: 'INVITED' | 'ACCEPTED' | null;
  /** Approximate last use of a browser; null: signed in nowhere. */
  usedAt: Date | null;
  /** Number of those browsers. */
  sessions: number;
}

/** The same in a list: what it is ordered by before the ID, and how many are in it. */
export interface ListedPersonRow extends PersonRow {
  key: string;
  total: number;
}

/** Requested kind of people. */
export type PeopleKind = 'all' | 'chat' | 'guests' | 'administrators' | 'workers' | 'invited' | 'deactivated';

/** Person who looks. */
export interface PeopleViewer {
  personId: string;
  /** Whether people and accounts of deliveries are seen too, or those of the chat alone. */
  seesDispatch: boolean;
}

export interface PeopleFilter extends PeopleViewer {
  kind: PeopleKind;
  /** A part of the name, address or number; empty: everybody. */
  search: string;
  /** Person after whom the page starts. */
  after: { key: string; id: string } | null;
  now: Date;
}

/**
 * The columns of an organization's people and of their accounts, and where they stand; a condition can follow. An address that
 * its person shows to nobody is theirs and the owners' alone (spec: chat 4.2).
 */
const peopleOf = (organizationId: string, { personId, seesDispatch }: PeopleViewer): Sql => sql`
  p.id, case when ${seesDispatch}::boolean or u.email_address_visibility is distinct from 4 or p.id = ${personId}
    then p.email end as email,
  p.email_verified_at is not null as "isEmailVerified", p.phone,
  p.password_hash is not null as "hasPassword", p.second_factor_at is not null as "hasSecondFactor",
  u.id as "userId", u.role, u.is_active as "isActive",
  a.id as "administratorId", a.type as "administratorType", a.is_active as "isAdministratorActive",
  a.is_read_only as "isReadOnly", w.id as "workerId", w.account_status as "accountStatus",
  coalesce(u.full_name, a.name, w.name, p.email, p.phone, '') as name
  from platform.people p
    left join chat.users u on u.organization_id = p.organization_id and u.person_id = p.id
    left join dispatch.administrators a
      on a.organization_id = p.organization_id and a.person_id = p.id and ${seesDispatch}::boolean
    left join dispatch.workers w
      on w.organization_id = p.organization_id and w.person_id = p.id and ${seesDispatch}::boolean
  where p.organization_id = ${organizationId}`;

/** Whether they have an account that is seen. */
const IS_SEEN = sql`("userId" is not null or "administratorId" is not null or "workerId" is not null)`;

/** The browsers in which each of `page` is signed in. */
const browsersOf = (organizationId: string, now: Date): Sql => sql`
  left join lateral (
    select max(c.used_at) as "usedAt", count(*)::int as sessions from platform.credentials c
    where c.organization_id = ${organizationId} and c.kind = 'session' and c.subject = page.id and c.revoked_at is null
      and c.expires_at > ${now}) browsers on true`;

/**
 * A page of an organization's people by name, and how many there are in all. The name stands in three tables, so everybody of
 * one organization is looked at: 10,000 people take some 40 ms.
 */
export function loadPeoplePage(
  reader: Reader,
  { kind, search, after, now, ...viewer }: PeopleFilter,
  limit: number,
): Promise<ListedPersonRow[]> {
  const { organizationId } = reader;

  return reader.all(sql<ListedPersonRow>`
    with accounts as (select ${peopleOf(organizationId, viewer)}),
    found as (
      select accounts.*, lower(name) collate "C" as key from accounts
      where ${IS_SEEN}
        and case ${kind}::text
          when 'chat' then "isActive"
          when 'guests' then "isActive" and role = 600
          when 'administrators' then "isActive" and role <= 200 or "administratorId" is not null
          when 'workers' then "workerId" is not null
          when 'invited' then not "isAdministratorActive" or "accountStatus" = 'INVITED'
          when 'deactivated' then not "isActive"
          else true end
        and (${search}::text = '' or strpos(chat.search_fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')),
          chat.search_fold(${search}::text)) > 0)),
    page as (
      select * from found
      where ${after === null}::boolean or (key, id) > (${after?.key ?? ''}::text collate "C", ${after?.id ?? ''}::text)
      order by key, id limit ${limit})
    select page.*, (select count(*)::int from found) as total, browsers."usedAt", browsers.sessions
    from page ${browsersOf(organizationId, now)}
    order by page.key, page.id`);
}

/** One of them, of those that are seen. */
export function findPersonRow(
  reader: Reader,
  { id, now, ...viewer }: PeopleViewer & { id: string; now: Date },
): Promise<PersonRow | undefined> {
  const { organizationId } = reader;

  return reader.first(sql<PersonRow>`
    select page.*, browsers."usedAt", browsers.sessions
    from (select ${peopleOf(organizationId, viewer)} and p.id = ${id}) page ${browsersOf(organizationId, now)}
    where ${IS_SEEN}`);
}
