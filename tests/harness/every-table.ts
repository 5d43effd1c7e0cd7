import pg from 'pg';

interface Column {
  table: string;
  name: string;
  type: string;
  /** Returns the table constraints that name allowed texts. */
  checks: string;
}

/** A table's rows as texts, in an order of their own. */
export type Rows = ReadonlyMap<string, readonly string[]>;

const SCHEMAS = `('platform', 'chat', 'dispatch', 'bridge')`;

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** For tests: all tables, those of background jobs too, with every row as the text of it. */
export function readAllRows(connectionString: string): Promise<Rows> {
  return connected(connectionString, async (client) => {
    await client.query(`set timezone = 'UTC'; set bytea_output = 'escape'`);
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`);
    const found = new Map<string, string[]>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t order by 1`);
      found.set(
        name,
        rows.map(({ text }) => text),
      );
    }
    return found;
  });
}

/** Rows, of all tables, in which one of the texts stands, in any case, as `TABLE: ROW`. */
export function rowsWith(rows: Rows, texts: readonly string[]): string[] {
  const wanted = texts.map((text) => text.toLowerCase());
  return [...rows].flatMap(([table, own]) =>
    own.filter((row) => wanted.some((text) => row.toLowerCase().includes(text))).map((row) => `${table}: ${row}`),
  );
}

/** For tests: a made-up row of an organization in every table of which it has none, with a mark in every text. */
export function fillEveryTable(connectionString: string, organizationId: string, mark: string): Promise<string[]> {
  return connected(connectionString, async (client) => {
    const { rows: columns } = await client.query<Column>(`
      select format('%I.%I', nspname, relname) as table, attname as name, format_type(atttypid, null) as type,
        coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and attnum = any(k.conkey)), '') as checks
      from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on attrelid = c.oid
      where nspname in ${SCHEMAS} and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped and attgenerated = ''
      order by 1, attnum`);
    // The rows need not belong to each other: no foreign key is looked at.
    await client.query('set session_replication_role = replica');
    const filled: string[] = [];
    for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
      if (!own.some(({ name }) => name === 'organization_id')) continue;
      const { rowCount } = await client.query(`select from ${table} where organization_id = $1 limit 1`, [
        organizationId,
      ]);
      if (rowCount) continue;
      const values = own.map((column) => madeUp(column, organizationId, mark));
      const names = own.map(({ name }) => `"${name}"`).join(', ');
      const places = own.map(({ type }, n) => `$${n + 1}::text::${type}`).join(', ');
      await client.query(`insert into ${table} (${names}) overriding system value values (${places})`, values);
      filled.push(table);
    }
    return filled;
  });
}

const BY_TYPE: Record<string, string> = {
  boolean: 'false',
  date: '2999-01-01',
  json: '{}',
  jsonb: '{"precision": "city"}',
  'timestamp with time zone': '2999-01-01T00:00:00Z',
  int8multirange: '{}',
  cube: '(1, 2, 3)',
  xid8: '1',
  tsvector: '',
};

function madeUp({ name, type, checks }: Column, organizationId: string, mark: string): string | null {
  if (name === 'organization_id') return organizationId;
  // The one of two columns that is to be empty.
  if (type.endsWith('[]') && checks.includes('IS NOT NULL')) return null;
  const allowed = /'([^']+)'::text/.exec(checks)?.[1] ?? /ARRAY\[(\d+)/.exec(checks)?.[1];
  if (allowed !== undefined) return allowed;
  if (type === 'text') return `${mark} ${name}`;
  if (type === 'bytea') return `${mark} ${name}`;
  if (type.endsWith('[]')) return '{}';
  return BY_TYPE[type] ?? '1';
}
