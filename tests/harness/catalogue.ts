import pg from 'pg';

/** An index of a table. */
export interface Index {
  table: string;
  columns: string[];
}

/** A primary key or a unique index. */
export interface Key extends Index {
  isPrimary: boolean;
}

/** A foreign key: `columns` refer to `to` of `toTable`, one by one. */
export interface Reference {
  table: string;
  columns: string[];
  toTable: string;
  to: string[];
}

/** Our tables as the schema declares them. */
export interface Catalogue {
  /** Columns by table. */
  columns: Map<string, string[]>;
  keys: Key[];
  /** Indexes that are not unique. */
  indexes: Index[];
  references: Reference[];
}

const OURS = `nspname in ('platform', 'chat', 'dispatch', 'bridge')`;
const COLUMNS_OF = (table: string, numbers: string) => `array(
  select attname::text from unnest(${numbers}) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = k.attnum order by place)`;

/** For tests: tables, keys and foreign keys as PostgreSQL has them; keys of the parts of a table are its own. Columns of an index by an expression have no name, so they are absent. */
export async function readCatalogue(connectionString: string): Promise<Catalogue> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const tables = await client.query<{ table: string; columns: string[] }>(`
      select format('%I.%I', nspname, relname) as table,
        array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and not relispartition and ${OURS} order by 1`);
    const indexes = await client.query<Key & { isUnique: boolean }>(`
      select distinct format('%I.%I', nspname, relname) as table, ${COLUMNS_OF('indrelid', 'indkey::int2[]')} as columns,
        indisprimary as "isPrimary", indisunique as "isUnique"
      from pg_index i join pg_class c on c.oid = coalesce(pg_partition_root(indrelid), indrelid)
        join pg_namespace n on n.oid = relnamespace
      where ${OURS} order by 1, 2`);
    const references = await client.query<Reference>(`
      select format('%I.%I', n.nspname, c.relname) as table, ${COLUMNS_OF('c.oid', 'conkey')} as columns,
        format('%I.%I', m.nspname, r.relname) as "toTable", ${COLUMNS_OF('r.oid', 'confkey')} as to
      from pg_constraint f join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_class r on r.oid = confrelid join pg_namespace m on m.oid = r.relnamespace
      where contype = 'f' and ${OURS.replace('nspname', 'n.nspname')} order by 1, 2`);
    return {
      columns: new Map(tables.rows.map(({ table, columns }) => [table, columns])),
      keys: indexes.rows.filter(({ isUnique }) => isUnique),
      indexes: indexes.rows.filter(({ isUnique }) => !isUnique),
      references: references.rows,
    };
  } finally {
    await client.end();
  }
}
