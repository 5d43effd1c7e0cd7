import { keepApp } from '../../shared/offline/keep-app.ts';

/**
 * Has the chat kept on this device. A newer one serves the next visit; an open page stays as it is, since somebody may be
 * writing in it, and says that there is a newer one (`OldBuildBar`).
 */
export async function keepChat(): Promise<void> {
  // Private windows of some browsers let no app be kept: it works with a network.
  await keepApp({ app: 'chat', mayTakeOver: () => true, mayReload: () => false }).catch(() => undefined);
}
