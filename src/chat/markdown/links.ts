/**
 * The only addresses that become links: http, https, mailto, tel, and the program's own uploads and narrows. It is
 * asked about the address after normalization, which is when it is plain ASCII and entities and escapes are gone; a
 * browser strips blanks and control characters before it looks for a scheme, so an address that has any is refused.
 */
export function isSafeHref(href: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(href) || /[<>"\\`]/.test(href)) return false;
  const first = href.charCodeAt(0);
  if (first === 0x2f) return /^\/#narrow\//.test(href) || localUploadPath(href) !== undefined;
  return /^https?:\/\/[^/?#]/i.test(href) || /^mailto:[^/]/i.test(href) || /^tel:\+?[0-9][0-9().;=a-z%-]*$/i.test(href);
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
