/** Copies the parts of a cluster beside its tables: roles, their rights, and settings made by SQL. */

import type pg from 'pg';
import { SUPERUSER } from '../postgres/cluster.ts';

/** Their values are lists that are quoted already. */
const LISTS = `('search_path', 'session_preload_libraries', 'shared_preload_libraries', 'local_preload_libraries',
  'temp_tablespaces', 'unix_socket_directories')`;
const quotedValue = (name: string, value: string) =>
  `case when ${name} in ${LISTS} then coalesce(nullif(${value}, ''), '''''') else quote_literal(${value}) end`;
const flag = (column: string, word: string) => `case when ${column} then '${word}' else 'no${word}' end`;

/** Each gives statements, as `statement`; passwords go over as their digests. */
const ROLES = `
  select format('create role %I %s %s %s %s %s %s %s connection limit %s password %L%s', rolname,
    ${flag('rolsuper', 'superuser')}, ${flag('rolinherit', 'inherit')}, ${flag('rolcreaterole', 'createrole')},
    ${flag('rolcreatedb', 'createdb')}, ${flag('rolcanlogin', 'login')}, ${flag('rolreplication', 'replication')},
    ${flag('rolbypassrls', 'bypassrls')}, rolconnlimit, rolpassword,
    coalesce(' valid until ' || quote_literal(rolvaliduntil::text), '')) as statement
  from pg_authid where rolname !~ '^pg_' and rolname <> '${SUPERUSER}' order by rolname`;

/** PostgreSQL 15 has no options: there a member inherits as its role says, and may become the other. What several have granted is one grant. */
const MEMBERS = `
  select format('grant %I to %I with admin %s, inherit %s, set %s', role, member, admin::text, inherit::text, set::text)
      as statement
  from (select r.rolname as role, m.rolname as member, bool_or(admin_option) as admin,
      bool_or(coalesce((to_jsonb(a)->>'inherit_option')::boolean, m.rolinherit)) as inherit,
      bool_or(coalesce((to_jsonb(a)->>'set_option')::boolean, true)) as set
    from pg_auth_members a join pg_roles r on r.oid = a.roleid join pg_roles m on m.oid = a.member
    where m.rolname !~ '^pg_' and m.rolname <> '${SUPERUSER}' group by 1, 2) granted
  order by 1`;

const SETTINGS_OF_ROLES = `
  select format('alter %s set %s to %s',
    case when setrole = 0 and setdatabase = 0 then 'role all'
      when setrole = 0 then format('database %I', datname)
      when setdatabase = 0 then format('role %I', rolname)
      else format('role %I in database %I', rolname, datname) end,
    quote_ident(split_part(c, '=', 1)),
    ${quotedValue("split_part(c, '=', 1)", "substr(c, strpos(c, '=') + 1)")}) as statement
  from pg_db_role_setting s cross join unnest(setconfig) c
  left join pg_roles r on r.oid = setrole left join pg_database d on d.oid = setdatabase
  where setdatabase = 0 or datname = current_database() order by 1`;

/** `columns` stands behind the words of a right. */
const GRANTS = `
  with objects as (
    select 'schema ' || quote_ident(nspname) as name, '' as columns, nspacl as acl, nspowner as owner from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    union all
    select format('%s %I.%I', case relkind when 'S' then 'sequence' else 'table' end, nspname, relname), '', relacl, relowner
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema' and relkind in ('r', 'p', 'S') and not relispartition
    union all
    select format('table %I.%I', nspname, relname), format(' (%I)', attname), attacl, relowner
      from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema' and relkind in ('r', 'p') and not relispartition and not attisdropped
    union all
    select format('routine %I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)), '', proacl, proowner
      from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    union all
    select 'database ' || quote_ident(datname), '', datacl, datdba from pg_database where datname = current_database()
  )
  select statement from (
    select 1 as part, format('revoke all on %s from public', name) as statement from objects
      where acl is not null and columns = ''
    union all
    select 2, format('grant %s%s on %s to %s%s', privilege_type, columns, name,
      case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end,
      case when is_grantable then ' with grant option' else '' end)
    from (select name, columns, owner, (aclexplode(acl)).* from objects where acl is not null) granted
    where grantee <> owner
  ) all_of order by part, statement`;

const SYSTEM_SETTINGS = `
  select format('alter system set %s to %s', name, ${quotedValue('name', 'setting')}) as statement
  from pg_file_settings where sourcefile like '%/postgresql.auto.conf' and setting is not null order by seqno`;

/** The last one of a name counts. */
const FILE_SETTINGS = `
  select distinct on (name) name, setting from pg_file_settings
  where sourcefile not like '%/postgresql.auto.conf' order by name, seqno desc`;

/**
 * Copies roles, their memberships, grants, and what was set by `ALTER ROLE`, `ALTER DATABASE` or `ALTER SYSTEM`.
 * @returns what the new version does not take, for the operator
 */
export async function copySettings({ old, made }: { old: pg.Client; made: pg.Client }): Promise<string[]> {
  for (const statement of await statementsOf(old, ROLES)) await made.query(statement);
  const left: string[] = [];
  for (const query of [MEMBERS, SETTINGS_OF_ROLES, GRANTS, SYSTEM_SETTINGS])
    for (const statement of await statementsOf(old, query))
      await made.query(statement).catch((error: Error) => left.push(`${statement} (${error.message})`));
  const [were, are] = await Promise.all([fileSettings(old), fileSettings(made)]);
  for (const [name, value] of were) if (are.get(name) !== value) left.push(`${name} = ${value} in its postgresql.conf`);
  return left;
}

/** Returns the settings made by `ALTER SYSTEM` as statements. */
export const systemSettings = (client: pg.Client): Promise<string[]> => statementsOf(client, SYSTEM_SETTINGS);

async function statementsOf(client: pg.Client, query: string): Promise<string[]> {
  return (await client.query<{ statement: string }>(query)).rows.map(({ statement }) => statement);
}

async function fileSettings(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; setting: string }>(FILE_SETTINGS);
  return new Map(rows.map(({ name, setting }) => [name, setting]));
}
