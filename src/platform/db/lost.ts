/**
 * PostgreSQL's states for a temporary failure of a request: admin_shutdown, crash_shutdown, cannot_connect_now,
 * database_dropped (a restore), idle_session_timeout, idle_in_transaction_session_timeout (this process stalled),
 * too_many_connections.
 */
const LOST_STATES = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '53300']);
/** Connection errors of the operating system; the last two: this process cannot open more files. */
const LOST_ERRNOS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'ENFILE',
]);
/**
 * The driver's messages about a closed connection, which only differ by text; the last one is about a closed pool: a
 * request outlived the patience of a stop.
 */
const LOST_TEXTS =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed|Cannot use a pool after calling end)/;

/** An error that says more by its code than by its text. */
type CodedError = Error & { code?: string; syscall?: string };

/**
 * The connection was lost between a commit and its answer. The change may have been made, or may be made later: a commit that waits
 * for a standby goes on without whoever asked for it.
 */
export class UnknownCommit extends Error {
  constructor(cause: unknown) {
    super('the database did not confirm a commit', { cause });
  }
}

/** Whether an error means that the database, or one connection to it, is gone: trying again later is all there is to do. */
export function isDatabaseLost(error: unknown): boolean {
  if (error instanceof UnknownCommit) return true;
  const { code = '', message = '', syscall } = error as CodedError;
  // Class 08: connection exceptions.
  if (/^08...$/.test(code) || LOST_STATES.has(code) || LOST_ERRNOS.has(code)) return true;
  // The socket of our own PostgreSQL is not there while it starts.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return LOST_TEXTS.test(message);
}

/** Less room is left on the disk of the database than writing may need. */
export class DiskFull extends Error {
  constructor() {
    super('the database disk is full');
  }
}

/** disk_full: nothing can be written until there is room again. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as CodedError;
  return error instanceof DiskFull || code === '53100' || code === 'ENOSPC';
}

/** A write met a server that takes none: a standby, or a primary that has become one. */
export class ReadOnlyDatabase extends Error {
  constructor(cause: unknown) {
    super('the database accepts no writes', { cause });
  }
}

/** read_only_sql_transaction. On a connection for reading it is a mistake of the program; on one for writing it is a standby. */
export function isReadOnlyError(error: unknown): boolean {
  return (error as CodedError).code === '25006';
}
