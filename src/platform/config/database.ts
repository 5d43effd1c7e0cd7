import { integer, url } from './readers.ts';
import type { Settings } from './setting.ts';

/** PostgreSQL: where it is, how many connections it gives, how long a statement may take. */
export const databaseSettings = {
  databaseUrl: {
    variable: 'DATABASE_URL',
    about: 'URL of an external PostgreSQL 15 or later; unset: Hubbub runs its own.',
    isSecret: true,
    read: databaseAddress,
  },
  databaseWriters: {
    variable: 'DATABASE_WRITERS',
    about: 'Maximum number of PostgreSQL connections for writing.',
    fallback: '16',
    read: integer(2, 1000),
  },
  databaseReaders: {
    variable: 'DATABASE_READERS',
    about: 'Maximum number of PostgreSQL connections for reading.',
    fallback: '12',
    read: integer(2, 1000),
  },
  databaseJobConnections: {
    variable: 'DATABASE_JOB_CONNECTIONS',
    about: 'Maximum number of PostgreSQL connections for background jobs.',
    fallback: '4',
    read: integer(2, 100),
  },
  databaseStatementSeconds: {
    variable: 'DATABASE_STATEMENT_SECONDS',
    about:
      'Maximum seconds for one statement of the server. PostgreSQL then cancels it and the request gets status 503. A connection that stays silent for five more seconds is closed. Commands, migrations and backups have no limit.',
    fallback: '60',
    read: integer(1, 3600),
  },
  diskReserveMib: {
    variable: 'DISK_RESERVE_MIB',
    about:
      "Minimum free MiB on the disk of Hubbub's own PostgreSQL. With less, writes are refused. New files are refused when `DATA_DIR` has less than twice as much.",
    fallback: '64',
    read: integer(0, 1_000_000_000),
  },
} satisfies Settings;

/** The driver speaks to one host; with more in the address it would take the first of them, or all as one name. */
export function databaseAddress(value: string): string {
  const named = /[?&]host=([^&]*)/.exec(value)?.[1] ?? /^[a-z]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(value)?.[1] ?? '';
  if (/,|%2c/i.test(named)) {
    throw new Error('must name one host: put a proxy or a floating address in front of several');
  }
  return url('postgres:', 'postgresql:')(value);
}
