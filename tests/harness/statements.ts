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

/** What runs beside requests: background jobs, and the look for other processes' events. */
const BACKGROUND = /\bjobs\.|^(listen|notify)\b|pg_notify|log_cursors|platform\.(outbox|sms_)/i;

/** How many statements a piece of work costs, without what runs in the background meanwhile: the least of some tries. */
export async function countStatements(work: () => Promise<unknown>, tries = 5): Promise<number> {
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
    for (let n = 0; n < tries; n++) {
      counted = 0;
      await work();
      least = Math.min(least, counted);
    }
    return least;
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  }
}
