/**
 * A PostgreSQL for one test run: in a folder for temporary files, without the waiting for the disk that keeps data
 * over a power cut. Everything is gone afterwards.
 *
 * Run as a program it prints the connection string as one line of JSON and lives until its standard input closes,
 * which also happens when whoever started it dies.
 */

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseLog, startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';

export interface TestServer {
  connectionString: string;
  stop(): Promise<void>;
}

const quiet = () => {};
const problemsOnly: DatabaseLog = {
  info: quiet,
  debug: quiet,
  warn: (message: unknown) => process.stderr.write(`${message}\n`),
  error: (message: unknown) => process.stderr.write(`${message}\n`),
};

export async function startTestServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-tests-'));
  await chmod(folder, 0o755);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const server = await startEmbeddedPostgres({
      dataDir: join(folder, 'data'),
      log: problemsOnly,
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        autovacuum: 'off',
        // A template is copied by checkpoint and file copy; nothing else here needs a checkpoint.
        max_wal_size: '4GB',
        checkpoint_timeout: '1h',
        // Several test files at once, each with a pool or two.
        max_connections: '400',
      },
    });
    return {
      connectionString: server.connectionString,
      async stop() {
        await server.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

if (import.meta.main) {
  // Ctrl-C reaches the whole terminal; the run that started us decides when it is over.
  process.on('SIGINT', quiet);
  const server = await startTestServer();
  process.stdout.write(`${JSON.stringify({ connectionString: server.connectionString })}\n`);
  process.stdin.resume().on('end', async () => {
    await server.stop();
    process.exit();
  });
}
