import { signal } from '@preact/signals';
import { readStored, storageName, writeStored } from '../data/stored.ts';
import { usualColumns } from './columns.tsx';

/** A filter that somebody has named, with the columns that belong to it. */
export interface SavedFilter {
  name: string;
  /** The parts of the address that narrow and sort. */
  parts: Readonly<Record<string, string>>;
  columns: readonly string[];
}

/** Table settings that this browser stores for the signed-in person. */
interface SavedTable {
  columns: readonly string[];
  filters: readonly SavedFilter[];
  /** Meanings of columns in imported files, by their headings. */
  meanings: Readonly<Record<string, string>>;
}

const nothing: SavedTable = { columns: usualColumns, filters: [], meanings: {} };
/** Headings that are remembered; the oldest are forgotten. */
const MAX_MEANINGS = 300;

export const savedTable = signal<SavedTable>(nothing);

export function readSavedTable(): void {
  savedTable.value = { ...nothing, ...readStored<SavedTable>('table') };
}

/** Keeps what a change makes of what is kept by now: another tab may have kept something since. */
export function keep(change: (now: SavedTable) => Partial<SavedTable>): void {
  const now = { ...savedTable.value, ...readStored<SavedTable>('table') };
  savedTable.value = { ...now, ...change(now) };
  writeStored('table', savedTable.value);
}

/** Shows what another tab keeps, too. */
export function followSavedTable(): () => void {
  const read = ({ key }: StorageEvent) => {
    if (key === storageName('table')) readSavedTable();
  };
  addEventListener('storage', read);
  return () => removeEventListener('storage', read);
}

export function keepMeanings(meanings: Readonly<Record<string, string>>): void {
  keep(({ meanings: known }) => {
    // What is said again is the newest.
    const older = Object.entries(known).filter(([heading]) => !Object.hasOwn(meanings, heading));
    return { meanings: Object.fromEntries([...older, ...Object.entries(meanings)].slice(-MAX_MEANINGS)) };
  });
}
