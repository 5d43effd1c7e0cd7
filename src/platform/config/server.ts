import { isIP } from 'node:net';
import { anyText, hexKeys, integer, onOff, url } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** The server itself: where it listens, what it is reached by, what it serves. */
export const serverSettings = {
  port: {
    variable: 'PORT',
    about: 'Port to listen on; 0 uses a free port.',
    fallback: '9800',
    read: integer(0, 65535),
  },
  host: { variable: 'HOST', about: 'Address to listen on.', fallback: '127.0.0.1', read: anyText },
  dataDir: { variable: 'DATA_DIR', about: 'Folder for all data of Hubbub.', fallback: './data', read: anyText },
  drainSeconds: {
    variable: 'DRAIN_SECONDS',
    about:
      'Seconds for which a stopping process serves on while `/readyz` responds 503, so that a proxy in front of several processes sends new requests elsewhere first. A second signal skips them.',
    fallback: '0',
    read: integer(0, 600),
  },
  publicUrl: { variable: 'PUBLIC_URL', about: 'URL at which people reach this server.', read: url('http:', 'https:') },
  organizationAddresses: {
    variable: 'ORGANIZATION_ADDRESSES',
    about:
      '`on` gives each organization its own host: its address in front of the host of `PUBLIC_URL`. Requires a wildcard DNS name and, for HTTPS, a wildcard certificate.',
    fallback: 'off',
    read: onOff,
  },
  web: {
    variable: 'WEB',
    about:
      "`off` serves the APIs and the server's own pages (sign-in, set-up) without the apps; `npm start` then builds none.",
    fallback: 'on',
    read: onOff,
  },
  docs: {
    variable: 'DOCS',
    about: '`off` serves neither `/docs`, its guides and `/llms.txt` nor the OpenAPI documents.',
    fallback: 'on',
    read: onOff,
  },
  assistants: {
    variable: 'ASSISTANTS',
    about:
      '`off` serves no tools for assistants (`/mcp`, Model Context Protocol), and nobody can create keys for them.',
    fallback: 'on',
    read: onOff,
  },
  webPublicChannels: {
    variable: 'WEB_PUBLIC_CHANNELS',
    about: '`off` forbids web-public channels in all organizations, regardless of their own settings.',
    fallback: 'on',
    read: onOff,
  },
  cacheMb: {
    variable: 'CACHE_MB',
    about: 'Memory for caches in MiB.',
    fallback: '384',
    read: integer(16, 1_000_000),
  },
  secretKey: {
    variable: 'SECRET_KEY',
    about:
      'Key that seals stored secrets, 64 hexadecimal digits, followed by older keys that only open, separated by commas; unset: the file `secret.key` in DATA_DIR.',
    isSecret: true,
    read: hexKeys,
  },
  securityContact: {
    variable: 'SECURITY_CONTACT',
    about:
      'Where to report a vulnerability (`mailto:` or `https:`), for `/.well-known/security.txt`; unset: the file is not served.',
    read: contact,
  },
  releasesUrl: {
    variable: 'RELEASES_URL',
    about:
      'URL that returns the newest version as JSON with `version` or `tag_name`, checked once a day; unset: no check.',
    read: url('http:', 'https:'),
  },
} satisfies Settings;

/** As RFC 9116 has it, on one line. */
function contact(text: string): string {
  if (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text)) return text;
  throw new Error('must be an address that starts with mailto: or https://');
}

/** @throws {ConfigError} where organizations have hosts of their own, and no name can stand before the server's */
export function checkServer({ organizationAddresses, publicUrl, host }: ValuesOf<typeof serverSettings>): void {
  if (!organizationAddresses) return;
  const isNamed = publicUrl === undefined ? isThisMachine(host) : isName(new URL(publicUrl).hostname);
  if (!isNamed)
    throw new ConfigError('PUBLIC_URL must have a host name, not an IP address, because ORGANIZATION_ADDRESSES is on.');
}

const isThisMachine = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host);
const isName = (host: string) => isIP(host) === 0 && !host.startsWith('[');
