import { clearDisk, diskOwner, LAST_WORDS } from '../data/disk.ts';
import { endNotices } from '../notify/browser.ts';

/** Beginning of what the chat keeps in the browser's storage: drafts, searches, emoji, what is folded. */
const OF_CHAT = 'chat-';

/** Takes everything of whoever signs out from this browser. What others could not send here stays, sealed, until they return. */
export async function endVisit(): Promise<void> {
  const own = diskOwner()?.personId;
  const isOthers = (key: string) => key.startsWith(LAST_WORDS) && key.split('/')[1] !== own;
  for (const key of Object.keys(localStorage))
    if (key.startsWith(OF_CHAT) && !isOthers(key)) localStorage.removeItem(key);
  await clearDisk().catch(() => undefined);
  await endNotices().catch(() => undefined);
}
