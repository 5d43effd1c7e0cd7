import { effect } from '@preact/signals';
import { hasState } from './chat.ts';
import { badgeCount } from './unread.ts';

/** Unread messages as the icon has room for. */
const MANY = 99;

/** Our icon (`public/favicon.svg`), with the count in a corner of it. */
function iconWith(count: number): string {
  const text = count > MANY ? `${MANY}+` : String(count);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6e74"/><path d="M9 8v16M23 8v16M9 16h14" stroke="#fff" stroke-width="3.5" stroke-linecap="round" fill="none"/><rect x="${text.length > 2 ? 4 : 10}" y="14" width="${text.length > 2 ? 28 : 22}" height="18" rx="9" fill="#c1281f"/><text x="${text.length > 2 ? 18 : 21}" y="28" font-family="sans-serif" font-size="14" font-weight="700" fill="#fff" text-anchor="middle">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/** Keeps the count in the icon of the tab. @returns what ends it */
export function followUnreadIcon(): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const plain = link?.href;
  return effect(() => {
    const total = hasState.value ? badgeCount.value : 0;
    if (link && plain) link.href = total > 0 ? iconWith(total) : plain;
  });
}
