import { anyText, integer, oneOf, url } from './readers.ts';
import type { Settings } from './setting.ts';

/** Settings of observability: the log, the metrics, the traces. */
export const observabilitySettings = {
  logLevel: {
    variable: 'LOG_LEVEL',
    about: 'Minimum level of log entries.',
    fallback: 'info',
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  slowMs: {
    variable: 'SLOW_MS',
    about:
      'Threshold in milliseconds above which requests and statements are logged, statements with their query plan; 0: never.',
    fallback: '1000',
    read: integer(0, 3_600_000),
  },
  timeServer: {
    variable: 'TIME_SERVER',
    about:
      'Time server (NTP) that `doctor` compares the clock with, as `host` or `host:port`; unset: only the database.',
    read: hostAndPort,
  },
  metricsToken: {
    variable: 'METRICS_TOKEN',
    about: 'Bearer token for `/metrics`, at least 16 characters; unset: only this machine can read it.',
    isSecret: true,
    read: bearerToken,
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    about:
      'Separate port for `/metrics` on HOST. It is then not served on PORT and only requires a token if one is set.',
    read: integer(0, 65535),
  },
  otlpEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about:
      'URL of a trace collector (OpenTelemetry, OTLP over HTTP); traces are sent to its `/v1/traces`; unset: no tracing.',
    read: url('http:', 'https:'),
  },
  otlpHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    about: 'Headers for the collector as `name=value`, separated by commas, with percent-encoded values.',
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
    about: 'Share of requests to trace, from 0 to 1.',
    fallback: '1',
    read: share,
  },
} satisfies Settings;

function bearerToken(value: string): string {
  if (!/^[\x21-\x7e]{16,}$/.test(value)) throw new Error('must have at least 16 characters and no spaces');
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
      if (text === undefined) throw new Error('must be name=value separated by commas, with percent-encoded values');
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

function hostAndPort(value: string): string {
  if (!/^(\[[\da-f:]+\]|[\w.-]+)(:\d{1,5})?$/i.test(value)) throw new Error('must be a host, or a host and a port');
  return value;
}
