/** Public servers of map tiles that are known by name; `own` is any other, by its address. */
export const TILE_SERVICES = ['openfreemap', 'protomaps', 'maptiler', 'own'] as const;
export type TileService = (typeof TILE_SERVICES)[number];

/** Schemas that the pages can draw: which layers the tiles have, and what these are called. */
export const TILE_SCHEMAS = ['protomaps', 'openmaptiles'] as const;
export type TileSchema = (typeof TILE_SCHEMAS)[number];

/** Rules that the address of a tile server may break. */
export type TileAddressProblem = 'unreadable' | 'insecure' | 'host' | 'credentials' | 'placeholders' | 'tooLong';

export const MAX_TILE_ADDRESS = 500;
export const TILE_KEY = /^[A-Za-z0-9_-]{1,100}$/;

const LOOPBACK = new Set(['127.0.0.1', 'localhost']);
/**
 * A name of exactly one host: it becomes a source of the content policy, in which `*` is a wildcard, `;` ends the rule and
 * browsers know no numbers but one.
 */
const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads the address of a tile server: a TileJSON document, a `.pmtiles` file, or a template with `{z}`, `{x}` and `{y}`.
 * @param mayBePlain whether `http` at this very computer counts, as it does where Hubbub itself is reached so
 * @returns the address as it is stored, and its origin, which the content policy names
 */
export function readTileAddress(
  text: string,
  mayBePlain: boolean,
): { address: string; origin: string; host: string } | { problem: TileAddressProblem } {
  if (text.length > MAX_TILE_ADDRESS) return { problem: 'tooLong' };
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return { problem: 'unreadable' };
  }
  const { protocol, hostname, origin, host } = url;
  const isHere = LOOPBACK.has(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere && mayBePlain)) return { problem: 'insecure' };
  if (!isHere && !HOST.test(hostname)) return { problem: 'host' };
  if (url.username || url.password) return { problem: 'credentials' };
  url.hash = '';
  const address = url.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
  if (address.length > MAX_TILE_ADDRESS) return { problem: 'tooLong' };
  const braces = address.match(/[{}]/g)?.length ?? 0;
  const isTemplate = braces === 6 && ['{z}', '{x}', '{y}'].every((each) => address.split(each).length === 2);
  if (braces > 0 && !isTemplate) return { problem: 'placeholders' };
  return { address, origin, host };
}
