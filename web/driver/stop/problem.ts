import { StorageFull } from '../data/database.ts';
import { UnreadablePicture } from './shrink.ts';
import { stopWords as words } from './texts/index.ts';

/** Returns the message for a storage failure. */
export function problemOf(error: unknown): string {
  if (error instanceof StorageFull) return words.full;
  if (error instanceof UnreadablePicture) return words.unreadable;
  return words.unkept;
}
