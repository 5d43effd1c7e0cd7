import type { ComponentType } from 'preact';
import type { IconName } from '../shared/ui/icon-names.ts';
import type { Words } from './texts/index.ts';

/** One of the app's screens. Its part of the page comes when it is first gone to; it lies on the phone before. */
export interface Screen {
  /** Its name in the words. */
  id: keyof Words['screens'];
  /** Its address below `/driver`. */
  path: string;
  /** In the navigation below; absent: reached from a task. */
  icon?: IconName;
  load(): Promise<ComponentType>;
}

/** In the order of the navigation. */
export const screens: readonly Screen[] = [
  { id: 'today', path: '/', icon: 'route', load: async () => (await import('./today/screen.tsx')).TodayScreen },
  { id: 'sent', path: '/sent', icon: 'send', load: async () => (await import('./sent/screen.tsx')).SentScreen },
  { id: 'me', path: '/me', icon: 'user', load: async () => (await import('./me/screen.tsx')).MeScreen },
  { id: 'stop', path: '/task/:taskId', load: async () => (await import('./stop/screen.tsx')).StopScreen },
  { id: 'ask', path: '/task/:taskId/ask', load: async () => (await import('./ask/screen.tsx')).AskScreen },
];

export function screenAt(location: string): Screen | undefined {
  const depth = location.split('/').length;
  return screens.find(({ path }) =>
    path.includes(':') && location.startsWith('/task/') ? path.split('/').length === depth : path === location,
  );
}
