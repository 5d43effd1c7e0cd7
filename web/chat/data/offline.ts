import { effect } from '@preact/signals';
import { keepApp } from '../../shared/offline/keep-app.ts';
import { isFirstScreenDrawn } from './first-screen.ts';

/** Bound of the wait for a screen: nobody may be signed in, or the server may not answer. */
const LONGEST_WAIT_MS = 3000;

/**
 * Has the chat kept on this device, once the first screen is there: it is hundreds of files. A newer one serves the next visit;
 * an open page stays as it is, since somebody may be writing in it, and says that there is a newer one (`OldBuildBar`).
 */
export async function keepChat(): Promise<void> {
  await new Promise<void>((resolve) => {
    effect(() => {
      if (isFirstScreenDrawn.value) resolve();
    });
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
  // Private windows of some browsers let no app be kept: it works with a network.
  await keepApp({ app: 'chat', mayTakeOver: () => true, mayReload: () => false }).catch(() => undefined);
}
