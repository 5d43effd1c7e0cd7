import { type App, usableApps } from '../../../rules/apps.ts';
import type { Session } from '../session/session.ts';
import { Menu } from '../ui/menu.tsx';
import './app-switch.css';
import { switchWords as words } from './texts/index.ts';

const ICONS = { dispatch: 'map', chat: 'message-circle', driver: 'truck', admin: 'users' } as const;

/** Unread messages of a person in the chat that are for them. */
export interface ChatUnread {
  direct: number;
  mentions: number;
}

interface AppSwitchProps {
  session: Session;
  /** The app that they are in. */
  here: App;
  /** Undefined where it is not known, or shown by the app itself. */
  unread?: ChatUnread | undefined;
}

/** The one way from app to app, the same in all of them: what this person may use, and their account. */
export function AppSwitch({ session, here, unread }: AppSwitchProps) {
  const count = unread ? unread.direct + unread.mentions : 0;
  const { title: label } = words;
  return (
    <span class="app-switch">
      <Menu
        icon="layout-grid"
        label={count > 0 ? words.titleWithUnread({ count }) : label}
        items={[
          ...usableApps(session.apps, session.standing !== null).map((app) => ({
            ...{ label: words[app], icon: ICONS[app], href: `/${app}`, isHere: app === here },
            ...(app === 'chat' && count > 0 && { hint: unreadWords(unread!) }),
          })),
          { label: words.account, icon: 'circle-user', href: '/account' },
        ]}
      />
      {count > 0 && (
        <span class="badge count for-you" aria-hidden="true">
          {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        </span>
      )}
    </span>
  );
}

/** The server counts no further either. */
const MAX_SHOWN = 99;

function unreadWords({ direct, mentions }: ChatUnread): string {
  return [direct > 0 && words.direct({ count: direct }), mentions > 0 && words.mentions({ count: mentions })]
    .filter(Boolean)
    .join(' · ');
}
