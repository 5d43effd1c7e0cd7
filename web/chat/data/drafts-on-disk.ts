import { signal } from '@preact/signals';
import { makePad, openPadded, type Pad, type Padded, sealAtOnce } from '../../shared/disk/pad.ts';
import { uniqueId } from '../../shared/unique-id.ts';
import { diskOwner, LAST_WORDS, removeCopy, storeCopy, storedCopies } from './disk.ts';
import type { DraftStorage, LocalDraft } from './draft-book.ts';

/** Name of a draft among the sealed copies, before its conversation. */
const NAME = 'draft/';
/** Storage key of drafts from before they were sealed. */
const UNSEALED = 'chat-draft/';
/** Bytes of what a page keeps at its end; a message has at most 10,000 characters. */
const PAD_BYTES = 128 * 1024;

const page = uniqueId();

/** Drafts of earlier visits, once they are read. */
export const foundDrafts = signal<readonly LocalDraft[]>([]);

/** Drafts that are not on disk yet, by conversation; null: it goes from there. */
const pending = new Map<string, LocalDraft | null>();
let isWriting = false;
/** Ends when the drafts of earlier visits are read. */
let reading: Promise<void> | undefined;
/** Names of what earlier pages kept at their end, as far as it was read here. Pages that end later are read by later visits. */
const readNames = new Set<string>();
let pad: Pad | undefined;

/** Keeps drafts sealed on this device. A page that ends before that keeps them at its end. */
export const draftStorage: DraftStorage = {
  put: (key, draft) => keep(key, draft),
  remove: (key) => keep(key, null),
};

function keep(key: string, draft: LocalDraft | null): void {
  pending.set(key, draft);
  void write();
}

async function write(): Promise<void> {
  if (isWriting) return;
  isWriting = true;
  // While nobody's key is here, it stays on the page.
  for (const [key, draft] of pending) {
    if (!diskOwner()) break;
    // A disk that takes nothing leaves it to the page and to the server.
    await (draft ? storeCopy(NAME + key, draft) : removeCopy(NAME + key)).catch(() => undefined);
    // Whatever was written meanwhile comes again: at the end of the map.
    const latest = pending.get(key);
    pending.delete(key);
    if (latest !== draft) pending.set(key, latest ?? null);
  }
  isWriting = false;
}

/** Reads the drafts of earlier visits as soon as their key is here, and writes what had to wait for it. */
export async function openDrafts(): Promise<void> {
  const owner = diskOwner();
  if (!owner) return;
  pad ??= await makePad(owner.key, PAD_BYTES);
  reading ??= readDrafts(owner);
  await reading;
  await write();
  // All of it is on disk by now.
  if (pending.size > 0) return;
  for (const name of readNames) localStorage.removeItem(name);
  readNames.clear();
}

async function readDrafts(owner: { personId: string; key: CryptoKey }): Promise<void> {
  addEventListener('pagehide', keepAtEnd);
  const found = await storedCopies<LocalDraft>(NAME);
  for (const [key, draft] of [...unsealedDrafts(owner.personId), ...(await lastWords(owner))]) {
    if (draft && (found.get(key)?.editedAt ?? 0) > draft.editedAt) continue;
    if (draft) found.set(key, draft);
    else found.delete(key);
    if (!pending.has(key)) pending.set(key, draft);
  }
  foundDrafts.value = [...found.values()];
}

/** Nothing asynchronous comes to its end when a page does. */
function keepAtEnd(): void {
  const owner = diskOwner();
  const given = pad;
  pad = undefined;
  if (!owner || !given || pending.size === 0) return;
  const sealed = sealAtOnce(given, JSON.stringify([...pending]));
  try {
    if (sealed) localStorage.setItem(`${LAST_WORDS}${owner.personId}/${page}`, JSON.stringify(sealed));
  } catch {
    // The device has no room.
  }
  // The page may come back.
  void makePad(owner.key, PAD_BYTES).then((next) => {
    pad = next;
  });
}

type DraftEntry = [key: string, draft: LocalDraft | null];

async function lastWords({ personId, key }: { personId: string; key: CryptoKey }): Promise<DraftEntry[]> {
  const found: DraftEntry[] = [];
  for (const name of Object.keys(localStorage)) {
    if (!name.startsWith(`${LAST_WORDS}${personId}/`)) continue;
    readNames.add(name);
    try {
      const padded: Padded = JSON.parse(localStorage.getItem(name)!);
      found.push(...(await openPadded<DraftEntry[]>(key, padded)));
    } catch {
      localStorage.removeItem(name);
    }
  }
  return found;
}

/** Drafts of a version that did not seal them. Those of others go. */
function unsealedDrafts(personId: string): DraftEntry[] {
  const found: DraftEntry[] = [];
  for (const name of Object.keys(localStorage)) {
    if (!name.startsWith(UNSEALED)) continue;
    const own = `${UNSEALED}${personId}/`;
    if (!name.startsWith(own)) {
      localStorage.removeItem(name);
      continue;
    }
    readNames.add(name);
    try {
      found.push([name.slice(own.length), JSON.parse(localStorage.getItem(name)!)]);
    } catch {
      localStorage.removeItem(name);
    }
  }
  return found;
}
