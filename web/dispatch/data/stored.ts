import { organizationId, session } from './me.ts';

/** Returns the storage name for this person in this organization: a browser may have several. */
export const storageName = (what: string): string =>
  `dispatch ${what} ${organizationId.value} ${session.value!.person.id}`;

/** Undefined where nothing is stored, or nothing that can be read. */
export function readStored<T>(what: string): Partial<T> | undefined {
  try {
    const value = JSON.parse(localStorage.getItem(storageName(what)) ?? 'null');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value; if storage is unavailable, until the page is closed. */
export function writeStored(what: string, value: object): void {
  try {
    localStorage.setItem(storageName(what), JSON.stringify(value));
  } catch {}
}
