import { texts } from '../texts/index.ts';
import type { MenuItem } from '../ui/menu.tsx';
import type { Session } from './session.ts';

type App = 'dispatch' | 'chat' | 'driver' | 'admin';

const ICONS = { dispatch: 'map', chat: 'message-circle', driver: 'truck', admin: 'users' } as const;

/** Returns the links to a person's other apps and account. @param here the app that they are in */
export function appLinks({ apps, standing }: Session, here: App): MenuItem[] {
  const may: Record<App, boolean> = {
    dispatch: apps.dispatch !== null,
    chat: apps.chat !== null,
    driver: apps.driver !== null,
    admin: standing !== null,
  };
  const others = (Object.keys(may) as App[]).filter((app) => may[app] && app !== here);
  return [
    ...others.map((app) => ({ label: texts.apps[app], icon: ICONS[app], choose: () => location.assign(`/${app}`) })),
    { label: texts.apps.account, icon: 'circle-user', choose: () => location.assign('/account') },
  ];
}
