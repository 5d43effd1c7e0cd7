import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { Origin } from '../../platform/db/audit-entry.ts';
import type { PlainReader, Reader } from '../../platform/db/reader.ts';
import type { PlainTx, Tx } from '../../platform/db/tx.ts';
import type { SpooledFile } from '../../platform/files/spool.ts';
import type { CsvPages } from '../../platform/http/csv-pages.ts';
import type { EventStream, StreamOptions } from '../../platform/http/event-stream.ts';
import { JsonPages } from '../../platform/http/json-pages.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { type DeclaredOperation, operationApi } from '../../platform/http/registry.ts';
import type { Services } from '../../platform/services.ts';
import type { Access, DispatchCaller, KeyCaller, WorkerCaller } from './caller.ts';
import type { DispatchErrorNumber } from './errors.ts';
import type { ExpectedVersions } from './if-match.ts';

type CallerOf<A extends Access> = A extends 'apiKey' ? KeyCaller : A extends 'worker' ? WorkerCaller : undefined;
/** Whoever needs no key finds out by the request which organization it is about. */
type ReaderOf<A extends Access> = A extends 'anyone' ? PlainReader : Reader;
type TxOf<A extends Access> = A extends 'anyone' ? PlainTx : Tx;

export { JsonPages, JsonText };

/** Context of every handler in addition to its parameters. */
export interface DispatchRequest<Caller = DispatchCaller> {
  caller: Caller;
  services: Services;
  now: Date;
  /** Address of the caller. */
  address: string;
  /** Host that the request was sent to. */
  host: string;
  /** The caller, for what a transaction leaves in the audit log. */
  origin: Origin;
}

/** Additional context of a stream. */
export interface StreamRequest<Caller, ReaderOfCaller = Reader> extends DispatchRequest<Caller> {
  reader: ReaderOfCaller;
  /** The `Last-Event-ID` of who comes back. */
  lastEventId: string | undefined;
  /** Authorizes the request once more, as long as the stream goes on. */
  authorizeAgain(): Promise<Caller>;
}

/** Parts of a request that a signature may cover. */
export interface SignedRequest {
  headers: IncomingHttpHeaders;
  /** The address as it was called, with its query. */
  url: string;
  /** The body's text. */
  text: string;
  /** The fields of a form; none of any other body. */
  fields: ReadonlyMap<string, string>;
}

type Fields = Record<string, TSchema>;
type PathOf<F> = { [Name in keyof F]: string };
/** Query parameters come as text and are converted by their schema's type; all are optional unless the handler asks. */
type QueryOf<F extends Fields> = { [Name in keyof F]?: Static<F[Name]> };

/** Rare HTTP needs of an operation besides JSON in and out. */
interface Transport {
  /** Query parameter that may carry the key, for tracking apps that cannot send an `Authorization` header. */
  keyInQuery?: string;
  /** Member of a JSON body that may carry the key, for the same. */
  keyInBody?: string;
  /** Whether a body may be a form (`application/x-www-form-urlencoded`): its fields count as query parameters. */
  takesForm?: boolean;
  /** The body is a file of at most so many MiB, which `prepare` is handed. */
  takesFile?: { limitMib: number };
  /** The JSON body may have so many MiB, more than `BODY_LIMIT`; it is read once its sender is known, a few such at a time. */
  bodyMib?: number;
  /** For how long whoever asked may keep the answer; absent: not at all, to a browser. */
  cacheSeconds?: number;
  /** The answer of `read` is a table (`CsvPages`). */
  answersCsv?: true;
}

interface Declaration<
  A extends Access,
  Path extends Fields,
  Query extends Fields,
  Body extends TSchema,
  Answer extends TSchema,
> {
  method: DeclaredOperation['method'];
  path: string;
  summary: string;
  access: A;
  /** For owners alone: the super administrator, and, with a browser, whoever is an owner in chat. It only reads. */
  owners?: true;
  /** Not for administrators whose sight is limited: by it they could see, or let others see, more than they do. */
  wholeSight?: true;
  /** Parts of the path that are object IDs: another form is error 1005, without a look into the database. */
  ids?: readonly string[];
  /** Other parts of the path (a name, a phone number), as text. */
  pathParams?: Path;
  query?: Query;
  /** Schema of the JSON body. Unknown members are ignored (clients send extras). */
  body?: Body;
  /** Schema of the answer; absent: status 200 and an empty body. */
  answer?: Answer;
  /** For a `stream`: the data schema of each event, by event name. */
  events?: Record<string, TSchema>;
  errors?: readonly DispatchErrorNumber[];
  /** For a `write`: true if a request with this body only reads, so that read-only callers may send it. */
  onlyReads?: (body: unknown) => boolean;
  /** For requests signed instead of sent with a key: true if the signature is valid. Otherwise 1100 is answered. */
  isSigned?: (request: SignedRequest, services: Services) => boolean;
  transport?: Transport;
  /** Whether a header `If-Match` makes the change depend on the version of what is changed; else such a header means nothing. */
  takesIfMatch?: boolean;
}

