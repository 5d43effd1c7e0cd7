import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Says how the phone is connected: browsers of tests say nothing of it. */
export function connectBy(type: string): void {
  Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { type }) });
}

/** Colours of the map's picture a quarter from above and from below, and of the page's token for water. */
async function coloursOf(tab: Page) {
  const { data, info } = await sharp(await tab.locator('.stop-map canvas').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (share: number) => {
    const start = (Math.floor(info.height * share) * info.width + Math.floor(info.width / 4)) * 3;
    return [...data.subarray(start, start + 3)];
  };
  const sea = await tab.evaluate(() => {
    const probe = document.createElement('span');
    probe.style.color = 'var(--accent-ground)';
    document.body.append(probe);
    const canvas = document.createElement('canvas').getContext('2d')!;
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
    probe.remove();
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  });
  return { north: at(0.25), south: at(0.75), sea };
}
const isNear = (one: number[], other: number[]) => one.every((part, n) => Math.abs(part - other[n]!) <= 8);

/** Whether the map of a stop has water in the north and none in the south. */
export async function hasShore(tab: Page): Promise<boolean> {
  const { north, south, sea } = await coloursOf(tab);
  return isNear(north, sea) && !isNear(south, sea);
}

/** Workers and names of the parts of maps that the phone's database has. */
export async function partsOnPhone(): Promise<[string, string][]> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await done(indexedDB.open('hubbub-driver'));
  const keys = (await done(db.transaction('copies').objectStore('copies').getAllKeys())) as [string, string][];
  db.close();
  return keys.filter(([, name]) => name.startsWith('map '));
}
