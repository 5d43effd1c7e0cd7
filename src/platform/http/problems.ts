import type { FastifyRequest } from 'fastify';
import { CellDirectoryAway, CellRefusal, Misdirected } from '../cells/errors.ts';
import { TooManyGuesses } from '../credentials/failed-attempts.ts';
import { NoSlot } from '../db/fair-slots.ts';
import { isDatabaseLost, isDiskFull, ReadOnlyDatabase, UnknownCommit } from '../db/lost.ts';
import { NoRoomForFiles } from '../files/room.ts';
import { isMoved } from '../moves/is-moved.ts';
import { WrongHost } from '../organizations/hosts.ts';
import { TooManyWaiting } from '../turns.ts';
import { IdempotencyError } from './idempotency.ts';
import { operationOf } from './registry.ts';

/**
 * Meaning of an error for a client, if the operation has not expressed it in its API's terms. A `text` is safe to show.
 */
export type Problem =
  | { kind: 'malformed'; text: string }
  | { kind: 'too large' }
  | { kind: 'media type'; text: string | undefined }
  | { kind: 'too many guesses'; seconds: number }
  | { kind: 'wrong host'; text: string }
  | { kind: 'misdirected'; text: string; host: string; cell: string }
  | { kind: 'busy' }
  | { kind: 'overloaded' }
  | { kind: 'unavailable'; text: string }
  | { kind: 'unkeepable value' }
  | { kind: 'unexpected' };

/** A lock that was waited for in vain; a transaction that met others each time it was run again. */
const BUSY = new Set(['55P03', '40001', '40P01']);

/** By `statement_timeout`. */
const STATEMENT_CANCELLED = '57014';

/** The pool's message when all connections stay in use for too long; only the text identifies it. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** Seconds until it is worth trying again when the server cannot do it now. */
export const RETRY_SECONDS = 1;

/** Judges an error, and logs what an operator should know of. */
export function problemOf(error: Error, request: FastifyRequest): Problem {
  const { statusCode: status, code = '' } = error as { statusCode?: number; code?: string };
  const operation = operationOf(request)?.id;
  if (error instanceof IdempotencyError) return { kind: 'malformed', text: error.message };
  if (error instanceof Misdirected)
    return { kind: 'misdirected', text: error.message, host: error.host, cell: error.cell };
  if (error instanceof WrongHost) return { kind: 'wrong host', text: error.message };
  if (error instanceof TooManyGuesses) return { kind: 'too many guesses', seconds: error.seconds };
  if (status === 413) return { kind: 'too large' };
  if (status === 415) return { kind: 'media type', text: code === '' ? error.message : undefined };
  if (status && status >= 400 && status < 500) return { kind: 'malformed', text: error.message };
  if (BUSY.has(code)) return { kind: 'busy' };
  if (error instanceof TooManyWaiting) return { kind: 'overloaded' };
  if (error.message === NO_CONNECTION || error instanceof NoSlot) {
    request.log.warn({ operation }, 'a request did not get a database connection in time');
    return { kind: 'overloaded' };
  }
  if (code === STATEMENT_CANCELLED) {
    request.log.warn({ operation }, 'a statement took longer than DATABASE_STATEMENT_SECONDS');
    return { kind: 'overloaded' };
  }
  // Not logged: of an outage the log has one line, whatever the number of requests (`db/availability.ts`).
  if (isDiskFull(error)) return { kind: 'unavailable', text: 'The database disk is full' };
  if (error instanceof NoRoomForFiles) {
    request.log.warn({ operation }, error.message);
    return { kind: 'unavailable', text: 'The server has no space for more files' };
  }
  if (error instanceof CellDirectoryAway || error instanceof CellRefusal) {
    request.log.warn({ operation, err: error }, 'an organization could not get its address in the cell directory');
    return { kind: 'unavailable', text: 'The cell directory cannot be used' };
  }
  // Its clients come to the other cell as soon as the proxy knows; until then they ask again.
  if (isMoved(error)) return { kind: 'unavailable', text: 'The organization is moving to another server' };
  if (error instanceof UnknownCommit)
    return { kind: 'unavailable', text: 'The database did not confirm the change: it may or may not have been made' };
  if (isDatabaseLost(error)) return { kind: 'unavailable', text: 'The database cannot be reached' };
  if (error instanceof ReadOnlyDatabase) return { kind: 'unavailable', text: 'The database accepts no writes' };
  // PostgreSQL's own limits on a value that no declared limit caught (class 22) are the client's fault, not ours.
  if (/^22...$/.test(code)) {
    request.log.warn({ err: error, operation }, 'a value was refused by the database');
    return { kind: 'unkeepable value' };
  }
  request.log.error({ err: error, operation, request: request.id }, 'a request failed');
  return { kind: 'unexpected' };
}
