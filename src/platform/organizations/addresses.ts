/** By what an organization is reached where organizations have addresses of their own. */
export interface Addressing {
  /** The name before the server's host. */
  address: string;
  /** A whole name that the operator gave it. */
  domain: string | null;
}

/** Names that operators use for other things below the same host; the migration 0450 passes over them as well. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['admin', 'api', 'app', 'auth', 'login', 'mail', 'ns', 'smtp', 'static', 'status', 'support', 'www'],
]);

/** Maximum length of a derived name, to leave room for a number. */
const MAX_DERIVED = 40;

/** Letters that are no letter and a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ı: 'i',
};

/**
 * Returns the problem of an address for an organization; undefined if there is none. It is one label of a host name
 * (RFC 1123, 2.1), and not in the encoded form (`xn--`), which people see as other letters.
 */
export function addressProblem(address: string): string | undefined {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(address) || /^..--/.test(address))
    return 'must have 1 to 63 lower-case letters, digits and hyphens, without a hyphen at either end';
  return RESERVED.has(address) ? `must not be ${address}: this name is reserved` : undefined;
}

/** Returns the problem of a domain for an organization; undefined if there is none. @param host the server's */
export function domainProblem(domain: string, host: string): string | undefined {
  const labels = domain.split('.');
  const isName = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  if (!isName || labels.length < 2 || domain.length > 253 || /^\d+$/.test(labels.at(-1)!))
    return 'must be the name of a host, such as chat.example.com';
  if (domain === host || domain.endsWith(`.${host}`))
    return `must not be below ${host}: those names are addresses of organizations`;
  return undefined;
}

/** An address after an organization's name. */
export function addressOfName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđþı]/g, (letter) => SPELLED[letter]!);
  const hyphens = /^-+|-+$/g;
  const address = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(hyphens, '');
  // `xn--` cannot come of it: hyphens do not follow each other.
  return address.slice(0, MAX_DERIVED).replaceAll(hyphens, '') || 'organization';
}

/** The first of `NAME`, `NAME-2`, `NAME-3`, … that nobody has. */
export function freeAddress(wanted: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const address = n === 1 ? wanted : `${wanted}-${n}`;
    if (!RESERVED.has(address) && !taken.has(address)) return address;
  }
}

/**
 * The hosts of an organization, the one of its links first. A domain counts for nothing when the server has moved above it since:
 * names there are addresses, perhaps of others.
 * @param server where the server itself is reached
 */
export function hostsOf({ address, domain }: Addressing, server: string): string[] {
  const { hostname } = new URL(server);
  const below = `${address}.${hostname}`;
  return domain === null || domainProblem(domain, hostname) ? [below] : [domain, below];
}

/** Returns the URL of one of an organization's hosts without a trailing slash: the server's own with that host. */
export function urlAt(host: string, server: string): string {
  const url = new URL(server);
  url.hostname = host;
  return url.href.replace(/\/$/, '');
}
