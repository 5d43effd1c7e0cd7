import { AsyncLocalStorage } from 'node:async_hooks';
import type { NewEvent } from '../db/event.ts';
import type { PreparedStatement } from '../db/sql.ts';
import type { DatabaseTracing } from '../db/statement-tracing.ts';
import type { EventLog } from '../db/tx.ts';
import { type EndedSpan, type ExporterOptions, OtlpExporter, type SpanAttributes, SpanKind } from './otlp-exporter.ts';
import { isInShare, newSpan, readTraceparent, type TraceContext, traceparentOf } from './trace-context.ts';

/** Spans of one request beside its own; a list of 10,000 steps says no more than this. */
const MAX_BELOW = 300;
const MAX_TEXT = 4000;

/** A request that is recorded, while it is under way. */
export interface RequestTrace {
  readonly context: TraceContext;
  readonly parentSpanId: string | undefined;
  readonly beganAt: number;
  left: number;
  isOver: boolean;
}

/** Data of a span at its end. */
export interface SpanEnd {
  name: string;
  attributes: SpanAttributes;
  isError: boolean;
}

const now = () => performance.timeOrigin + performance.now();

/**
 * Records one trace from a request by its statements and the events that it appends to the deliveries of those
 * (docs/decisions/0071-traces.md). Spans hold names, numbers, and statements without their values.
 */
export class Tracer implements DatabaseTracing {
  readonly #exporter: OtlpExporter;
  readonly #share: number;
  readonly #current = new AsyncLocalStorage<RequestTrace>();

  /** @param share of the traces that are recorded, 0 to 1 */
  constructor({ share, ...exporter }: ExporterOptions & { share: number }) {
    this.#exporter = new OtlpExporter(exporter);
    this.#share = share;
  }

  /** Begins a request's span, below the caller's if it names one. @returns undefined when it is not recorded */
  begin(traceparent: unknown): RequestTrace | undefined {
    const parent = readTraceparent(traceparent);
    const context = newSpan(parent?.traceId);
    if (parent?.isSampled === false || !isInShare(context, this.#share)) return undefined;
    return { context, parentSpanId: parent?.spanId, beganAt: now(), left: MAX_BELOW, isOver: false };
  }

  /** Does what belongs to a request. */
  follow(trace: RequestTrace, work: () => void): void {
    this.#current.run(trace, work);
  }

  outside(work: () => void): void {
    this.#current.exit(work);
  }

  end(trace: RequestTrace, end: SpanEnd): void {
    trace.isOver = true;
    const { context, parentSpanId, beganAt } = trace;
    this.#exporter.add({ context, parentSpanId, kind: SpanKind.server, beganAt, endedAt: now(), ...end });
  }

  /** Records a statement that has just been answered, if it belongs to a request. */
  statement({ text }: Pick<PreparedStatement, 'text'>, ms: number): void {
    this.#below(() => {
      const endedAt = now();
      const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
      return {
        context: newSpan(this.#current.getStore()!.context.traceId),
        kind: SpanKind.client,
        beganAt: endedAt - ms,
        endedAt,
        name: statement.split(' ', 1)[0]!.toUpperCase(),
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': statement },
        isError: false,
      };
    });
  }

  tracedLog(log: EventLog, organizationId: string | undefined): EventLog {
    return {
      takePosition: log.takePosition,
      nameChanges: log.nameChanges,
      appendEvents: async (tx, events) => {
        const trace = this.#current.getStore();
        const isOwn = (event: NewEvent) => event.organizationId === organizationId;
        const own = events.filter(isOwn);
        if (!trace || trace.isOver || own.length === 0) return log.appendEvents(tx, events);
        const context = newSpan(trace.context.traceId);
        const traceparent = traceparentOf(context);
        const beganAt = now();
        const appended = await log.appendEvents(
          tx,
          events.map((event) => (isOwn(event) ? { ...event, trace: traceparent } : event)),
        );
        const kinds = [...new Set(own.map(({ part, kind }) => `${part}.${kind}`))];
        const attributes = { 'hubbub.organization': organizationId!, 'hubbub.event.kinds': kinds };
        const name = own.length === 1 ? `event ${kinds[0]}` : 'events';
        const kind = SpanKind.producer;
        this.#below(() => ({ context, kind, beganAt, endedAt: now(), name, attributes, isError: false }));
        return appended;
      },
    };
  }

  /** Does what an event led to as a span below it; without a span where the event has no trace. */
  async consequence<T>(traceparent: string | null, work: () => Promise<T>, endOf: (result: T) => SpanEnd): Promise<T> {
    const parent = readTraceparent(traceparent);
    if (!parent) return work();
    const context = newSpan(parent.traceId);
    const beganAt = now();
    const result = await work();
    const kind = SpanKind.client;
    this.#exporter.add({ context, parentSpanId: parent.spanId, kind, beganAt, endedAt: now(), ...endOf(result) });
    return result;
  }

  close(): Promise<void> {
    return this.#exporter.close();
  }

  /** Adds a span below the request's, if there is one that is under way. */
  #below(make: () => Omit<EndedSpan, 'parentSpanId'>): void {
    const trace = this.#current.getStore();
    if (!trace || trace.isOver || trace.left === 0) return;
    trace.left -= 1;
    this.#exporter.add({ ...make(), parentSpanId: trace.context.spanId });
  }
}
