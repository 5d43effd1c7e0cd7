import type { RefusedFor } from '../../platform/security-log.ts';
import type { ActionContext } from './caller.ts';

/**
 * The errors of the dispatch API (spec: dispatch 7; the numbers it does not name from the public list of errors):
 * number → code, HTTP status and text.
 */
export const dispatchErrors = {
  1000: { code: 'InvalidContent', status: 400, text: 'The values of one or more parameters are invalid.' },
  1004: { code: 'InvalidContent', status: 400, text: 'A uniqueness constraint was broken.' },
  1005: { code: 'InvalidContent', status: 400, text: 'One or more parameters have an invalid data type.' },
  1008: { code: 'InvalidContent', status: 400, text: 'The webhook URL failed its validation.' },
  1009: { code: 'InvalidContent', status: 400, text: 'The time constraints are invalid.' },
  1011: { code: 'InvalidContent', status: 400, text: 'The address could not be located.' },
  1100: { code: 'InvalidCredentials', status: 401, text: 'The request is not authorized.' },
  1102: { code: 'InvalidCredentials', status: 401, text: 'The API key provided is invalid.' },
  1300: { code: 'Forbidden', status: 403, text: 'The request is outside of your permission scope.' },
  1400: { code: 'ResourceNotFound', status: 404, text: 'There is nothing at this path.' },
  1401: { code: 'MethodNotAllowed', status: 405, text: 'This method is not allowed here.' },
  1402: { code: 'ResourceNotFound', status: 404, text: 'The requested resource does not exist.' },
  // Ours: of an installation of several cells.
  1403: { code: 'MisdirectedRequest', status: 421, text: 'Another cell serves this host.' },
  1500: { code: 'PayloadTooLarge', status: 413, text: 'The request is too large.' },
  1900: { code: 'InvalidArgument', status: 400, text: 'One or more required parameters are missing or invalid.' },
  2218: { code: 'PreconditionFailedError', status: 400, text: 'There are no tasks to dispatch.' },
  // Ours: of an optimization that could not be applied (the vendor's reference says 412).
  2219: { code: 'PreconditionFailedError', status: 412, text: 'There are no tasks to assign.' },
  2300: { code: 'TooManyRequests', status: 429, text: 'Too many requests.' },
  2400: { code: 'PreconditionFailedError', status: 412, text: 'The container is locked by another request.' },
  2401: {
    code: 'PreconditionFailedError',
    status: 412,
    text: 'Somebody else has changed this in the meantime. Read it again, then retry.',
  },
  2500: { code: 'InternalError', status: 500, text: 'An unexpected error occurred on the server.' },
  2501: { code: 'ServiceUnavailable', status: 503, text: 'The server is temporarily unavailable. Try again.' },
} as const;

export type DispatchErrorNumber = keyof typeof dispatchErrors;

/** Numbers that any operation may answer with, so that no operation need declare them. */
export const commonDispatchErrors: ReadonlySet<DispatchErrorNumber> = new Set<DispatchErrorNumber>([
  1000, 1005, 1100, 1102, 1300, 1400, 1401, 1403, 1500, 1900, 2300, 2501,
]);

/** The cause of a broken uniqueness constraint (spec: dispatch 7). */
export interface DuplicateKey {
  type: 'duplicateKey';
  key: string;
  value: string;
}

/** The cause of a change that was made on the condition of another version: who was quicker, and when. */
export interface VersionMismatch {
  type: 'versionMismatch';
  object: 'task' | 'container' | 'worker' | 'team' | 'hub';
  id: string;
  /** The version that it has. */
  version: number;
  /** Milliseconds since 1970. */
  time: number;
  /** Null: nobody of the organization. The name is null for an API key and for whoever is gone. */
  by: (ActionContext & { name: string | null }) | null;
}

/** A refusal that is answered to the client. The cause is safe to show. */
export class DispatchError extends Error {
  readonly number: DispatchErrorNumber;
  readonly shown: string | DuplicateKey | VersionMismatch;
  /** Reason for the security log. */
  readonly refusedFor: RefusedFor | undefined;

  constructor(
    number: DispatchErrorNumber,
    cause: string | DuplicateKey | VersionMismatch = '',
    refusedFor: RefusedFor | undefined = number === 1300 ? 'no right' : undefined,
  ) {
    super(typeof cause === 'string' && cause ? cause : dispatchErrors[number].text);
    this.number = number;
    this.refusedFor = refusedFor;
    this.shown = cause || dispatchErrors[number].text;
  }
}

/** `InvalidContent` 1000: a parameter's value makes no sense. */
export const invalidValue = (cause: string): DispatchError => new DispatchError(1000, cause);
/** `InvalidContent` 1005: a parameter has another type than it must have. */
export const invalidType = (cause: string): DispatchError => new DispatchError(1005, cause);
/** `InvalidArgument` 1900: a required parameter is missing. */
export const missing = (cause: string): DispatchError => new DispatchError(1900, cause);
/** `ResourceNotFound` 1402. */
export const notFound = (cause: string): DispatchError => new DispatchError(1402, cause);
/** `InvalidContent` 1004. */
export const duplicate = (key: string, value: string): DispatchError =>
  new DispatchError(1004, { type: 'duplicateKey', key, value });
