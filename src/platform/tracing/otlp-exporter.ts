import type { Logger } from 'pino';
import { endsWithin } from '../ends-within.ts';
import { sendRequest } from '../http-client/request.ts';
import { VERSION } from '../version.ts';
import type { TraceContext } from './trace-context.ts';

/** Attributes of a span: names and numbers of the program, never user input. */
export type SpanAttributes = Record<string, string | number | readonly string[]>;

/** Numbers of the protocol. */
export const SpanKind = { server: 2, client: 3, producer: 4 } as const;

/** A span that has ended; times are milliseconds since 1970. */
export interface EndedSpan {
  context: TraceContext;
  parentSpanId: string | undefined;
  name: string;
  kind: (typeof SpanKind)[keyof typeof SpanKind];
  beganAt: number;
  endedAt: number;
  attributes: SpanAttributes;
  isError: boolean;
}

const GATHER_MS = 1000;
const MAX_BATCH = 500;
/** Spans that wait for a collector that is slow or away; further ones are dropped. */
const MAX_WAITING = 4000;
const TIMEOUT_MS = 10_000;
/** Maximum time for the last export at a stop. */
const LAST_MS = 300;
/** Between two lines about a collector that takes nothing. */
const SILENCE_MS = 60_000;
const MAX_ANSWER = 4096;

/** Destination of spans. */
export interface ExporterOptions {
  /** The collector's address; spans go to `/v1/traces` below it. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  log: Logger;
}

/**
 * Sends spans to a collector by OTLP (JSON over HTTP), many in a request and one request at a time. Nobody waits for it: what a
 * collector does not take in time is dropped, and said in the log.
 */
export class OtlpExporter {
  readonly #options: ExporterOptions;
  #waiting: EndedSpan[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #loggedAt = Number.NEGATIVE_INFINITY;
  readonly #closing = new AbortController();

  constructor(options: ExporterOptions) {
    this.#options = options;
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= MAX_WAITING || this.#closing.signal.aborted) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    this.#timer ??= setTimeout(() => this.#run(), GATHER_MS).unref();
  }

  /** Sends what is left, unless that takes long. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await endsWithin(
      LAST_MS,
      (async () => {
        await this.#sending;
        while (this.#waiting.length > 0 && !this.#closing.signal.aborted) await this.#send();
      })(),
    );
    this.#closing.abort();
  }

  #run(): void {
    this.#sending ??= this.#send().then((isTaken) => {
      this.#sending = undefined;
      this.#timer = undefined;
      if (this.#waiting.length === 0 || this.#closing.signal.aborted) return;
      // A full request is sent at once.
      if (isTaken && this.#waiting.length >= MAX_BATCH) this.#run();
      else this.#timer = setTimeout(() => this.#run(), GATHER_MS).unref();
    });
  }

  /** @returns whether the collector took them */
  async #send(): Promise<boolean> {
    const { endpoint, headers } = this.#options;
    const spans = this.#waiting.splice(0, MAX_BATCH);
    let reason: string;
    try {
      const { status } = await sendRequest({
        url: new URL(`${endpoint.replace(/\/$/, '')}/v1/traces`),
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(this.#requestOf(spans)),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER,
        longer: 'cut',
        // The operator's own choice, and most collectors are neighbours.
        allowInsecure: true,
        signal: this.#closing.signal,
      });
      if (status >= 200 && status < 300) {
        this.#logDropped('spans arrived faster than they were sent');
        return true;
      }
      reason = `it answered ${status}`;
    } catch (error) {
      reason = (error as Error).message;
    }
    this.#dropped += spans.length;
    this.#logDropped(reason);
    return false;
  }

  #logDropped(reason: string): void {
    if (this.#dropped === 0 || this.#closing.signal.aborted) return;
    if (performance.now() - this.#loggedAt < SILENCE_MS) return;
    this.#loggedAt = performance.now();
    this.#options.log.warn({ reason, dropped: this.#dropped }, 'the trace collector cannot keep up; spans are dropped');
    this.#dropped = 0;
  }

  #requestOf(spans: readonly EndedSpan[]): object {
    const resource = { 'service.name': this.#options.serviceName, 'service.version': VERSION };
    return {
      resourceSpans: [
        {
          resource: { attributes: attributesOf(resource) },
          scopeSpans: [{ scope: { name: 'hubbub', version: VERSION }, spans: spans.map(toOtlp) }],
        },
      ],
    };
  }
}

function toOtlp({ context, parentSpanId, name, kind, beganAt, endedAt, attributes, isError }: EndedSpan): object {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(beganAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(attributes),
    status: isError ? { code: 2 } : {},
  };
}

/** As text, since no number of JSON holds it. */
const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n);

const attributesOf = (attributes: SpanAttributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));

function otlpValue(value: SpanAttributes[string]): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
}
