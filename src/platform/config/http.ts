import { readNetworks } from '../http/client-address.ts';
import { integer, oneOf, onOff } from './readers.ts';
import type { Settings } from './setting.ts';

/** Requests: who stands in front, how many there may be, how large and how long they are. */
export const httpSettings = {
  trustedProxies: {
    variable: 'TRUSTED_PROXIES',
    about:
      'Proxies in front of Hubbub, as addresses or CIDR blocks separated by commas. Hubbub trusts their `X-Forwarded-For`, `Forwarded`, `X-Forwarded-Proto` and `X-Forwarded-Host`.',
    read: readNetworks,
  },
  strictTransportSecurity: {
    variable: 'STRICT_TRANSPORT_SECURITY',
    about:
      'Whether browsers must use HTTPS for a year (HSTS). `auto`: if PUBLIC_URL is HTTPS without a port; `on`: always; `subdomains`: also for all names below the host; `off`: never, for hosts that also serve plain HTTP.',
    fallback: 'auto',
    read: oneOf('auto', 'off', 'on', 'subdomains'),
  },
  bodyLimit: {
    variable: 'BODY_LIMIT',
    about: 'Maximum size of a request body in bytes.',
    fallback: '2097152',
    read: integer(1024, 268_435_456),
  },
  rateLimits: {
    variable: 'RATE_LIMITS',
    about: '`off` disables all rate limits (for benchmarks and tests).',
    fallback: 'on',
    read: onOff,
  },
  chatRequestsPerMinute: {
    variable: 'CHAT_REQUESTS_PER_MINUTE',
    about: 'Maximum chat requests per minute of one user, or of one address without an account.',
    fallback: '200',
    read: integer(1, 1_000_000),
  },
  dispatchRequestsPerSecond: {
    variable: 'DISPATCH_REQUESTS_PER_SECOND',
    about: 'Maximum dispatch requests per second of one organization.',
    fallback: '20',
    read: integer(1, 1_000_000),
  },
  sessionRequestsPerMinute: {
    variable: 'SESSION_REQUESTS_PER_MINUTE',
    about: "Maximum requests per minute of one person's browsers to all APIs; streams and long polls are not counted.",
    fallback: '600',
    read: integer(1, 1_000_000),
  },
  assistantCallsPerMinute: {
    variable: 'ASSISTANT_CALLS_PER_MINUTE',
    about: "Maximum tool calls per minute of one person's assistants, with all their keys together.",
    fallback: '60',
    read: integer(1, 1_000_000),
  },
  eventPollSeconds: {
    variable: 'EVENT_POLL_SECONDS',
    about: 'Seconds until a waiting event request receives a heartbeat.',
    fallback: '50',
    read: integer(1, 85),
  },
  eventQueueIdleMinutes: {
    variable: 'EVENT_QUEUE_IDLE_MINUTES',
    about: 'Minutes until an unread chat event queue expires.',
    fallback: '720',
    read: integer(1, 10_080),
  },
  eventStreamsPerPerson: {
    variable: 'EVENT_STREAMS_PER_PERSON',
    about: 'Maximum open chat event streams of one person or bot in each process.',
    fallback: '20',
    read: integer(1, 100_000),
  },
  eventStreamsPerOrganization: {
    variable: 'EVENT_STREAMS_PER_ORGANIZATION',
    about: 'Maximum open chat event streams of one organization in each process.',
    fallback: '10000',
    read: integer(1, 1_000_000),
  },
} satisfies Settings;
