/** Milliseconds for which an answer of a tile server is kept at most. */
const MOST = 30 * 86_400_000;

/**
 * Returns until when a tile server lets its answer be kept (RFC 9111, section 5.2.2), in milliseconds; undefined if it does not, or says
 * nothing of it. Only the server's own word allows a copy: the terms of several forbid others.
 * @param cacheControl the answer's `Cache-Control` @param now milliseconds
 */
export function retainedUntil(cacheControl: string, now: number): number | undefined {
  const rules = cacheControl.toLowerCase().split(',');
  const named = (name: string) => rules.some((rule) => rule.trim().split('=')[0] === name);
  if (named('no-store') || named('no-cache')) return undefined;
  const seconds = Number(/(?:^|[\s,])max-age="?(\d+)/.exec(cacheControl.toLowerCase())?.[1] ?? 0);
  return seconds > 0 ? now + Math.min(seconds * 1000, MOST) : undefined;
}
