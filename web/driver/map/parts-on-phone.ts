import type { RangeResponse, Source } from 'pmtiles';
import type { GetFromServer } from '../../shared/map/show-streets.ts';
import { retainedUntil } from '../../store/driver/retained-until.ts';
import type { Account } from '../data/account.ts';
import { bytesOf, countOfCopies, keepBytes } from '../data/copies.ts';
import { dropLoadable, LOADABLE } from '../data/database.ts';

/** Parts of a file that a phone keeps: at 30 kB each, some 60 MB. */
const MAX_PARTS = 2000;

/** Names of parts that this page has read, the last one last. */
let used = new Set<string>();

const nameOf = (address: string, part = '') => `${LOADABLE}${address} ${part}`;

/**
 * The parts of a map's file: what was read once lies on the phone, sealed as all of a driver's day, and needs no network again.
 * The file's name is its version, so a part never changes.
 */
export function partsOnPhone(account: Account, address: string): Source {
  return {
    getKey: () => address,
    async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
      const name = nameOf(address, `${offset}+${length}`);
      used.delete(name);
      used.add(name);
      const known = await bytesOf(account, name);
      if (known) return { data: known };
      const range = `bytes=${offset}-${offset + length - 1}`;
      // The browser's own cache would have it open on the phone.
      const answer = await fetch(address, { cache: 'no-store', headers: { range }, ...(signal && { signal }) });
      if (answer.status !== 206) throw new Error(`status ${answer.status}`);
      const data = await answer.arrayBuffer();
      // A full phone shows the map all the same.
      await keep(account, name, data).catch(() => undefined);
      return { data };
    },
  };
}

/** Bytes before an answer on the phone: until when it counts (milliseconds), and its status. */
const HEAD = 10;

/**
 * Asks a tile server, and keeps its answers as long as it lets them be kept, sealed as all of a driver's day. What is over
 * counts only where no network is, and only for the document that names the tiles.
 * Names on the phone do not tell which tiles they are of: whoever finds it would read where its driver goes.
 * @param address of the tile server, as the owner gave it @param onUnkept an answer may not be kept
 */
export function tilesOnPhone(
  account: Account,
  address: string,
  get: GetFromServer,
  onUnkept?: () => void,
): GetFromServer {
  let opening: Promise<Names> | undefined;
  return async (asked, signal, range) => {
    opening ??= namesOnPhone(account, address);
    const names = await opening;
    const name = await names.of(`${asked} ${range ?? ''}`);
    used.delete(name);
    used.add(name);
    const bytes = await bytesOf(account, name);
    const known = bytes && new DataView(bytes);
    const copy = () => {
      const status = known!.getUint16(8);
      return new Response(status === 204 ? null : bytes!.slice(HEAD), { status });
    };
    if (known && known.getFloat64(0) > Date.now()) return copy();
    try {
      const answer = await get(asked, signal, range);
      const until = retainedUntil(answer.headers.get('cache-control') ?? '', Date.now());
      if (until === undefined) onUnkept?.();
      else
        await names
          .keepKey()
          .then(() => keepAnswer(account, name, answer.clone(), until))
          .catch(() => undefined);
      return answer;
    } catch (error) {
      if (known && asked === address) return copy();
      throw error;
    }
  };
}

/** Names of a tile server's answers on the phone, made by a key that is kept with the first of them. */
interface Names {
  of(asked: string): Promise<string>;
  keepKey(): Promise<void>;
}

async function namesOnPhone(account: Account, address: string): Promise<Names> {
  const place = await placeOfServer(address);
  const ofKey = nameOf(place, 'names');
  used.add(ofKey);
  const known = await bytesOf(account, ofKey);
  const bytes = known ?? crypto.getRandomValues(new Uint8Array(32)).buffer;
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  let keeping = known && Promise.resolve();
  return {
    of: async (asked) => nameOf(place, hexOf(await crypto.subtle.sign('HMAC', key, utf8.encode(asked)))),
    keepKey() {
      keeping ??= keep(account, ofKey, bytes);
      return keeping;
    },
  };
}

/** Returns what stands for a tile server in names: its address may have a key. */
export async function placeOfServer(address: string): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', utf8.encode(address)));
}

const utf8 = new TextEncoder();
const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function keepAnswer(account: Account, name: string, answer: Response, until: number): Promise<void> {
  const content = new Uint8Array(await answer.arrayBuffer());
  const data = new Uint8Array(HEAD + content.length);
  const head = new DataView(data.buffer);
  head.setFloat64(0, until);
  head.setUint16(8, answer.status);
  data.set(content, HEAD);
  await keep(account, name, data.buffer);
}

/** Once there are too many, those stay that were read last. */
async function keep(account: Account, name: string, data: ArrayBuffer): Promise<void> {
  if ((await countOfCopies(account, LOADABLE)) >= MAX_PARTS) {
    used = new Set([...used].slice(-MAX_PARTS / 2));
    await dropLoadable((_workerId, each) => !used.has(each));
  }
  await keepBytes(account, name, data);
}

/** Takes away what lies here of other versions of the file, and of other drivers: nobody else needs its room. */
export async function dropOtherMaps({ workerId }: Account, address: string): Promise<void> {
  await dropLoadable((id, name) => id !== workerId || !name.startsWith(nameOf(address)));
}
