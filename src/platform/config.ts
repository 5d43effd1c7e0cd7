import { createPrivateKey } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { type BlockList, isIP } from 'node:net';
import { readNetworks } from './http/client-address.ts';
import { similarSetting } from './near-misses.ts';
import { type OpenIdProvider, readOpenIdProviders } from './openid/provider.ts';
import type { ApnsAccount } from './outbound/push/apns.ts';
import type { FcmAccount } from './outbound/push/fcm.ts';
import type { VapidAccount } from './outbound/push/web-push.ts';

/** How the program is set up. Every setting is read here, once, from what `main.ts` passes in. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Undefined: Hubbub starts its own PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /** Connections of this process for writing, for reading, and for background jobs. */
  databaseWriters: number;
  databaseReaders: number;
  databaseJobConnections: number;
  /** Seconds that a statement of the server may take. */
  databaseStatementSeconds: number;
  /** MiB that all stores in memory may take together. */
  cacheMb: number;
  /** MiB that must be free where the own PostgreSQL keeps its files, or writes are refused. */
  diskReserveMib: number;
  /** Where people reach this server; without a slash at the end. Undefined: `http://HOST:PORT`. */
  publicUrl: string | undefined;
  /** Whether each organization has a host of its own: its address before the host of `publicUrl`, or a domain. */
  organizationAddresses: boolean;
  /** Requests and statements that take longer are logged; 0: none is. */
  slowMs: number;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  rateLimits: boolean;
  /** Whether organizations may have channels that are read without an account. */
  webPublicChannels: boolean;
  /** Chat requests per user and minute. */
  chatRequestsPerMinute: number;
  /** Dispatch requests per organization and second. */
  dispatchRequestsPerSecond: number;
  /** Wrong credentials per address and minute before the answer is 429. */
  failedSignInsPerMinute: number;
  /** Sign-ins that wait for their password to be looked at; more are refused. */
  signInsWaiting: number;
  /** Requests of one person's browsers in a minute. */
  sessionRequestsPerMinute: number;
  /** Days that a browser stays signed in at most, however much it is used. */
  sessionDays: number;
  /** Who signs people in beside the password. */
  openIdProviders: readonly OpenIdProvider[];
  /** Proxies whose word on the client's address is taken; undefined: none. */
  trustedProxies: BlockList | undefined;
  /** Whether the built pages are served. */
  web: boolean;
  /** Whether `/docs` and the OpenAPI documents are served. */
  docs: boolean;
  /** What `/metrics` asks for as Bearer token; undefined: it answers this machine only, or on a port of its own. */
  metricsToken: string | undefined;
  metricsPort: number | undefined;
  /** What says which version is the newest; undefined: nobody is asked. */
  releasesUrl: string | undefined;
  /** Where traces are sent (OTLP); undefined: nothing is traced. */
  otlpEndpoint: string | undefined;
  otlpHeaders: Record<string, string>;
  otlpServiceName: string;
  /** The share of requests that is traced, 0 to 1. */
  traceShare: number;
  /** A `mailto:` or `https:` address; undefined: there is no `security.txt`. */
  securityContact: string | undefined;
  webhookAllowInsecure: boolean;
  /** Hosts that what people name may be at, `*.example.com` for all below one; undefined: any public one. */
  outgoingHosts: readonly string[] | undefined;
  /** Extra header names that carry the webhook signature beside `X-Service-Signature`. */
  webhookSignatureHeaders: string[];
  /** Who is asked for the place of an address, and where; `off`: only what is built in and imported. */
  geocoder: 'off' | 'photon' | 'nominatim';
  geocoderUrl: string | undefined;
  /** Who is asked for times by road, and where; `off`: the embedded model alone. */
  router: 'off' | 'osrm' | 'valhalla';
  routerUrl: string | undefined;
  vroomUrl: string | undefined;
  /** A file of map tiles (PMTiles) with streets; undefined: maps show outlines of countries. */
  mapFile: string | undefined;
  /** The least precision of a place that is accepted; undefined: as good as the sources of addresses allow. */
  geocoderMinPrecision: 'address' | 'street' | 'postalCode' | 'city' | 'region' | undefined;
  /** Seconds that a waiting `GET /events` is held before a heartbeat. */
  eventPollSeconds: number;
  /** Minutes that a chat event queue lives without being read, unless its client asked for more. */
  eventQueueIdleMinutes: number;
  /** Largest request body, in bytes. */
  bodyLimit: number;
  /** Where files are kept: below `dataDir`, or in a bucket. */
  fileStore: 'folder' | 's3';
  s3Bucket: string | undefined;
  s3Region: string;
  /** Undefined: Amazon's own. */
  s3Endpoint: string | undefined;
  s3AccessKeyId: string | undefined;
  s3SecretAccessKey: string | undefined;
  /** Largest file that is uploaded in one request, in MiB. */
  uploadLimitMib: number;
  /** Largest file that is uploaded in parts, in MiB. */
  resumableUploadLimitMib: number;
  /** All files of an organization, in MiB; 0: no limit. */
  uploadQuotaMib: number;
  /** Whether messages show pictures from elsewhere, which this server fetches. */
  pictureProxy: boolean;
  /** Whether pages that messages link to are asked what they are. */
  sitePreviews: boolean;
  /** `host:port` or the socket's path of the virus scanner that sees every upload. */
  clamdAddress: string | undefined;
  /** Who sends SMS; `stored`: they stay in the outbox. */
  smsProvider: 'stored' | 'twilio' | 'vonage';
  /** Undefined: the provider's own address. */
  smsUrl: string | undefined;
  /** The account's SID (Twilio) or API key (Vonage), its secret, and what signs the provider's own requests (Vonage). */
  smsAccount: string | undefined;
  smsSecret: string | undefined;
  smsSignatureSecret: string | undefined;
  /** The number that organizations without one of their own share. */
  smsFrom: string | undefined;
  /** SMS of one organization in a day at most. */
  smsPerDay: number;
  /** Days that the audit log is kept. */
  auditDays: number;
  /** Days that changes of duty and shifts of workers are kept. */
  dutyDays: number;
  /** Days that exports of the chat are kept. */
  exportDays: number;
  /** Undefined: e-mails stay in the outbox. */
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Who pushes to iOS devices; undefined: nobody. */
  apns: ApnsAccount | undefined;
  /** Who pushes to Android devices; undefined: nobody. */
  fcmAccount: FcmAccount | undefined;
  fcmUrl: string;
  /** By what push services of browsers know this server; undefined: nobody is told by them. */
  webPush: VapidAccount | undefined;
  /** The private key (X25519) that apps encrypt their push tokens for. */
  pushRegistrationKey: Buffer | undefined;
  /** The domain of addresses at which e-mail becomes messages. Undefined: there are none. */
  mailDomain: string | undefined;
  /** Where the program listens for mail that another mail server brings; undefined: nowhere. */
  incomingMailUrl: string | undefined;
  /** Hex of the 32-byte key that seals secrets in the database. Undefined: a key file in `dataDir`. */
  secretKey: string | undefined;
  /** Recipients (age) that backups are encrypted for; none: they are not. */
  backupRecipients: readonly string[];
  /** Where backups are made by themselves; undefined: none are. */
  backupFolder: string | undefined;
  backupEveryHours: number;
  /** How many of those are kept. */
  backupKeep: number;
  /** Where what is written between backups is kept; both undefined: nowhere. */
  archiveFolder: string | undefined;
  archiveBucket: string | undefined;
  /** From one piece of it to the next. */
  archiveSeconds: number;
  archiveDays: number;
  /** What of the database's log may wait for the archive. */
  archiveWaitMib: number;
  /** Minutes that an invitation holds unless it says otherwise. */
  invitationMinutes: number;
  /** Hours after completion until a task's tracking page is gone. */
  trackingHours: number;
  /** Most stops before a task at which its tracking page shows where the worker is. */
  trackingStops: number;
  /** Whether browsers are told to come by HTTPS alone. */
  strictTransportSecurity: 'auto' | 'off' | 'on' | 'subdomains';
  /** For benchmarks: what is left out. */
  without: ReadonlySet<Mechanism>;
  /** Whether every answer is checked against its declared schema; a wrong one is then an error. For tests. */
  checkAnswers: boolean;
}

