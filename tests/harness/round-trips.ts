import { mock } from 'node:test';
import pg from 'pg';

/** One transaction as PostgreSQL gets it. */
export interface SeenTransaction {
  texts: string[];
  /** Number of statements sent while none was pending. */
  roundTrips: number;
}

/** For tests: what `work` has this process's connections do, transaction by transaction, whoever opens them. */
export async function transactionsDuring(work: () => Promise<unknown>): Promise<SeenTransaction[]> {
  const open = new Map<unknown, SeenTransaction & { onTheirWay: number }>();
  const seen: SeenTransaction[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const mocked = mock.method(pg.Client.prototype, 'query', function (this: unknown, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text === 'begin') open.set(this, { texts: [], roundTrips: 0, onTheirWay: 0 });
    const transaction = open.get(this);
    const answer = query.apply(this, args);
    if (!transaction || !(answer instanceof Promise)) return answer;
    transaction.texts.push(text);
    if (transaction.onTheirWay++ === 0) transaction.roundTrips++;
    const ended = () => {
      transaction.onTheirWay--;
    };
    answer.then(ended, ended);
    if (text === 'commit' || text === 'rollback') {
      open.delete(this);
      seen.push(transaction);
    }
    return answer;
  });
  try {
    await work();
  } finally {
    mocked.mock.restore();
  }
  return seen;
}
