import pg from 'pg';

/**
 * The statements of the transaction that `work` causes and that has one that fits `marker`. What jobs, the feed and
 * other requests ask at the same time is not among them.
 */
export async function statementsOf(marker: RegExp, work: () => Promise<unknown>): Promise<string[]> {
  const open = new Map<pg.Client, string[]>();
  let found: string[] | undefined;
  // biome-ignore lint/complexity/useLiteralKeys: the prototype's own function is what is counted
  const original = pg.Client.prototype['query'] as unknown as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string } | undefined];
    const text = typeof statement === 'string' ? statement : (statement?.text ?? '');
    if (text.startsWith('begin')) open.set(this, []);
    const own = open.get(this);
    own?.push(text);
    if (own && marker.test(text)) found = own;
    if (text === 'commit' || text === 'rollback') open.delete(this);
    return original.apply(this, args);
  } as typeof pg.Client.prototype.query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  }
  if (!found) throw new Error(`no transaction had a statement like ${marker}`);
  return found;
}

/** Statements beside requests: background jobs, the last uses of keys, and polling for other processes' events. */
const BACKGROUND =
  /\bjobs\.|^(listen|notify)\b|pg_notify|log_cursors|platform\.(outbox|sms_)|platform\.credentials c set used_at/i;

/** Returns the number of statements of a piece of work, without background statements: the minimum of some attempts. */
export async function countStatements(work: () => Promise<unknown>, attempts = 5): Promise<number> {
  // biome-ignore lint/complexity/useLiteralKeys: the prototype's own function is what is counted
  const original = pg.Client.prototype['query'] as unknown as (...args: unknown[]) => unknown;
  let counted = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string } | undefined];
    if (!BACKGROUND.test(typeof statement === 'string' ? statement : (statement?.text ?? ''))) counted++;
    return original.apply(this, args);
  } as typeof pg.Client.prototype.query;
  try {
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < attempts; n++) {
      counted = 0;
      await work();
      least = Math.min(least, counted);
    }
    return least;
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  }
}

/** Returns the number of statements matching `pattern` sent during the work, by anybody. */
export async function countMatching(pattern: RegExp, work: () => Promise<unknown>): Promise<number> {
  // biome-ignore lint/complexity/useLiteralKeys: the prototype's own function is what is counted
  const original = pg.Client.prototype['query'] as unknown as (...args: unknown[]) => unknown;
  let counted = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string } | undefined];
    if (pattern.test(typeof statement === 'string' ? statement : (statement?.text ?? ''))) counted++;
    return original.apply(this, args);
  } as typeof pg.Client.prototype.query;
  try {
    await work();
    return counted;
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  }
}

/** A statement as it was sent. */
export interface SentStatement {
  text: string;
  values: readonly unknown[];
}

/** The statements with which a piece of work looks for rows, each text once, without what runs in the background. */
export async function sentStatements(work: () => Promise<unknown>): Promise<SentStatement[]> {
  // biome-ignore lint/complexity/useLiteralKeys: the prototype's own function is what is looked at
  const original = pg.Client.prototype['query'] as unknown as (...args: unknown[]) => unknown;
  const sent = new Map<string, SentStatement>();
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [{ text?: string; values?: unknown[] } | string | undefined];
    const { text = '', values = [] } = typeof statement === 'object' ? statement : {};
    if (/^\s*(select|with|update|delete)\b/i.test(text) && !BACKGROUND.test(text) && !sent.has(text))
      sent.set(text, { text, values });
    return original.apply(this, args);
  } as typeof pg.Client.prototype.query;
  try {
    await work();
    return [...sent.values()];
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  }
}

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** Cost of a statement, independent of other load: rows handled by its plan's steps, and pages read. */
export interface PlanCost {
  rows: number;
  pages: number;
}

/**
 * Runs a statement, undoes what it did, and says what its plan cost.
 * @param plan `generic`: made without a look at the values, as PostgreSQL does from the sixth time on where it seems no worse
 */
export async function planCost(
  client: pg.ClientBase,
  { text, values }: SentStatement,
  plan: 'custom' | 'generic',
): Promise<PlanCost> {
  const literals = values.map(asLiteral).join(', ');
  await client.query('begin');
  try {
    await client.query(`set local plan_cache_mode = force_${plan}_plan`);
    await client.query(`prepare examined as ${text}`);
    const explained = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, timing off, format json) execute examined${literals && `(${literals})`}`,
    );
    const { Plan: top } = explained.rows[0]!['QUERY PLAN'][0];
    return { rows: handledRows(top), pages: (top['Shared Hit Blocks'] ?? 0) + (top['Shared Read Blocks'] ?? 0) };
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

function handledRows(node: PlanNode): number {
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return (node.Plans ?? []).reduce((sum, below) => sum + handledRows(below), each * node['Actual Loops']);
}

function asLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`);
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(String(each))).join(',')}}`);
  return pg.escapeLiteral(String(value));
}