/** What makes fetching quicker and can be left out without another answer. */
export const MECHANISMS = ['read-marks', 'first-unread', 'flag-index', 'optimistic'] as const;
type Mechanism = (typeof MECHANISMS)[number];

interface Setting<T> {
  /** For the documentation: what it does. */
  about: string;
  fallback: string | undefined;
  read(text: string): T;
}

/** The sentence that stops the start: which setting, what is wrong with it. */
export class ConfigError extends Error {}

function oneOf<T extends string>(...allowed: T[]): (text: string) => T {
  return (text) => {
    if (!(allowed as string[]).includes(text)) throw new Error(`must be one of ${allowed.join(', ')}`);
    return text as T;
  };
}

function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new Error(`must be a whole number from ${least} to ${most}`);
    return value;
  };
}

function url(...protocols: string[]): (text: string) => string {
  return (text) => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(`must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return text.replace(/\/+$/, '');
  };
}

/** As RFC 9116 has it, on one line. */
function contact(text: string): string {
  if (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text)) return text;
  throw new Error('must be an address that starts with mailto: or https://');
}

/** The driver speaks to one host; with more in the address it would take the first of them, or all as one name. */
function databaseUrl(value: string): string {
  const named = /[?&]host=([^&]*)/.exec(value)?.[1] ?? /^[a-z]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(value)?.[1] ?? '';
  if (/,|%2c/i.test(named)) {
    throw new Error('names several hosts, but must name one: put a proxy or an address that moves in front of them');
  }
  return url('postgres:', 'postgresql:')(value);
}

const text = (value: string) => value;
const onOff = (value: string) => oneOf('on', 'off')(value) === 'on';
function mechanisms(value: string): ReadonlySet<Mechanism> {
  return new Set(value === 'none' ? [] : value.split(',').map(oneOf(...MECHANISMS)));
}

const trueFalse = (value: string) => oneOf('true', 'false')(value) === 'true';

function list(value: string): string[] {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.some((name) => !/^[A-Za-z0-9-]+$/.test(name))) throw new Error('must be header names separated by commas');
  return names;
}

function hosts(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$|^[0-9a-f:]+$/.test(name)))
    throw new Error('must be names of hosts separated by commas, such as hooks.example.com or *.example.com');
  return names;
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

function bearerToken(value: string): string {
  if (!/^[\x21-\x7e]{16,}$/.test(value)) throw new Error('must have 16 characters or more, without spaces');
  return value;
}

function phoneNumber(value: string): string {
  if (!/^\+[1-9]\d{5,14}$/.test(value)) throw new Error('must be a phone number in the form +14155550100');
  return value;
}

function mailAddress(value: string): string {
  if (!/^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(value))
    throw new Error('must be an e-mail address, or a name and an address in angle brackets');
  return value;
}

function domain(value: string): string {
  if (!/^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(value))
    throw new Error('must be the name of a domain');
  return value;
}

function hexKey(value: string): string {
  if (!/^[0-9a-f]{64}$/i.test(value)) throw new Error('must be 64 hexadecimal digits (32 bytes)');
  return value;
}

function hexKeys(value: string): string {
  for (const key of value.split(',')) hexKey(key.trim());
  return value;
}

function ageRecipients(value: string): string[] {
  const recipients = value.split(',').map((recipient) => recipient.trim());
  if (!recipients.every((recipient) => /^age1[02-9ac-hj-np-z]+$/.test(recipient)))
    throw new Error('must be public keys of age, such as age1…, separated by commas');
  return recipients;
}

/** A private key on the curve of VAPID. */
function vapidKey(value: string): string {
  if (Buffer.from(value, 'base64url').length !== 32) throw new Error('must be 32 bytes in base64url');
  return value;
}

/** The key that Apple gives out as a file, `AuthKey_….p8`. */
function apnsKeyFile(file: string): string {
  const text = readOwnFile(file);
  let curve: string | undefined;
  try {
    curve = createPrivateKey(text).asymmetricKeyDetails?.namedCurve;
  } catch {
    curve = undefined;
  }
  if (curve !== 'prime256v1') throw new Error('must be the file of a private key for ES256, as Apple gives it out');
  return text;
}

/** The file of a service account, as Google gives it out. */
function serviceAccountFile(file: string): FcmAccount {
  let account: FcmAccount;
  try {
    account = JSON.parse(readOwnFile(file)) as FcmAccount;
    createPrivateKey(account.private_key);
  } catch {
    throw new Error('must be the JSON file of a Google service account');
  }
  const names = ['project_id', 'client_email', 'token_uri'] as const;
  if (names.some((name) => typeof account[name] !== 'string') || !URL.canParse(account.token_uri))
    throw new Error('must be the JSON file of a Google service account');
  return account;
}

/** The head says what it is (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
function mapFile(file: string): string {
  let head = Buffer.alloc(127);
  try {
    const opened = openSync(file, 'r');
    head = head.subarray(0, readSync(opened, head));
    closeSync(opened);
  } catch {
    throw new Error('must be the path of a file that can be read');
  }
  const isVector =
    head.length === 127 && head.toString('latin1', 0, 7) === 'PMTiles' && head[7] === 3 && head[99] === 1;
  if (!isVector) throw new Error('must be the path of a PMTiles file (version 3) of vector tiles');
  return file;
}

function readOwnFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error('must be the path of a file that can be read');
  }
}

/** Every setting: its environment variable, default and meaning. `docs/operators.md` shows this table. */
export const settings = {
  PORT: { about: 'Port to listen on; 0 takes a free one.', fallback: '9800', read: integer(0, 65535) },
  HOST: { about: 'Address to listen on.', fallback: '127.0.0.1', read: text },
  DATA_DIR: { about: 'Folder of everything Hubbub keeps.', fallback: './data', read: text },
  DATABASE_URL: {
    about: 'PostgreSQL 15 or later to use instead of an own one.',
    fallback: undefined,
    read: databaseUrl,
  },
  DATABASE_WRITERS: { about: 'Connections to PostgreSQL for writing.', fallback: '16', read: integer(2, 1000) },
  DATABASE_READERS: { about: 'Connections to PostgreSQL for reading.', fallback: '12', read: integer(2, 1000) },
  DATABASE_JOB_CONNECTIONS: {
    about: 'Connections to PostgreSQL for background jobs.',
    fallback: '4',
    read: integer(2, 100),
  },
  DATABASE_STATEMENT_SECONDS: {
    about:
      'What a statement of the server may take: PostgreSQL cancels it then, and the request is answered 503. A connection that says nothing for five seconds longer is given up. Commands, migrations and backups take as long as they want.',
    fallback: '60',
    read: integer(1, 3600),
  },
  CACHE_MB: {
    about: 'Memory for what is kept so as not to be asked for again, in MiB.',
    fallback: '384',
    read: integer(16, 1_000_000),
  },
  DISK_RESERVE_MIB: {
    about:
      'Room that must be free on the disk of the own PostgreSQL, in MiB; with less, writes are refused. New files are refused earlier: when less than twice as much is free in `DATA_DIR`.',
    fallback: '64',
    read: integer(0, 1_000_000_000),
  },
  PUBLIC_URL: { about: 'Where people reach this server.', fallback: undefined, read: url('http:', 'https:') },
  ORGANIZATION_ADDRESSES: {
    about:
      '`on`: each organization has a host of its own, its address before the host of `PUBLIC_URL`. Needs a wildcard name, and for HTTPS a wildcard certificate.',
    fallback: 'off',
    read: onOff,
  },
  SLOW_MS: {
    about:
      'Requests and statements that take longer, in milliseconds, are logged, statements with the plan of PostgreSQL; 0: none.',
    fallback: '1000',
    read: integer(0, 3_600_000),
  },
  LOG_LEVEL: {
    about: 'Least level that is logged.',
    fallback: 'info',
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  },
  RATE_LIMITS: { about: '`off` lifts every rate limit (for benchmarks and checks).', fallback: 'on', read: onOff },
  WEB_PUBLIC_CHANNELS: {
    about:
      '`off`: no organization of this server has channels that are read without an account, whatever it has set itself.',
    fallback: 'on',
    read: onOff,
  },
  CHAT_REQUESTS_PER_MINUTE: {
    about: 'Chat requests of one user, or from one address without an account, in a minute.',
    fallback: '200',
    read: integer(1, 1_000_000),
  },
  DISPATCH_REQUESTS_PER_SECOND: {
    about: 'Dispatch requests of one organization in a second.',
    fallback: '20',
    read: integer(1, 1_000_000),
  },
  FAILED_SIGN_INS_PER_MINUTE: {
    about: 'Wrong credentials from one address in a minute.',
    fallback: '30',
    read: integer(1, 1_000_000),
  },
  SIGN_INS_WAITING: {
    about: 'Sign-ins that may wait for their password to be looked at; more are answered 503.',
    fallback: '500',
    read: integer(1, 100_000),
  },
  SESSION_REQUESTS_PER_MINUTE: {
    about:
      "Requests of one person's browsers in a minute, to all APIs together; streams and long polls are not counted.",
    fallback: '600',
    read: integer(1, 1_000_000),
  },
  SESSION_DAYS: {
    about:
      'Days after which a browser has to sign in anew, however much it is used: in its first pause of four hours, so not in the middle of a shift, and a day later at the latest.',
    fallback: '90',
    read: integer(1, 36_500),
  },
  OPENID_PROVIDERS: {
    about:
      'Providers by which people sign in (OpenID Connect), a JSON array of `{name, label, issuer, clientId, clientSecret, organization, secondFactor}`, the last two optional.',
    fallback: undefined,
    read: readOpenIdProviders,
  },
  OPENID_PROVIDERS_FILE: {
    about: 'File that holds the same; it has secrets, so only Hubbub should read it.',
    fallback: undefined,
    read: (file: string) => readOpenIdProviders(readOwnFile(file)),
  },
  TRUSTED_PROXIES: {
    about:
      'Proxies in front of Hubbub, as addresses or CIDR blocks separated by commas: their `X-Forwarded-For`, `Forwarded`, `X-Forwarded-Proto` and `X-Forwarded-Host` say who the client is and which host it asks.',
    fallback: undefined,
    read: readNetworks,
  },
  WEB: {
    about:
      '`off` serves the APIs and the pages that the server writes itself (signing in, setting up), without the apps, and `npm start` builds none.',
    fallback: 'on',
    read: onOff,
  },
  DOCS: { about: '`off` serves neither `/docs` nor the OpenAPI documents.', fallback: 'on', read: onOff },
  METRICS_TOKEN: {
    about: 'Bearer token that `/metrics` asks for, 16 characters or more; without one it answers this machine only.',
    fallback: undefined,
    read: bearerToken,
  },
  SECURITY_CONTACT: {
    about:
      'Where somebody tells of a weakness (`mailto:` or `https:`), for `/.well-known/security.txt`; without one there is none.',
    fallback: undefined,
    read: contact,
  },
  METRICS_PORT: {
    about:
      'Port of its own for `/metrics`, on HOST; it is then not on PORT, and asks for a token only where one is set.',
    fallback: undefined,
    read: integer(0, 65535),
  },
  RELEASES_URL: {
    about:
      'Address that says which version is the newest, as JSON with `version` or `tag_name`; asked once a day. Unset, nobody is asked.',
    fallback: undefined,
    read: url('http:', 'https:'),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    about:
      'Address of a collector of traces (OpenTelemetry, OTLP over HTTP), to whose `/v1/traces` they are sent; unset, nothing is traced.',
    fallback: undefined,
    read: url('http:', 'https:'),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    about: 'Headers that the collector asks for, `name=value` separated by commas, the values percent-encoded.',
    fallback: undefined,
    read: headerList,
  },
  OTEL_SERVICE_NAME: { about: 'Name of this server in traces.', fallback: 'hubbub', read: text },
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'Share of requests that is traced, 0 to 1.',
    fallback: '1',
    read: share,
  },
  WEBHOOK_ALLOW_INSECURE: {
    about: '`true` allows plain HTTP and private addresses as webhook receivers.',
    fallback: 'false',
    read: trueFalse,
  },
  OUTGOING_HOSTS: {
    about:
      'Hosts that this server asks for people, separated by commas, `*.example.com` for all below one: receivers of webhooks, services of bots, pictures and previews of other sites, push services of browsers. Unset, any public host.',
    fallback: undefined,
    read: hosts,
  },
  WEBHOOK_SIGNATURE_HEADERS: {
    about: 'Headers that repeat the webhook signature.',
    fallback: 'X-Onfleet-Signature',
    read: list,
  },
  GEOCODER: {
    about: 'Form of the geocoder that is asked for addresses; `off` asks nobody outside.',
    fallback: 'off',
    read: oneOf('off', 'photon', 'nominatim'),
  },
  GEOCODER_URL: {
    about:
      'Address of that geocoder, without the path of its search; `https://user:password@…` where it asks for them.',
    fallback: undefined,
    read: url('http:', 'https:'),
  },
  ROUTER: {
    about: 'Form of the router that is asked for travel times by road; `off` estimates by straight lines.',
    fallback: 'off',
    read: oneOf('off', 'osrm', 'valhalla'),
  },
  ROUTER_URL: {
    about: 'Address of that router; with `user:password@` where it asks for them.',
    fallback: undefined,
    read: url('http:', 'https:'),
  },
  VROOM_URL: {
    about:
      "Address of a VROOM server that plans teams' routes, with `user:password@` where it asks for them; unset, or when it does not answer, the embedded solver does.",
    fallback: undefined,
    read: url('http:', 'https:'),
  },
  MAP_FILE: {
    about:
      'Path of a map with streets, a file of vector tiles (PMTiles, version 3); unset, maps show coasts, borders and towns only.',
    fallback: undefined,
    read: mapFile,
  },
  GEOCODER_MIN_PRECISION: {
    about:
      'Least precision of a place that is accepted for an address: `address`, `street`, `postalCode`, `city` or `region`; unset, `street` with a geocoder or imported addresses of the country, else `city`.',
    fallback: undefined,
    read: oneOf('address', 'street', 'postalCode', 'city', 'region'),
  },
  EVENT_POLL_SECONDS: {
    about: 'Seconds until a waiting event request gets a heartbeat.',
    fallback: '50',
    read: integer(1, 85),
  },
  EVENT_QUEUE_IDLE_MINUTES: {
    about: 'Minutes that an unread chat event queue is kept.',
    fallback: '720',
    read: integer(1, 10_080),
  },
  BODY_LIMIT: { about: 'Largest request body in bytes.', fallback: '2097152', read: integer(1024, 268_435_456) },
  FILE_STORE: {
    about: 'Where files are kept: `folder` (in DATA_DIR) or `s3`.',
    fallback: 'folder',
    read: oneOf('folder', 's3'),
  },
  S3_BUCKET: { about: 'Bucket of the S3-compatible store.', fallback: undefined, read: text },
  S3_REGION: { about: 'Region of the bucket.', fallback: 'us-east-1', read: text },
  S3_ENDPOINT: {
    about: "Address of an S3-compatible store other than Amazon's.",
    fallback: undefined,
    read: url('http:', 'https:'),
  },
  S3_ACCESS_KEY_ID: {
    about: "Key of the store; without it, Amazon's usual places are looked at.",
    fallback: undefined,
    read: text,
  },
  S3_SECRET_ACCESS_KEY: { about: 'Secret of that key.', fallback: undefined, read: text },
  UPLOAD_LIMIT_MIB: { about: 'Largest file of one upload request in MiB.', fallback: '25', read: integer(1, 1024) },
  UPLOAD_RESUMABLE_LIMIT_MIB: {
    about: 'Largest file that is uploaded in parts, in MiB.',
    fallback: '1024',
    read: integer(1, 102_400),
  },
  UPLOAD_QUOTA_MIB: {
    about: 'All files of an organization in MiB; 0 is no limit. Unfinished uploads in parts take half of it at most.',
    fallback: '10240',
    read: integer(0, 1_000_000_000),
  },
  PICTURE_PROXY: {
    about:
      '`off` shows pictures from elsewhere as links; else this server fetches them for whoever looks, once, from public hosts by HTTPS.',
    fallback: 'on',
    read: onOff,
  },
  SITE_PREVIEWS: {
    about: '`on` asks pages that messages link to for their title and picture, and shows them; needs PICTURE_PROXY.',
    fallback: 'off',
    read: onOff,
  },
  CLAMD_ADDRESS: {
    about:
      'Virus scanner (clamd) that sees every upload: the path of its socket, or `host:port` (it knows no credentials, so let nobody else reach that).',
    fallback: undefined,
    read: text,
  },
  SMS_PROVIDER: {
    about: 'Who sends SMS: `twilio`, `vonage` (Messages API), or `stored`: they are only kept, see `hubbub outbox`.',
    fallback: 'stored',
    read: oneOf('stored', 'twilio', 'vonage'),
  },
  SMS_URL: {
    about: 'Address of an SMS provider other than Twilio or Vonage that speaks the same.',
    fallback: undefined,
    read: url('http:', 'https:'),
  },
  SMS_ACCOUNT: { about: "Twilio's account SID, or Vonage's API key.", fallback: undefined, read: text },
  SMS_SECRET: { about: "Twilio's auth token, or Vonage's API secret.", fallback: undefined, read: text },
  SMS_SIGNATURE_SECRET: {
    about: "Vonage's signature secret, which its own requests are signed with.",
    fallback: undefined,
    read: text,
  },
  SMS_FROM: {
    about: 'Number (E.164) that SMS of organizations without a number of their own come from.',
    fallback: undefined,
    read: phoneNumber,
  },
  AUDIT_DAYS: { about: 'Days that entries of the audit log are kept.', fallback: '400', read: integer(1, 36_500) },
  DUTY_DAYS: {
    about: 'Days that changes of duty and shifts of workers are kept, for analytics.',
    fallback: '400',
    read: integer(1, 36_500),
  },
  EXPORT_DAYS: {
    about: 'Days that an export of the chat is kept, with its file, unless it is deleted before.',
    fallback: '30',
    // A week is looked back on, to count them.
    read: integer(7, 36_500),
  },
  SMS_PER_DAY: { about: 'SMS of one organization in a day at most.', fallback: '5000', read: integer(0, 100_000_000) },
  SMTP_URL: {
    about:
      'Mail server that sends e-mail, such as `smtps://user:password@mail.example:465`; unset, e-mail is only kept.',
    fallback: undefined,
    read: url('smtp:', 'smtps:'),
  },
  MAIL_FROM: {
    about: 'Sender of e-mail, such as `Hubbub <hubbub@mail.example>`.',
    fallback: undefined,
    read: mailAddress,
  },
  MAIL_DOMAIN: {
    about: 'Domain of the addresses by which e-mail becomes messages, such as `chat.example`; unset, there are none.',
    fallback: undefined,
    read: domain,
  },
  INCOMING_MAIL_URL: {
    about:
      'Where to listen for mail to MAIL_DOMAIN that a mail server brings, such as `lmtp://127.0.0.1:2424` or `smtp://127.0.0.1:2525`.',
    fallback: undefined,
    read: url('smtp:', 'lmtp:'),
  },
  INVITATION_MINUTES: {
    about: 'Minutes that an invitation to chat holds unless it says otherwise.',
    fallback: '14400',
    read: integer(1, 2 ** 31 - 1),
  },
  TRACKING_HOURS: {
    about: "Hours after completion until a task's tracking page is gone.",
    fallback: '24',
    read: integer(0, 8760),
  },
  TRACKING_STOPS: {
    about: 'Most stops before a task at which its tracking page shows where the worker is.',
    fallback: '3',
    read: integer(0, 1000),
  },
  APNS_KEY_FILE: {
    about: 'File of the key by which Apple takes pushes to iOS devices (`AuthKey_….p8`); unset, none are sent.',
    fallback: undefined,
    read: apnsKeyFile,
  },
  APNS_KEY_ID: { about: 'ID of that key.', fallback: undefined, read: text },
  APNS_TEAM_ID: { about: "ID of the team at Apple's whose key it is.", fallback: undefined, read: text },
  APNS_URL: {
    about: 'Where pushes to iOS devices go.',
    fallback: 'https://api.push.apple.com',
    read: url('http:', 'https:'),
  },
  FCM_SERVICE_ACCOUNT_FILE: {
    about:
      'JSON file of the Google service account by which FCM takes pushes to Android devices; unset, none are sent.',
    fallback: undefined,
    read: serviceAccountFile,
  },
  FCM_URL: {
    about: 'Where pushes to Android devices go.',
    fallback: 'https://fcm.googleapis.com',
    read: url('http:', 'https:'),
  },
  WEB_PUSH_KEY: {
    about:
      'Private VAPID key, 32 bytes in base64url (`npx web-push generate-vapid-keys`), by which browsers are told of messages and tasks; unset, none are.',
    fallback: undefined,
    read: vapidKey,
  },
  WEB_PUSH_SUBJECT: {
    about: '`mailto:` or `https:` address of whoever runs this server, for those push services.',
    fallback: undefined,
    read: url('mailto:', 'https:'),
  },
  PUSH_REGISTRATION_KEY: {
    about:
      'Private key (X25519), 64 hexadecimal digits, that apps encrypt their push tokens for; without it, devices with encrypted pushes are kept and sent nothing.',
    fallback: undefined,
    read: hexKey,
  },
  SECRET_KEY: {
    about:
      'Key that seals what must be read back, 64 hexadecimal digits; keys before it, which only open, behind commas; else the file `secret.key` in DATA_DIR.',
    fallback: undefined,
    read: hexKeys,
  },
  BACKUP_FOLDER: {
    about: 'Folder into which backups are made by themselves, best on another disk; unset, none are.',
    fallback: undefined,
    read: text,
  },
  BACKUP_EVERY_HOURS: { about: 'Hours from one of those to the next.', fallback: '24', read: integer(1, 8760) },
  BACKUP_KEEP: {
    about: 'Backups in that folder that are kept; the oldest of more are deleted after a good one.',
    fallback: '7',
    read: integer(1, 10_000),
  },
  BACKUP_RECIPIENTS: {
    about:
      'Public keys of age (`age1…`), separated by commas, that backups are encrypted for; unset, they are not encrypted.',
    fallback: undefined,
    read: ageRecipients,
  },
  ARCHIVE_FOLDER: {
    about:
      'Folder, best on another machine, into which all that is written goes between backups, so that one can be played on to any moment; unset, none does. For Hubbub’s own PostgreSQL.',
    fallback: undefined,
    read: text,
  },
  ARCHIVE_BUCKET: {
    about: 'The same as a bucket of the store of `S3_ENDPOINT`, in place of the folder; not the one of files.',
    fallback: undefined,
    read: text,
  },
  ARCHIVE_SECONDS: {
    about: 'Seconds from one piece of the archive to the next: so much is lost at most with the machine.',
    fallback: '60',
    read: integer(1, 3600),
  },
  ARCHIVE_DAYS: {
    about: 'Days that the archive is kept: a backup that is older is not played on.',
    fallback: '8',
    read: integer(1, 3660),
  },
  ARCHIVE_WAIT_MIB: {
    about:
      'MiB of the database’s log that wait at most while the archive is away; past it the archive has a gap, and the server goes on.',
    fallback: '4096',
    read: integer(64, 1_048_576),
  },
  STRICT_TRANSPORT_SECURITY: {
    about:
      'Whether browsers are told to come by HTTPS alone for a year. `auto`: where PUBLIC_URL is HTTPS without a port. `on`: everywhere; `subdomains`: to all names below this one too; `off`: for when something else runs under the name by plain HTTP.',
    fallback: 'auto',
    read: oneOf('auto', 'off', 'on', 'subdomains'),
  },
  WITHOUT: {
    about:
      'Mechanisms of fetching that are left out, to measure what each earns (benchmarks): `read-marks`, `first-unread`, `flag-index`, `optimistic`.',
    fallback: 'none',
    read: mechanisms,
  },
  CHECK_ANSWERS: { about: '`true` checks each answer against its schema (tests).', fallback: 'false', read: trueFalse },
} satisfies Record<string, Setting<unknown>>;

