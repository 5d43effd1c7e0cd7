import { signal } from '@preact/signals';
import { signOut } from '../../shared/session/session.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { unsentCount } from '../data/outbox.ts';
import { words } from '../texts/index.ts';

/** Whether the question is open that comes before what is unsent is lost. */
export const isLeaveAsked = signal(false);

/** Signs out, and takes everything of this person from the browser; asks first when something is not sent. */
export async function leaveChat(): Promise<void> {
  if (unsentCount() > 0) isLeaveAsked.value = true;
  else await leave();
}

/** Signs out without asking. */
export async function leave(): Promise<void> {
  try {
    const { endVisit } = await import('./end-visit.ts');
    await signOut(endVisit);
  } catch {
    showToast(words.signOutOffline, undefined, 'refused');
  }
}
