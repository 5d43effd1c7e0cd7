import { useEffect } from 'preact/hooks';

/**
 * Keeps the page above the on-screen keyboard where a browser lays that over it (Safari): others make the page smaller, as its
 * viewport asks.
 */
export function useRoomAboveKeyboard(): void {
  useEffect(() => {
    const view = globalThis.visualViewport;
    if (!view) return;
    const { style } = document.documentElement;
    const fit = () => {
      // Who enlarges the page with two fingers sees a part of it: nothing is covered then.
      const covered = view.scale > 1 ? 0 : Math.max(0, innerHeight - view.height - view.offsetTop);
      style.setProperty('--keyboard', `${Math.round(covered)}px`);
    };
    view.addEventListener('resize', fit);
    view.addEventListener('scroll', fit);
    return () => {
      view.removeEventListener('resize', fit);
      view.removeEventListener('scroll', fit);
      style.removeProperty('--keyboard');
    };
  }, []);
}
