import type { Page } from 'playwright-core';

/** Returns how many actions of a chat page are on its disk: a page that comes after it sends those. */
export function countUnsentActions(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('hubbub-chat');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('actions').objectStore('actions').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
}
