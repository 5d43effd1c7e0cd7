import type { RangeResponse, Source } from 'pmtiles';
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
