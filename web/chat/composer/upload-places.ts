import { uniqueId } from '../../shared/unique-id.ts';
import { personalStorageName } from '../data/me.ts';

/** Place in a text for a file whose link is not known yet: `[photo.png](uploading:1a2b3c4d-5e6f7a8b)`. */
export interface UploadPlace {
  /** Name of the file. */
  name: string;
  /** ID of the browser that uploads it, and of the upload. */
  id: string;
}

const PLACE = /\[([^\]\n]*)\]\(uploading:([\da-f]{8}-[\da-f]{8})\)/g;

export function uploadPlacesIn(text: string): UploadPlace[] {
  return [...text.matchAll(PLACE)].map(([, name, id]) => ({ name: name!, id: id! }));
}

export const textOfPlace = ({ name, id }: UploadPlace): string => `[${name}](uploading:${id})`;

/** Makes the place of an upload of this page. Until the page is gone, the other tabs of this browser know that. */
export function makeUploadPlace(fileName: string): UploadPlace {
  const id = `${browserId()}-${uniqueId().slice(0, 8)}`;
  // An address without https has no locks: there, a place waits until somebody takes it out of the text.
  if (hasLocks()) void navigator.locks.request(lockOf(id), () => new Promise(() => undefined));
  return { name: labelOf(fileName), id };
}

/** A name as the text of a link. */
export const labelOf = (name: string): string => name.replaceAll(/[[\]\n]/g, '');

/** True if an upload is known to be of this browser. */
export const isOfThisBrowser = ({ id }: UploadPlace): boolean => hasLocks() && id.startsWith(`${browserId()}-`);

/** Waits until the page that uploads a file is gone. @param onWait it is still there */
export async function untilPageIsGone(place: UploadPlace, onWait: () => void, signal: AbortSignal): Promise<void> {
  const name = lockOf(place.id);
  const isHeld = await navigator.locks.request(name, { mode: 'shared', ifAvailable: true }, (lock) => lock === null);
  if (!isHeld) return;
  onWait();
  await navigator.locks.request(name, { mode: 'shared', signal }, () => undefined);
}

const hasLocks = () => 'locks' in navigator;

const lockOf = (id: string) => `upload ${id}`;

function browserId(): string {
  const name = personalStorageName('browser');
  const known = localStorage.getItem(name);
  if (known) return known;
  const made = uniqueId().slice(0, 8);
  localStorage.setItem(name, made);
  return made;
}
