import { anyText, integer, oneOf, url } from './readers.ts';
import type { Settings } from './setting.ts';

/** What operators see: the log, the metrics, the traces. */
export const observabilitySettings = {
  logLevel: {
    variable: 'LOG_LEVEL',
    about: 'Least level that is logged.',
    fallback: 'info',
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  slowMs: {
    variable: 'SLOW_MS',
    about:
      'Requests and statements that take longer, in milliseconds, are logged, statements with the plan of PostgreSQL; 0: none.',
    fallback: '1000',
    read: integer(0, 3_600_000),
  },
  metricsToken: {
    variable: 'METRICS_TOKEN',
    about: 'Bearer token that `/metrics` asks for, 16 characters or more; without one it answers this machine only.',
    isSecret: true,
    read: bearerToken,
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    about:
      'Port of its own for `/metrics`, on HOST; it is then not on PORT, and asks for a token only where one is set.',
    read: integer(0, 65535),
  },
  otlpEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about:
      'Address of a collector of traces (OpenTelemetry, OTLP over HTTP), to whose `/v1/traces` they are sent; unset, nothing is traced.',
    read: url('http:', 'https:'),
  },
  otlpHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    about: 'Headers that the collector asks for, `name=value` separated by commas, the values percent-encoded.',
    isSecret: true,
    read: headerList,
  },
  otlpServiceName: {
    variable: 'OTEL_SERVICE_NAME',
    about: 'Name of this server in traces.',
    fallback: 'hubbub',
    read: anyText,
  },
  traceShare: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    about: 'Share of requests that is traced, 0 to 1.',
    fallback: '1',
    read: share,
  },
} satisfies Settings;

function bearerToken(value: string): string {
  if (!/^[\x21-\x7e]{16,}$/.test(value)) throw new Error('must have 16 characters or more, without spaces');
  return value;
}

/** As the specification of OpenTelemetry's exporters has it: like a baggage header. */
function headerList(value: string): Record<string, string> {
  const pairs = value
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, coded] = /^([A-Za-z0-9-]+)\s*=\s*([\x21-\x7e]*)$/.exec(pair) ?? [];
      const text = name === undefined ? undefined : decodedHeader(coded!);
      if (text === undefined) throw new Error('must be name=value separated by commas, the values percent-encoded');
      return [name!.toLowerCase(), text];
    }),
  );
}

function decodedHeader(coded: string): string | undefined {
  try {
    const text = decodeURIComponent(coded);
    return /^[\x20-\x7e]*$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function share(value: string): number {
  if (!/^(0|1|0?\.\d+|1\.0+)$/.test(value)) throw new Error('must be a number from 0 to 1');
  return Number(value);
}
