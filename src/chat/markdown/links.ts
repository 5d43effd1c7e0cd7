/**
 * The only addresses that become links: http, https, mailto, tel, sms, bitcoin, and what is relative to this server. It is
 * asked about the address after normalization, which is when it is plain ASCII and entities and escapes are gone; a
 * browser strips blanks and control characters before it looks for a scheme, so an address that has any is refused.
 */
export function isSafeHref(href: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(href) || /[<>"\\`]/.test(href)) return false;
  if (href.startsWith('/user_uploads/')) return localUploadPath(href) !== undefined;
  if (href.startsWith('/') || href.startsWith('#')) return isRelative(href);
  return /^https?:\/\/[^/?#]/i.test(href) || /^mailto:[^/]/i.test(href) || NUMBERS.test(href);
}

const NUMBERS = /^(?:(?:tel|sms):\+?[0-9][0-9().;=a-z%,?&+_-]*|bitcoin:[a-z0-9]+(?:\?[a-z0-9=&.%+_-]*)?)$/i;

/** A path or a fragment of this server: no other host, and no way up, also none that is encoded. */
function isRelative(href: string): boolean {
  if (href === '#' || href.startsWith('//')) return false;
  const path = href.replace(/[?#].*$/, '');
  return !/%(?:[01][0-9a-f]|2f|5c|7f)/i.test(path) && !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}

/** The path below /user_uploads/ of a relative address, or undefined when it is none or climbs out of it. */
function localUploadPath(href: string): string | undefined {
  const match = /^\/user_uploads\/([^?#]+)/.exec(href);
  if (!match) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(match[1]!);
  } catch {
    return undefined;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\x00-\x1f\x7f\\]/.test(path)) return undefined;
  return path.split('/').some((part) => part === '' || part === '.' || part === '..') ? undefined : path;
}

export interface Target {
  href: string;
  /** Set for uploads: the path below /user_uploads/. */
  uploadPath?: string;
}

/** An address as it is written out: the organization's own uploads and narrows become relative. */
export function linkTarget(href: string, realmUrl: string | undefined): Target | undefined {
  if (!isSafeHref(href)) return undefined;
  const base = realmUrl?.replace(/\/$/, '');
  const own = base !== undefined && href.startsWith(`${base}/`) ? href.slice(base.length) : href;
  const uploadPath = localUploadPath(own);
  if (uploadPath !== undefined) return { href: own, uploadPath };
  if (own.startsWith('#')) return { href: `/${own}` };
  return { href: own.startsWith('/#narrow/') ? own : href };
}

/** SVG is left out: it is a document of its own, and is offered as a link. */
export function isImagePath(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|bmp|heic)$/i.test(path);
}

/**
 * An operand in the fragment of a narrow address: percent-encoding with `.` in the place of `%`, so that the
 * fragment survives programs that decode or cut it.
 */
export function encodeNarrowOperand(operand: string): string {
  return encodeURIComponent(operand.toWellFormed())
    .replace(/[.!'()*]/g, (ch) => `%${ch.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}

export function channelHref(channel: { id: number; name: string }): string {
  return `/#narrow/channel/${Number(channel.id)}-${encodeNarrowOperand(channel.name.replaceAll(' ', '-'))}`;
}

export function topicHref(channel: { id: number; name: string }, topic: string): string {
  return `${channelHref(channel)}/topic/${encodeNarrowOperand(topic)}`;
}