/** Prefixes of Hubbub's settings: a name with one of them that is no setting is worth a warning. */
const OWN_PREFIXES = [
  'FILE_STORE',
  'S3_',
  'UPLOAD_',
  'CLAMD_',
  'SMS_',
  'SMTP_',
  'APNS_',
  'FCM_',
  'PUSH_',
  'GEOCODER',
  'WEBHOOK_',
  'EVENT_POLL',
  'EVENT_QUEUE',
  'RATE_LIMIT',
  'CHAT_REQUESTS',
  'DISPATCH_REQUESTS',
  'TRUSTED_PROX',
  'OPENID_',
  'METRICS_',
  'BACKUP_',
  'ARCHIVE_',
];

/** May hold a secret, so a bad value is not repeated. */
const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'SECRET_KEY',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'SMS_SECRET',
  'SMS_SIGNATURE_SECRET',
  'SMTP_URL',
  'PUSH_REGISTRATION_KEY',
  'OPENID_PROVIDERS',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

/**
 * Reads the settings from environment variables.
 * @param warn gets names that only look like settings, a sentence each
 * @throws {ConfigError} one sentence for the first bad value, or name that a setting was surely meant by
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  warn: (sentence: string) => void = () => {},
): Config {
  const names = Object.keys(settings);
  for (const name of Object.keys(environment)) {
    const meant = similarSetting(name, names);
    if (meant) {
      throw new ConfigError(`${name} is not a setting of Hubbub; it looks like ${meant}. Rename it or take it away.`);
    }
    if (!(name in settings) && OWN_PREFIXES.some((prefix) => name.startsWith(prefix))) {
      warn(`${name} is not a setting of Hubbub and is not used. docs/operators.md lists the settings.`);
    }
  }
  function get<Name extends keyof typeof settings>(name: Name): ReturnType<(typeof settings)[Name]['read']> {
    const setting = settings[name] as Setting<ReturnType<(typeof settings)[Name]['read']>>;
    const given = environment[name];
    const value = given === undefined || given === '' ? setting.fallback : given;
    if (value === undefined) return undefined as ReturnType<(typeof settings)[Name]['read']>;
    try {
      return setting.read(value);
    } catch (error) {
      // A connection string or a key may hold a secret, so it is not repeated.
      const shown = SECRET_SETTINGS.has(name) ? '' : ` (it is "${value}")`;
      throw new ConfigError(`${name} ${(error as Error).message}${shown}.`);
    }
  }
  if (get('GEOCODER') !== 'off' && !get('GEOCODER_URL')) {
    throw new ConfigError('GEOCODER_URL must say where the geocoder is, since GEOCODER is not off.');
  }
  if (get('ROUTER') !== 'off' && !get('ROUTER_URL')) {
    throw new ConfigError('ROUTER_URL must say where the router is, since ROUTER is not off.');
  }
  if (get('FILE_STORE') === 's3' && !get('S3_BUCKET')) {
    throw new ConfigError('S3_BUCKET must say which bucket, since FILE_STORE is s3.');
  }
  const webPushKey = get('WEB_PUSH_KEY') as string | undefined;
  const webPushSubject = get('WEB_PUSH_SUBJECT') as string | undefined;
  if (webPushKey && !webPushSubject)
    throw new ConfigError('WEB_PUSH_SUBJECT must say who runs this server, since WEB_PUSH_KEY is set.');
  const openIdProviders = get('OPENID_PROVIDERS') as OpenIdProvider[] | undefined;
  const openIdProvidersOfFile = get('OPENID_PROVIDERS_FILE') as OpenIdProvider[] | undefined;
  if (openIdProviders && openIdProvidersOfFile)
    throw new ConfigError(
      'OPENID_PROVIDERS_FILE must not be set beside OPENID_PROVIDERS: providers stand in one place.',
    );
  checkArchive({
    folder: get('ARCHIVE_FOLDER') as string | undefined,
    bucket: get('ARCHIVE_BUCKET') as string | undefined,
    bucketOfFiles: get('S3_BUCKET') as string | undefined,
    databaseUrl: get('DATABASE_URL') as string | undefined,
  });
  const provider = get('SMS_PROVIDER');
  for (const name of ['SMS_ACCOUNT', 'SMS_SECRET'] as const) {
    if (provider !== 'stored' && !get(name))
      throw new ConfigError(`${name} must be set, since SMS_PROVIDER is ${provider}.`);
  }
  if (get('SMTP_URL') && !get('MAIL_FROM')) {
    throw new ConfigError('MAIL_FROM must say who e-mail comes from, since SMTP_URL is set.');
  }
  const apnsKey = get('APNS_KEY_FILE') as string | undefined;
  for (const name of ['APNS_KEY_ID', 'APNS_TEAM_ID'] as const) {
    if (apnsKey && !get(name)) throw new ConfigError(`${name} must be set, since APNS_KEY_FILE is.`);
  }
  const registrationKey = get('PUSH_REGISTRATION_KEY') as string | undefined;
  if (get('INCOMING_MAIL_URL') && !get('MAIL_DOMAIN')) {
    throw new ConfigError('MAIL_DOMAIN must say which mail is for here, since INCOMING_MAIL_URL is set.');
  }
  checkAddresses(get('ORGANIZATION_ADDRESSES'), get('PUBLIC_URL') as string | undefined, get('HOST'));
  return {
    port: get('PORT'),
    host: get('HOST'),
    dataDir: get('DATA_DIR'),
    databaseUrl: get('DATABASE_URL') as string | undefined,
    databaseWriters: get('DATABASE_WRITERS'),
    databaseReaders: get('DATABASE_READERS'),
    databaseJobConnections: get('DATABASE_JOB_CONNECTIONS'),
    databaseStatementSeconds: get('DATABASE_STATEMENT_SECONDS'),
    cacheMb: get('CACHE_MB'),
    diskReserveMib: get('DISK_RESERVE_MIB'),
    publicUrl: get('PUBLIC_URL') as string | undefined,
    organizationAddresses: get('ORGANIZATION_ADDRESSES'),
    logLevel: get('LOG_LEVEL'),
    slowMs: get('SLOW_MS'),
    rateLimits: get('RATE_LIMITS'),
    webPublicChannels: get('WEB_PUBLIC_CHANNELS'),
    chatRequestsPerMinute: get('CHAT_REQUESTS_PER_MINUTE'),
    dispatchRequestsPerSecond: get('DISPATCH_REQUESTS_PER_SECOND'),
    failedSignInsPerMinute: get('FAILED_SIGN_INS_PER_MINUTE'),
    signInsWaiting: get('SIGN_INS_WAITING'),
    sessionRequestsPerMinute: get('SESSION_REQUESTS_PER_MINUTE'),
    sessionDays: get('SESSION_DAYS'),
    openIdProviders: openIdProviders ?? openIdProvidersOfFile ?? [],
    trustedProxies: get('TRUSTED_PROXIES') as BlockList | undefined,
    web: get('WEB'),
    docs: get('DOCS'),
    metricsToken: get('METRICS_TOKEN') as string | undefined,
    metricsPort: get('METRICS_PORT') as number | undefined,
    releasesUrl: get('RELEASES_URL') as string | undefined,
    otlpEndpoint: get('OTEL_EXPORTER_OTLP_ENDPOINT') as string | undefined,
    otlpHeaders: (get('OTEL_EXPORTER_OTLP_HEADERS') as Record<string, string> | undefined) ?? {},
    otlpServiceName: get('OTEL_SERVICE_NAME'),
    traceShare: get('OTEL_TRACES_SAMPLER_ARG'),
    securityContact: get('SECURITY_CONTACT') as string | undefined,
    webhookAllowInsecure: get('WEBHOOK_ALLOW_INSECURE'),
    outgoingHosts: get('OUTGOING_HOSTS'),
    webhookSignatureHeaders: get('WEBHOOK_SIGNATURE_HEADERS'),
    geocoder: get('GEOCODER'),
    geocoderUrl: get('GEOCODER_URL') as string | undefined,
    router: get('ROUTER'),
    routerUrl: get('ROUTER_URL') as string | undefined,
    vroomUrl: get('VROOM_URL') as string | undefined,
    mapFile: get('MAP_FILE') as string | undefined,
    geocoderMinPrecision: get('GEOCODER_MIN_PRECISION') as Config['geocoderMinPrecision'],
    eventPollSeconds: get('EVENT_POLL_SECONDS'),
    eventQueueIdleMinutes: get('EVENT_QUEUE_IDLE_MINUTES'),
    bodyLimit: get('BODY_LIMIT'),
    fileStore: get('FILE_STORE'),
    s3Bucket: get('S3_BUCKET') as string | undefined,
    s3Region: get('S3_REGION'),
    s3Endpoint: get('S3_ENDPOINT') as string | undefined,
    s3AccessKeyId: get('S3_ACCESS_KEY_ID') as string | undefined,
    s3SecretAccessKey: get('S3_SECRET_ACCESS_KEY') as string | undefined,
    uploadLimitMib: get('UPLOAD_LIMIT_MIB'),
    resumableUploadLimitMib: get('UPLOAD_RESUMABLE_LIMIT_MIB'),
    uploadQuotaMib: get('UPLOAD_QUOTA_MIB'),
    pictureProxy: get('PICTURE_PROXY'),
    sitePreviews: get('SITE_PREVIEWS') && get('PICTURE_PROXY'),
    clamdAddress: get('CLAMD_ADDRESS') as string | undefined,
    smsProvider: provider,
    smsUrl: get('SMS_URL') as string | undefined,
    smsAccount: get('SMS_ACCOUNT') as string | undefined,
    smsSecret: get('SMS_SECRET') as string | undefined,
    smsSignatureSecret: get('SMS_SIGNATURE_SECRET') as string | undefined,
    smsFrom: get('SMS_FROM') as string | undefined,
    smsPerDay: get('SMS_PER_DAY'),
    auditDays: get('AUDIT_DAYS'),
    dutyDays: get('DUTY_DAYS'),
    exportDays: get('EXPORT_DAYS'),
    smtpUrl: get('SMTP_URL') as string | undefined,
    mailFrom: get('MAIL_FROM') as string | undefined,
    apns: apnsKey
      ? {
          url: get('APNS_URL'),
          key: apnsKey,
          keyId: get('APNS_KEY_ID') as string,
          teamId: get('APNS_TEAM_ID') as string,
        }
      : undefined,
    fcmAccount: get('FCM_SERVICE_ACCOUNT_FILE') as FcmAccount | undefined,
    fcmUrl: get('FCM_URL'),
    webPush: webPushKey === undefined ? undefined : { privateKey: webPushKey, subject: webPushSubject! },
    pushRegistrationKey: registrationKey === undefined ? undefined : Buffer.from(registrationKey, 'hex'),
    mailDomain: get('MAIL_DOMAIN') as string | undefined,
    incomingMailUrl: get('INCOMING_MAIL_URL') as string | undefined,
    invitationMinutes: get('INVITATION_MINUTES'),
    trackingHours: get('TRACKING_HOURS'),
    trackingStops: get('TRACKING_STOPS'),
    secretKey: get('SECRET_KEY') as string | undefined,
    backupFolder: get('BACKUP_FOLDER') as string | undefined,
    backupEveryHours: get('BACKUP_EVERY_HOURS'),
    backupKeep: get('BACKUP_KEEP'),
    backupRecipients: (get('BACKUP_RECIPIENTS') as string[] | undefined) ?? [],
    archiveFolder: get('ARCHIVE_FOLDER') as string | undefined,
    archiveBucket: get('ARCHIVE_BUCKET') as string | undefined,
    archiveSeconds: get('ARCHIVE_SECONDS'),
    archiveDays: get('ARCHIVE_DAYS'),
    archiveWaitMib: get('ARCHIVE_WAIT_MIB'),
    strictTransportSecurity: get('STRICT_TRANSPORT_SECURITY'),
    without: get('WITHOUT'),
    checkAnswers: get('CHECK_ANSWERS'),
  };
}

/** @throws {ConfigError} where an archive could not be kept */
function checkArchive(given: Record<'folder' | 'bucket' | 'bucketOfFiles' | 'databaseUrl', string | undefined>): void {
  const { folder, bucket, bucketOfFiles, databaseUrl } = given;
  if (folder && bucket) throw new ConfigError('ARCHIVE_FOLDER and ARCHIVE_BUCKET are both set: say one of them.');
  if (bucket && bucket === bucketOfFiles)
    throw new ConfigError('ARCHIVE_BUCKET must be another bucket than S3_BUCKET, which has the files.');
  if ((folder || bucket) && databaseUrl)
    throw new ConfigError(
      `${folder ? 'ARCHIVE_FOLDER' : 'ARCHIVE_BUCKET'} is for Hubbub’s own PostgreSQL: with DATABASE_URL the archive is a matter of that server.`,
    );
}

/** @throws {ConfigError} where no name can stand before the host */
function checkAddresses(isOn: boolean, publicUrl: string | undefined, host: string): void {
  if (!isOn) return;
  const isNamed = publicUrl === undefined ? isThisMachine(host) : isName(new URL(publicUrl).hostname);
  if (!isNamed)
    throw new ConfigError(
      'PUBLIC_URL must have a name as its host, and not an IP address, since ORGANIZATION_ADDRESSES is on.',
    );
}

const isThisMachine = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host);
const isName = (host: string) => isIP(host) === 0 && !host.startsWith('[');
