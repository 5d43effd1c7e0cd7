import type { Static, TSchema } from 'typebox';
import type { Origin } from '../../platform/db/audit-entry.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import { type DeclaredOperation, operationApi } from '../../platform/http/registry.ts';
import type { Services } from '../../platform/services.ts';
import type { Session } from '../../platform/sessions/session.ts';
import type { Accounts } from './accounts.ts';
import type { OrganizationRole } from './organization-role.ts';
import type { SessionErrorCode } from './session-errors.ts';

/** Access to an operation: our own pages, a signed-in browser, a manager of the organization, or an owner. */
export type SessionAccess = 'anyone' | 'signedIn' | 'administrator' | 'owner';

/** Context of every handler beside the body. */
export interface SessionRequest<Caller = Session> {
  session: Caller;
  /** Looks up the signed-in person on demand, for operations open to anyone. */
  findSession(): Promise<Session | undefined>;
  /** Standing of the caller in the organization, if access depends on it. */
  organizationRole: OrganizationRole & { accounts: Accounts };
  services: Services;
  now: Date;
  /** Address of the client. */
  address: string;
  /** Host that the request was sent to. */
  host: string;
  userAgent: string | undefined;
  /** Language of the reader's pages, as a BCP 47 tag. */
  language(): string;
  /** The caller, for what a transaction leaves in the audit log; who is just signing in stands in the entry. */
  origin: Origin;
  /** Parts of the path. */
  path: Readonly<Record<string, string>>;
  /** Query parameters that the operation declares. */
  query: Readonly<Record<string, string | undefined>>;
  /** Hands the browser a cookie with the answer. */
  setCookie(header: string): void;
}

interface Declaration<A extends SessionAccess, Body extends TSchema, Answer extends TSchema> {
  method: DeclaredOperation['method'];
  /** Base path; `/api/session` by default. */
  base?: '/api/session' | '/api/first-run' | '/api/admin';
  /** Below its base; empty for itself. */
  path: string;
  summary: string;
  access: A;
  /** Names that the query may have, each with its sentence; what else stands there is ignored. */
  query?: Readonly<Record<string, string>>;
  /** Schema of the JSON body. Unknown members are ignored. */
  body?: Body;
  /** Schema of the answer; absent: 204 without a body. */
  answer?: Answer;
  errors?: readonly SessionErrorCode[];
}

type CallerOf<A extends SessionAccess> = A extends 'anyone' ? undefined : Session;

/** Exactly one of `serve` (answers once) and `stream` (Server-Sent Events until either end closes). */
type Handlers<A extends SessionAccess, Body extends TSchema, Answer extends TSchema> =
  | {
      serve: (request: SessionRequest<CallerOf<A>>, body: Static<Body>) => Promise<Static<Answer> | undefined>;
      events?: never;
      stream?: never;
    }
  | {
      holds: true;
      /** Schemas of the stream's events by their names. */
      events: Readonly<Record<string, TSchema>>;
      stream: (request: SessionRequest<CallerOf<A>>, stream: EventStream) => Promise<void>;
      serve?: never;
    };

// biome-ignore lint/suspicious/noExplicitAny: of any caller, body and answer
type Any = any;
/** Any operation of the session API. */
export type SessionOperation = DeclaredOperation &
  Declaration<SessionAccess, TSchema, TSchema> &
  Handlers<Any, Any, Any> & { base: string };

/**
 * Declares an operation of the session API, by which our own pages sign in and out: JSON in and out, the browser's cookie
 * as the only credential. Every request must come from one of our own pages.
 */
export function sessionOperation<
  const A extends SessionAccess,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(declaration: Declaration<A, Body, Answer> & Handlers<A, Body, Answer>): SessionOperation {
  const { access, errors = [] } = declaration;
  return {
    base: '/api/session',
    ...declaration,
    errors: needsOrganizationRole(access) ? ['not_allowed', ...errors] : errors,
    [operationApi]: 'session',
  } as unknown as SessionOperation;
}

/** Whether not everybody who is signed in may call it. */
export function needsOrganizationRole(access: SessionAccess): access is 'administrator' | 'owner' {
  return access === 'administrator' || access === 'owner';
}

/** Whether a declaration is one of the session API. */
export function isSessionOperation(operation: DeclaredOperation): operation is SessionOperation {
  return operation[operationApi] === 'session';
}
