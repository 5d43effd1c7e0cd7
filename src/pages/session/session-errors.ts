import type { RefusedFor } from '../../platform/security-log.ts';

/** The errors of the session API: code → HTTP status. */
export const sessionErrors = {
  invalid_body: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  code_needed: 401,
  wrong_code: 401,
  second_factor_needed: 401,
  sign_in_expired: 401,
  deactivated: 403,
  first_run_code: 403,
  other_sign_in: 403,
  not_from_our_pages: 403,
  not_allowed: 403,
  sign_in_anew: 403,
  not_found: 404,
  no_organization: 404,
  method_not_allowed: 405,
  choose_organization: 409,
  not_possible: 409,
  too_large: 413,
  misdirected: 421,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type SessionErrorCode = keyof typeof sessionErrors;

/** Codes that any operation may answer with, so that no operation need declare them. */
export const commonSessionErrors: ReadonlySet<SessionErrorCode> = new Set<SessionErrorCode>([
  'invalid_body',
  'not_signed_in',
  'not_from_our_pages',
  'not_found',
  'no_organization',
  'method_not_allowed',
  'too_large',
  'misdirected',
  'too_many_requests',
  'internal_error',
  'unavailable',
]);

/** A refusal as a page gets it: a code, a sentence that can be shown, and what the code brings with it. */
export class SessionError extends Error {
  readonly code: SessionErrorCode;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(code: SessionErrorCode, text: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(text);
    this.code = code;
    this.extra = extra;
  }

  /** Reason for the security log. */
  get refusedFor(): RefusedFor | undefined {
    if (this.code === 'not_allowed') return 'no right';
    return this.code === 'not_from_our_pages' ? 'foreign page' : undefined;
  }

  /** HTTP status of the answer. */
  get status(): number {
    return sessionErrors[this.code];
  }
}
