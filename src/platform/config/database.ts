import { integer, url } from './readers.ts';
import type { Settings } from './setting.ts';

/** PostgreSQL: where it is, how many connections it gives, how long a statement may take. */
export const databaseSettings = {
  databaseUrl: {
    variable: 'DATABASE_URL',
    about: 'PostgreSQL 15 or later to use instead of an own one.',
    isSecret: true,
    read: databaseAddress,
  },
  databaseWriters: {
    variable: 'DATABASE_WRITERS',
    about: 'Connections to PostgreSQL for writing.',
    fallback: '16',
    read: integer(2, 1000),
  },
  databaseReaders: {
    variable: 'DATABASE_READERS',
    about: 'Connections to PostgreSQL for reading.',
    fallback: '12',
    read: integer(2, 1000),
  },
  databaseJobConnections: {
    variable: 'DATABASE_JOB_CONNECTIONS',
    about: 'Connections to PostgreSQL for background jobs.',
    fallback: '4',
    read: integer(2, 100),
  },
  databaseStatementSeconds: {
    variable: 'DATABASE_STATEMENT_SECONDS',
    about:
      'What a statement of the server may take: PostgreSQL cancels it then, and the request is answered 503. A connection that says nothing for five seconds longer is given up. Commands, migrations and backups take as long as they want.',
    fallback: '60',
    read: integer(1, 3600),
  },
  diskReserveMib: {
    variable: 'DISK_RESERVE_MIB',
    about:
      'Room that must be free on the disk of the own PostgreSQL, in MiB; with less, writes are refused. New files are refused earlier: when less than twice as much is free in `DATA_DIR`.',
    fallback: '64',
    read: integer(0, 1_000_000_000),
  },
} satisfies Settings;

/** The driver speaks to one host; with more in the address it would take the first of them, or all as one name. */
function databaseAddress(value: string): string {
  const named = /[?&]host=([^&]*)/.exec(value)?.[1] ?? /^[a-z]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(value)?.[1] ?? '';
  if (/,|%2c/i.test(named)) {
    throw new Error('names several hosts, but must name one: put a proxy or an address that moves in front of them');
  }
  return url('postgres:', 'postgresql:')(value);
}
