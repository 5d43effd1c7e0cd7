import { randomBytes } from 'node:crypto';

/** A span's place in a trace, as `traceparent` says it (W3C Trace Context, 3.2). */
export interface TraceContext {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;

/** @returns undefined for what is no `traceparent`: it is as if there were none (W3C Trace Context, 4.2) */
export function readTraceparent(given: unknown): TraceContext | undefined {
  const parts = typeof given === 'string' ? TRACEPARENT.exec(given) : null;
  if (!parts) return undefined;
  const [, version, traceId, spanId, flags, further] = parts as unknown as [
    string,
    string,
    string,
    string,
    string,
    string?,
  ];
  if (version === 'ff' || (version === '00' && further !== undefined)) return undefined;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** A span of a trace that is recorded. */
export function newSpan(traceId = randomBytes(16).toString('hex')): TraceContext {
  return { traceId, spanId: randomBytes(8).toString('hex'), isSampled: true };
}

/** Whether a trace is among the share that is recorded: the same in every process, by the last bits, which are random. */
export function isInShare({ traceId }: Pick<TraceContext, 'traceId'>, share: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < share * 2 ** 32;
}
