import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Server, startServer } from '../../src/app.ts';
import { type CreatedOrganization, createOrganization, type NewOrganization } from '../../src/cli/organizations.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { type Config, readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import type { SecurityEvent } from '../../src/platform/security-log.ts';
import { createTestDatabase } from './database.ts';
import { WatchedFacts } from './watched-facts.ts';

/** A clock that stands where it is put and otherwise follows the system's. */
export class MovableClock implements Clock {
  #ahead = 0;
  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }
  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }
}

export interface TestServer extends Server {
  clock: MovableClock;
  connectionString: string;
  /** Lines that were logged at `error`: a test that meets a 500 fails by them. */
  errors: object[];
  /** Everything that was logged, as text. */
  logged: string[];
  /** Entries of the security log. */
  security: SecurityEvent[];
  /** A fresh organization with owner and keys; names are made up unless given. */
  organization(given?: Partial<NewOrganization>): Promise<CreatedOrganization>;
}

let organizations = 0;

/** The server itself cuts off what does not end, in less than half of this. */
const CLOSE_SECONDS = 15;

/** A server that does not close ends the test file with what it waited for: what it holds would keep the process. */
async function closeInTime({ services, close }: Server): Promise<void> {
  const { totalCount, idleCount, waitingCount } = services.database.pool;
  const deadline = setTimeout(() => {
    const { pool } = services.database;
    process.stderr.write(
      `The test server did not close in ${CLOSE_SECONDS} s. Connections of the write pool, total/idle/waiting: ` +
        `${totalCount}/${idleCount}/${waitingCount} before, ${pool.totalCount}/${pool.idleCount}/${pool.waitingCount} now; ` +
        `still open: ${process.getActiveResourcesInfo().join(' ')}\n`,
    );
    process.exit(1);
  }, CLOSE_SECONDS * 1000);
  try {
    await close();
  } finally {
    clearTimeout(deadline);
  }
}

/**
 * The real server on a database of its own and a free port. Every answer is checked against its declaration.
 * Closes by itself with `await using`, and fails then if anything was logged as an error.
 * @param through gives the address at which the server finds the database, where that is not its own
 */
export async function startTestServer(
  settings: Partial<Config> = {},
  through: (connectionString: string) => Promise<string> = async (own) => own,
): Promise<TestServer & AsyncDisposable> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-test-'));
  const clock = new MovableClock();
  const errors: object[] = [];
  const logged: string[] = [];
  const security: SecurityEvent[] = [];
  const log = createLog(
    { logLevel: 'info' },
    {
      write(text: string) {
        logged.push(text);
        const line = JSON.parse(text);
        if (line.level >= 50) errors.push(line);
        else if (line.security) security.push(line.security);
      },
    },
  );
  const config: Config = {
    ...readConfig({ PORT: '0', WEB: 'off' }),
    dataDir,
    rateLimits: false,
    webhookAllowInsecure: true,
    checkAnswers: true,
    ...settings,
  };
  const server = await startServer({ config, log, connectionString: await through(database.connectionString), clock });
  const facts = process.env.WATCH_FACTS ? new WatchedFacts(server.services) : undefined;
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await closeInTime(server);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    ...server,
    clock,
    connectionString: database.connectionString,
    errors,
    logged,
    security,
    organization: (given) => {
      organizations++;
      return createOrganization(server.services, {
        name: `Example Couriers ${organizations}`,
        country: 'US',
        timezone: 'America/Los_Angeles',
        ownerEmail: `owner${organizations}@couriers.example`,
        ownerName: `Olive Owner ${organizations}`,
        ownerPassword: 'correct horse battery staple',
        ...given,
      });
    },
    close,
    async [Symbol.asyncDispose]() {
      const differences = (await facts?.differences()) ?? [];
      await close();
      if (differences.length > 0) throw new Error(`facts are kept that are not true: ${differences.join('\n')}`);
      if (errors.length > 0) throw new Error(`the server logged errors: ${JSON.stringify(errors, null, 2)}`);
    },
  };
}
