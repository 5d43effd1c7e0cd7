/** Finds objects in the old cluster that neither the migrations create nor the copy includes. */

import type pg from 'pg';
import { SCHEMA } from '../jobs/schema.ts';
import { SUPERUSER } from '../postgres/cluster.ts';
import { DATABASE } from '../postgres/embedded.ts';
import { readRelations } from './relations.ts';

/** pg-boss differs by version; PostgreSQL's own schemas belong to its version. */
const OURS = `nspname !~ '^pg_' and nspname not in ('information_schema', '${SCHEMA}')`;

/** Names that are the same in every version. What an extension brings is told as the extension; a rule's index as the rule. Parts of a table are made as they are needed. */
const OBJECTS = `
  with ours as (select oid from pg_namespace where ${OURS}),
  parts as (select oid from pg_class where relispartition),
  objects (class, id) as (
    select 'pg_extension'::regclass, oid from pg_extension
    union all select 'pg_namespace'::regclass, oid from ours
    union all select 'pg_default_acl'::regclass, oid from pg_default_acl
    union all select 'pg_policy'::regclass, oid from pg_policy
    union all select 'pg_publication'::regclass, oid from pg_publication
    union all select 'pg_event_trigger'::regclass, oid from pg_event_trigger
    union all select 'pg_foreign_server'::regclass, oid from pg_foreign_server
    union all select 'pg_language'::regclass, oid from pg_language
    union all select 'pg_subscription'::regclass, s.oid from pg_subscription s join pg_database d on d.oid = subdbid
      where datname = current_database()
    union all select 'pg_proc'::regclass, oid from pg_proc where pronamespace in (table ours)
    union all select 'pg_type'::regclass, oid from pg_type t where typnamespace in (table ours) and typtype in ('d', 'e', 'r')
    union all select 'pg_collation'::regclass, oid from pg_collation where collnamespace in (table ours)
    union all select 'pg_operator'::regclass, oid from pg_operator where oprnamespace in (table ours)
    union all select 'pg_ts_config'::regclass, oid from pg_ts_config where cfgnamespace in (table ours)
    union all select 'pg_ts_dict'::regclass, oid from pg_ts_dict where dictnamespace in (table ours)
    union all select 'pg_statistic_ext'::regclass, oid from pg_statistic_ext where stxnamespace in (table ours)
    union all select 'pg_class'::regclass, c.oid from pg_class c where relnamespace in (table ours) and relkind in ('i', 'I')
      and not exists (select from pg_constraint where conindid = c.oid)
      and not exists (select from pg_index i where i.indexrelid = c.oid and i.indrelid in (table parts))
    union all select 'pg_constraint'::regclass, oid from pg_constraint
      where connamespace in (table ours) and contype in ('c', 'f', 'p', 'u', 'x') and conrelid not in (table parts)
    union all select 'pg_trigger'::regclass, t.oid from pg_trigger t join pg_class c on c.oid = tgrelid
      where relnamespace in (table ours) and not tgisinternal and not relispartition
    union all select 'pg_rewrite'::regclass, r.oid from pg_rewrite r join pg_class c on c.oid = ev_class
      where relnamespace in (table ours) and rulename <> '_RETURN'
  )
  select format('%s %s', type, identity) as thing from objects cross join lateral pg_identify_object(class, id, 0)
  where not exists (select from pg_depend d where d.classid = class and d.objid = id and d.deptype = 'e')`;

/** Properties of objects that exist in both. */
const MARKS = `
  select format('owner of %s: %I', name, pg_get_userbyid(owner)) from (
    select format('%I.%I', nspname, relname) as name, relowner as owner
      from pg_class c join pg_namespace n on n.oid = relnamespace where ${OURS} and relkind in ('r', 'p', 'S')
    union all select format('the schema %I', nspname), nspowner from pg_namespace where ${OURS}
    union all select format('%I.%I()', nspname, proname), proowner
      from pg_proc p join pg_namespace n on n.oid = pronamespace where ${OURS}
    union all select 'the database', datdba from pg_database where datname = current_database()
  ) owned where pg_get_userbyid(owner) <> '${SUPERUSER}'
  union all select format('row security of %I.%I', nspname, relname)
    from pg_class c join pg_namespace n on n.oid = relnamespace where ${OURS} and (relrowsecurity or relforcerowsecurity)
  union all select format('trigger %I of %I.%I: %s', tgname, nspname, relname, tgenabled)
    from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
    where ${OURS} and not tgisinternal and tgenabled <> 'O'
  union all select format('grants on %s', p.oid::regprocedure)
    from pg_proc p left join pg_init_privs i on i.classoid = 'pg_proc'::regclass and i.objoid = p.oid
    where pronamespace = 'pg_catalog'::regnamespace and proacl is distinct from initprivs
  union all select format('grants on %s', c.oid::regclass)
    from pg_class c left join pg_init_privs i on i.classoid = 'pg_class'::regclass and i.objoid = c.oid and i.objsubid = 0
    where relnamespace = 'pg_catalog'::regnamespace and relacl is distinct from initprivs
  union all select format('grants on the setting %s', parname) from pg_parameter_acl
  union all select format('tablespace %I', spcname) from pg_tablespace where spcname !~ '^pg_'
  union all select format('line of pg_hba.conf: %s', concat_ws(' ', type, array_to_string(database, ','),
    array_to_string(user_name, ','), address, netmask, auth_method, array_to_string(options, ' '))) from pg_hba_file_rules`;

/**
 * Returns the data of a cluster outside the tables of our database: rows that cannot be created again.
 * @param beside connected to the database `postgres`
 */
export async function findOthersData(client: pg.Client, beside: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select 'large objects' as name where exists (select from pg_largeobject_metadata)
    union all select 'a database ' || datname from pg_database where datname not in ('template0', 'template1', 'postgres', $1)`,
    [DATABASE],
  );
  const tables = [...(await readRelations(beside)).keys()].map((name) => `${name} in the database postgres`);
  return [...rows.map(({ name }) => name), ...tables];
}

/** Returns the objects that the old database has and the new one lacks, for the operator, who may create them again. */
export async function findLeftOut({ old, made }: { old: pg.Client; made: pg.Client }): Promise<string[]> {
  const [were, are] = await Promise.all([thingsOf(old), thingsOf(made)]);
  const existing = new Set(are);
  return were.filter((thing) => !existing.has(thing));
}

async function thingsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ thing: string }>(`${OBJECTS} union ${MARKS} order by 1`);
  return rows.map(({ thing }) => thing);
}
