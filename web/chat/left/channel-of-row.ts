import { BASE, narrowAddressAt } from '../addresses.ts';

/** Returns the channel of a row of the left side; undefined for anything else. */
export function channelOfRow(target: EventTarget | null): number | undefined {
  if (!(target instanceof Element)) return undefined;
  const path = target.closest('.left-section a.left-row')?.getAttribute('href')?.slice(BASE.length);
  const narrow = path && narrowAddressAt(path)?.narrow;
  return narrow && narrow.kind === 'channel' ? narrow.channelId : undefined;
}
