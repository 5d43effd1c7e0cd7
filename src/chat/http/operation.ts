import type { Static, TObject, TProperties, TSchema } from 'typebox';
import type { Origin } from '../../platform/db/audit-entry.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { EventStream, StreamOptions } from '../../platform/http/event-stream.ts';
import type { IdempotentRequest } from '../../platform/http/idempotency.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { type DeclaredOperation, operationApi } from '../../platform/http/registry.ts';
import type { Services } from '../../platform/services.ts';
import type { Access, ChatCaller } from './caller.ts';
import type { ChatError, ChatErrorCode } from './errors.ts';
import type { Params, ParamValues } from './params.ts';
import type { NamedFile, ReceivedFile } from './receive-file.ts';

export { JsonText };

/** The caller, and the state of the organization by which the request was authorized. */
export type Authorized = Pick<ChatRequest, 'caller' | 'stateVersion'>;

/** Context of every handler in addition to its parameters. */
export interface ChatRequest {
  caller: ChatCaller;
  /** The state of the organization by which the caller was authorized (`OrganizationState.stateVersion`). */
  stateVersion: number;
  /** The number of this attempt: a request is handled again after `StaleState`. */
  attempt: number;
  isLastAttempt: boolean;
  /** Authorizes the caller again, when another process turns out to have changed the state. */
  reauthorize(): Promise<Authorized>;
  services: Services;
  now: Date;
  /** The caller, for what a transaction leaves in the audit log. */
  origin: Origin;
  /** Name of the client program: the part of User-Agent before the slash. */
  client: string;
  /** A signal that is aborted when the client goes away before it has its answer. */
  whenGone(): AbortSignal;
}
/** Context of `read`: queries on committed data. */
export interface ReadRequest extends ChatRequest {
  reader: Reader;
}
/** Context of `write`: a transaction that is committed when it returns. */
export interface WriteRequest extends ChatRequest {
  tx: Tx;
}
/** For handlers that bring their own transaction (or none): they keep the promise of `Idempotency-Key` themselves. */
export interface ServeRequest extends ChatRequest {
  idempotent: IdempotentRequest | undefined;
  /** Address of the caller, for limits on requests before sign-in. */
  address: string;
  /** Host that the request was sent to. */
  host: string;
  /** Every parameter that came, also unsupported ones. */
  given: ReadonlyMap<string, string>;
  /**
   * Receives the one file of a request whose operation `takesFile`; see `receiveFile`.
   * @param limitMib its largest size
   */
  receiveFile(limitMib: number): Promise<ReceivedFile>;
  /** The file that came with a request whose operation has a `fileLimitMib`; gone after the request. */
  file: NamedFile | undefined;
}

/** For a stream. It is authorized again by `reauthorize` as long as it goes on. */
export interface StreamRequest extends ChatRequest {
  /** The header `Last-Event-ID` of who comes back. */
  lastEventId: string | undefined;
}

/** A field that is `Type.Optional` may be left out. */
type Answer<Fields extends TProperties> = Static<TObject<Fields>> | JsonText;

interface Declaration<P extends Params, Fields extends TProperties> {
  method: DeclaredOperation['method'];
  path: string;
  /** Feature level of the chat API in which it appeared, when it is known. */
  since?: number;
  summary: string;
  access: Access;
  params: P;
  /** Fields of the success body beside `result` and `msg`. */
  answer: Fields;
  /** Fields of the success body that may be absent. */
  optionalAnswer?: readonly (keyof Fields & string)[];
  /** Codes that its handler may refuse with, beside those common to all operations. */
  errors?: readonly ChatErrorCode[];
  /** Isolation of `write`'s transaction: a handler that reads state and cursor together needs one snapshot. */
  snapshot?: boolean;
  /**
   * For frequent requests: it begins with the cached facts of this process, and detects by itself that another process
   * has changed them (`StaleState`, `reauthorize`). A refusal by outdated facts is not answered; the request is handled
   * again.
   * All other operations begin when this process has read every event that was committed before.
   */
  optimistic?: boolean;
  /** The body is one file: it is left to the handler (`receiveFile`), and parameters come in the query only. */
  takesFile?: boolean;
  /** The body may hold one file beside the parameters, of so many MiB at most; it is received before the handler is called. */
  fileLimitMib?: number;
  /** For a `stream`: the data schema of each event, by event name. */
  events?: Record<string, TSchema>;
  /** A long poll or a stream; it does not count for the rate limit of a browser. */
  holds?: true;
}

type Handler<R, P extends Params, Fields extends TProperties> = (
  request: R,
  params: ParamValues<P>,
) => Promise<Answer<Fields>>;

/** An error that is returned, not thrown, is the answer to what was done: the transaction commits. */
type WriteHandler<P extends Params, Fields extends TProperties> = (
  request: WriteRequest,
  params: ParamValues<P>,
) => Promise<Answer<Fields> | ChatError>;

/**
 * Exactly one of four: `read` (a reader), `write` (one transaction), `serve` (its own control), `stream` (Server-Sent Events
 * until either end closes; it throws only before it opens).
 */
type Handlers<P extends Params, Fields extends TProperties> =
  | { read: Handler<ReadRequest, P, Fields>; write?: never; serve?: never; stream?: never }
  | { write: WriteHandler<P, Fields>; read?: never; serve?: never; stream?: never }
  | { serve: Handler<ServeRequest, P, Fields>; read?: never; write?: never; stream?: never }
  | {
      holds: true;
      stream: (
        request: StreamRequest,
        params: ParamValues<P>,
        open: (options: StreamOptions) => EventStream,
      ) => Promise<void>;
      read?: never;
      write?: never;
      serve?: never;
    };

// biome-ignore lint/suspicious/noExplicitAny: an operation of any parameters and answer
export type ChatOperation<P extends Params = any, Fields extends TProperties = any> = DeclaredOperation &
  Declaration<P, Fields> &
  Handlers<P, Fields>;

/**
 * Declares an operation of the chat API. From this one object come the route, the decoding of the form, the checks
 * and their error texts, `ignored_parameters_unsupported`, the idempotency wrapper, the answer's check and the
 * OpenAPI page.
 */
export function chatOperation<const P extends Params, const Fields extends TProperties>(
  declaration: Declaration<P, Fields> & Handlers<P, Fields>,
): ChatOperation<P, Fields> {
  return { ...declaration, [operationApi]: 'chat' } as ChatOperation<P, Fields>;
}

/** Whether a declaration is one of the chat API. */
export function isChatOperation(operation: DeclaredOperation): operation is ChatOperation {
  return operation[operationApi] === 'chat';
}
