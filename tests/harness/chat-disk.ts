/** For tests, in a page of the chat: whether a copy of that name is on its disk. */
export async function isStored(name: string): Promise<boolean> {
  const all = await indexedDB.databases();
  if (!all.some(({ name }) => name === 'hubbub-chat')) return false;
  return new Promise((resolve) => {
    const opening = indexedDB.open('hubbub-chat');
    opening.onsuccess = () => {
      const db = opening.result;
      const listing = db.transaction('copies').objectStore('copies').getAllKeys();
      listing.onsuccess = () => {
        db.close();
        resolve(listing.result.some((key) => (key as string[])[1] === name));
      };
    };
  });
}