interface Input<Path extends Fields, Query extends Fields, Body extends TSchema> {
  path: PathOf<Path> & Record<string, string>;
  query: QueryOf<Query>;
  body: Static<Body>;
  ifMatch?: ExpectedVersions;
}

type Result<Answer extends TSchema> = Promise<Static<Answer> | undefined>;
/** Additional answer of a `read`: a long list, also as the single member of an object. */
type Pages<Answer> = Answer extends readonly (infer Element)[] | Record<string, readonly (infer Element)[]>
  ? JsonPages<Element>
  : never;

/**
 * Exactly one of `read` (a reader), `write` (one transaction) and `stream` (Server-Sent Events until either end closes; it
 * throws only before it opens). `prepare` runs before the transaction, for what must
 * not be done inside one (asking a webhook's receiver or a geocoder); its result is handed to `write`.
 */
type Handlers<
  A extends Access,
  Path extends Fields,
  Query extends Fields,
  Body extends TSchema,
  Answer extends TSchema,
  Prepared,
> =
  | {
      read: (
        request: DispatchRequest<CallerOf<A>> & { reader: ReaderOf<A> },
        input: Input<Path, Query, Body>,
      ) => Result<Answer> | Promise<Pages<Static<Answer>> | JsonText | CsvPages>;
      write?: never;
      serve?: never;
      prepare?: never;
      stream?: never;
    }
  | {
      holds: true;
      stream: (
        request: StreamRequest<CallerOf<A>, ReaderOf<A>>,
        input: Input<Path, Query, Body>,
        open: (options?: StreamOptions) => EventStream,
      ) => Promise<void>;
      read?: never;
      write?: never;
      serve?: never;
      prepare?: never;
    }
  | {
      /** Its result is disposed of after the transaction if it is disposable. */
      prepare?: (
        request: DispatchRequest<CallerOf<A>> & {
          reader: ReaderOf<A>;
          /** File of an operation that `takesFile`; deleted after the request. */
          file: SpooledFile;
        },
        input: Input<Path, Query, Body>,
      ) => Promise<Prepared>;
      write: (
        request: DispatchRequest<CallerOf<A>> & { tx: TxOf<A> },
        input: Input<Path, Query, Body>,
        prepared: Prepared,
      ) => Result<Answer>;
      /**
       * Takes the requests without an `Idempotency-Key` in the place of `write`, with no transaction of its own: for
       * work that shares one with other requests.
       */
      serve?: (request: DispatchRequest<CallerOf<A>>, input: Input<Path, Query, Body>) => Result<Answer>;
      read?: never;
      stream?: never;
    };

// biome-ignore lint/suspicious/noExplicitAny: stands for any parameter, answer and caller
type Any = any;
/** Any operation of the dispatch API. */
export type DispatchOperation = DeclaredOperation &
  Declaration<Access, Fields, Fields, TSchema, TSchema> &
  Handlers<Any, Any, Any, Any, Any, Any> & { transport: Transport };

/**
 * Declares an operation of the dispatch API. From this one object come the route, the checks and their errors, the
 * idempotency wrapper, the answer's check and the OpenAPI page.
 */
export function dispatchOperation<
  const A extends Access,
  const Path extends Fields = Record<never, never>,
  const Query extends Fields = Record<never, never>,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
  Prepared = undefined,
>(
  declaration: Declaration<A, Path, Query, Body, Answer> & Handlers<A, Path, Query, Body, Answer, Prepared>,
): DispatchOperation {
  return { transport: {}, ...declaration, [operationApi]: 'dispatch' } as unknown as DispatchOperation;
}

/** Whether a declaration is one of the dispatch API. */
export function isDispatchOperation(operation: DeclaredOperation): operation is DispatchOperation {
  return operation[operationApi] === 'dispatch';
}
