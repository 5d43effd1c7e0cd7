import type { RefusedFor } from '../../platform/security-log.ts';

/** Every error code of the chat API with its HTTP status (spec: chat 7; the public list of errors). */
export const chatErrorCodes = {
  BAD_REQUEST: 400,
  REQUEST_VARIABLE_MISSING: 400,
  BAD_NARROW: 400,
  BAD_EVENT_QUEUE_ID: 400,
  STREAM_DOES_NOT_EXIST: 400,
  CHANNEL_ALREADY_EXISTS: 400,
  CANNOT_DEACTIVATE_GROUP_IN_USE: 400,
  UNAUTHORIZED_PRINCIPAL: 403,
  CSRF_FAILED: 403,
  INVITATION_FAILED: 400,
  CANNOT_DEACTIVATE_LAST_USER: 400,
  REACTION_ALREADY_EXISTS: 400,
  REACTION_DOES_NOT_EXIST: 400,
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: 400,
  EXPECTATION_MISMATCH: 400,
  INVALID_PUSH_DEVICE_TOKEN: 400,
  NO_ACTIVE_PUSH_DEVICE: 400,
  PUSH_SERVICE_NOT_CONFIGURED: 400,
  BAD_IMAGE: 400,
  REALM_UPLOAD_QUOTA: 400,
  UNAUTHORIZED: 401,
  INVALID_API_KEY: 401,
  AUTHENTICATION_FAILED: 401,
  USER_DEACTIVATED: 401,
  REALM_DEACTIVATED: 401,
  PASSWORD_AUTH_DISABLED: 401,
  NOT_FOUND: 404,
  NONEXISTENT_SUBDOMAIN: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  MISDIRECTED_REQUEST: 421,
  RATE_LIMIT_HIT: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ChatErrorCode = keyof typeof chatErrorCodes;

/** Codes that any operation may answer with, so that no operation need declare them. */
export const commonChatErrors: ReadonlySet<ChatErrorCode> = new Set<ChatErrorCode>([
  'BAD_REQUEST',
  'REQUEST_VARIABLE_MISSING',
  'UNAUTHORIZED',
  'CSRF_FAILED',
  'INVALID_API_KEY',
  'USER_DEACTIVATED',
  'NOT_FOUND',
  'NONEXISTENT_SUBDOMAIN',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'MISDIRECTED_REQUEST',
  'RATE_LIMIT_HIT',
  'SERVICE_UNAVAILABLE',
]);

const REFUSED_FOR: { [code in ChatErrorCode]?: RefusedFor } = {
  UNAUTHORIZED_PRINCIPAL: 'no right',
  CSRF_FAILED: 'foreign page',
};

/** A refusal as the client gets it: a code, a text that is safe to show, and the code's documented extra fields. */
export class ChatError extends Error {
  readonly code: ChatErrorCode;
  readonly extra: Readonly<Record<string, unknown>>;
  /** Reason for the security log. */
  readonly refusedFor: RefusedFor | undefined;

  constructor(
    code: ChatErrorCode,
    text: string,
    extra: Readonly<Record<string, unknown>> = {},
    refusedFor: RefusedFor | undefined = REFUSED_FOR[code],
  ) {
    super(text);
    this.code = code;
    this.extra = extra;
    this.refusedFor = refusedFor;
  }

  /** HTTP status of the answer. */
  get status(): number {
    return chatErrorCodes[this.code];
  }
}

/** The commonest refusal. */
export function badRequest(text: string): ChatError {
  return new ChatError('BAD_REQUEST', text);
}

/** The refusal of what the caller has no right to: to the client like any other, but the security log has it. */
export function noRight(text: string): ChatError {
  return new ChatError('BAD_REQUEST', text, {}, 'no right');
}

/** The refusal of a request that lacks a parameter. */
export function missingParam(name: string): ChatError {
  return new ChatError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name });
}

/** @param seconds until the next try, with a fraction */
export function rateLimitHit(seconds: number): ChatError {
  return new ChatError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
    'retry-after': Math.max(0.001, Math.round(seconds * 1000) / 1000),
  });
}

/** The refusal of whoever has not signed in. */
export function notLoggedIn(): ChatError {
  return new ChatError('UNAUTHORIZED', 'Not logged in: API authentication or user session required');
}
