import type { RangeResponse, Source } from 'pmtiles';
import type { Account } from '../data/account.ts';
import { bytesOf, dropCopy, keepBytes, namesOfCopies } from '../data/copies.ts';

const START = 'map ';
/** Parts of a file that a phone keeps: at 30 kB each, some 60 MB. */
const MAX_PARTS = 2000;

const nameOf = (address: string, part = '') => `${START}${address} ${part}`;

/**
 * The parts of a map's file: what was read once lies on the phone, sealed as all of a driver's day, and needs no network again.
 * The file's name is its version, so a part never changes.
 */
export function partsOnPhone(account: Account, address: string): Source {
  return {
    getKey: () => address,
    async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
      const name = nameOf(address, `${offset}+${length}`);
      const known = await bytesOf(account, name);
      if (known) return { data: known };
      const range = `bytes=${offset}-${offset + length - 1}`;
      const answer = await fetch(address, { headers: { range }, ...(signal && { signal }) });
      if (answer.status !== 206) throw new Error(`status ${answer.status}`);
      const data = await answer.arrayBuffer();
      // A full phone shows the map all the same.
      await keep(account, name, data).catch(() => undefined);
      return { data };
    },
  };
}

async function keep(account: Account, name: string, data: ArrayBuffer): Promise<void> {
  if ((await namesOfCopies(account, START)).length < MAX_PARTS) await keepBytes(account, name, data);
}

/** Takes away what lies here of other versions of the file. */
export async function dropOtherMaps(account: Account, address: string): Promise<void> {
  for (const name of await namesOfCopies(account, START))
    if (!name.startsWith(nameOf(address))) await dropCopy(account, name);
}
