import { isIP } from 'node:net';
import { anyText, hexKeys, integer, onOff, url } from './readers.ts';
import { ConfigError, type Settings, type ValuesOf } from './setting.ts';

/** The server itself: where it listens, what it is reached by, what it serves. */
export const serverSettings = {
  port: {
    variable: 'PORT',
    about: 'Port to listen on; 0 takes a free one.',
    fallback: '9800',
    read: integer(0, 65535),
  },
  host: { variable: 'HOST', about: 'Address to listen on.', fallback: '127.0.0.1', read: anyText },
  dataDir: { variable: 'DATA_DIR', about: 'Folder of everything Hubbub keeps.', fallback: './data', read: anyText },
  publicUrl: { variable: 'PUBLIC_URL', about: 'Where people reach this server.', read: url('http:', 'https:') },
  organizationAddresses: {
    variable: 'ORGANIZATION_ADDRESSES',
    about:
      '`on`: each organization has a host of its own, its address before the host of `PUBLIC_URL`. Needs a wildcard name, and for HTTPS a wildcard certificate.',
    fallback: 'off',
    read: onOff,
  },
  web: {
    variable: 'WEB',
    about:
      '`off` serves the APIs and the pages that the server writes itself (signing in, setting up), without the apps, and `npm start` builds none.',
    fallback: 'on',
    read: onOff,
  },
  docs: {
    variable: 'DOCS',
    about: '`off` serves neither `/docs` nor the OpenAPI documents.',
    fallback: 'on',
    read: onOff,
  },
  webPublicChannels: {
    variable: 'WEB_PUBLIC_CHANNELS',
    about:
      '`off`: no organization of this server has channels that are read without an account, whatever it has set itself.',
    fallback: 'on',
    read: onOff,
  },
  cacheMb: {
    variable: 'CACHE_MB',
    about: 'Memory for what is kept so as not to be asked for again, in MiB.',
    fallback: '384',
    read: integer(16, 1_000_000),
  },
  secretKey: {
    variable: 'SECRET_KEY',
    about:
      'Key that seals what must be read back, 64 hexadecimal digits; keys before it, which only open, behind commas; else the file `secret.key` in DATA_DIR.',
    isSecret: true,
    read: hexKeys,
  },
  securityContact: {
    variable: 'SECURITY_CONTACT',
    about:
      'Where somebody tells of a weakness (`mailto:` or `https:`), for `/.well-known/security.txt`; without one there is none.',
    read: contact,
  },
  releasesUrl: {
    variable: 'RELEASES_URL',
    about:
      'Address that says which version is the newest, as JSON with `version` or `tag_name`; asked once a day. Unset, nobody is asked.',
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
    throw new ConfigError(
      'PUBLIC_URL must have a name as its host, and not an IP address, since ORGANIZATION_ADDRESSES is on.',
    );
}

const isThisMachine = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host);
const isName = (host: string) => isIP(host) === 0 && !host.startsWith('[');
