import { readNetworks } from '../http/client-address.ts';
import { integer, oneOf, onOff } from './readers.ts';
import type { Settings } from './setting.ts';

/** Requests: who stands in front, how many there may be, how large and how long they are. */
export const httpSettings = {
  trustedProxies: {
    variable: 'TRUSTED_PROXIES',
    about:
      'Proxies in front of Hubbub, as addresses or CIDR blocks separated by commas: their `X-Forwarded-For`, `Forwarded`, `X-Forwarded-Proto` and `X-Forwarded-Host` say who the client is and which host it asks.',
    read: readNetworks,
  },
  strictTransportSecurity: {
    variable: 'STRICT_TRANSPORT_SECURITY',
    about:
      'Whether browsers are told to come by HTTPS alone for a year. `auto`: where PUBLIC_URL is HTTPS without a port. `on`: everywhere; `subdomains`: to all names below this one too; `off`: for when something else runs under the name by plain HTTP.',
    fallback: 'auto',
    read: oneOf('auto', 'off', 'on', 'subdomains'),
  },
  bodyLimit: {
    variable: 'BODY_LIMIT',
    about: 'Largest request body in bytes.',
    fallback: '2097152',
    read: integer(1024, 268_435_456),
  },
  rateLimits: {
    variable: 'RATE_LIMITS',
    about: '`off` lifts every rate limit (for benchmarks and checks).',
    fallback: 'on',
    read: onOff,
  },
  chatRequestsPerMinute: {
    variable: 'CHAT_REQUESTS_PER_MINUTE',
    about: 'Chat requests of one user, or from one address without an account, in a minute.',
    fallback: '200',
    read: integer(1, 1_000_000),
  },
  dispatchRequestsPerSecond: {
    variable: 'DISPATCH_REQUESTS_PER_SECOND',
    about: 'Dispatch requests of one organization in a second.',
    fallback: '20',
    read: integer(1, 1_000_000),
  },
  sessionRequestsPerMinute: {
    variable: 'SESSION_REQUESTS_PER_MINUTE',
    about:
      "Requests of one person's browsers in a minute, to all APIs together; streams and long polls are not counted.",
    fallback: '600',
    read: integer(1, 1_000_000),
  },
  eventPollSeconds: {
    variable: 'EVENT_POLL_SECONDS',
    about: 'Seconds until a waiting event request gets a heartbeat.',
    fallback: '50',
    read: integer(1, 85),
  },
  eventQueueIdleMinutes: {
    variable: 'EVENT_QUEUE_IDLE_MINUTES',
    about: 'Minutes that an unread chat event queue is kept.',
    fallback: '720',
    read: integer(1, 10_080),
  },
} satisfies Settings;
