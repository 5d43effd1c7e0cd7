import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { AppSwitch } from '../../shared/app-switch/app-switch.tsx';
import { useChatUnread } from '../../shared/app-switch/use-chat-unread.ts';
import { signOut } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { BrandMark } from '../../shared/ui/brand-mark.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { has, session } from '../data/me.ts';
import { screens } from '../screens.ts';
import { words } from '../texts/index.ts';
import './shell.css';

/** Whoever chose a screen knows where they are: no ring is drawn around it. */
const QUIETLY = { preventScroll: true, focusVisible: false } as FocusOptions;

/** The ID of the navigation. */
const NAVIGATION = 'navigation';

/** Frame of every screen: the organization and the navigation. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const before = useRef(location);
  // Another screen is read from its beginning, and Tab goes on there. The bare address is no screen.
  useEffect(() => {
    if (before.current !== location && before.current !== '/') main.current!.focus(QUIETLY);
    before.current = location;
    main.current!.scrollTop = 0;
  }, [location]);
  const [isOpen, setOpen] = useState(false);
  // Where there is no room for it, it goes when a screen was chosen.
  useEffect(() => setOpen(false), [location]);
  const { organization } = session.value;
  const chatUnread = useChatUnread(session.value);
  return (
    <div class="admin">
      <header class="admin-header">
        <span class="admin-nav-button">
          <IconButton
            icon="rows-3"
            label={words.navigation}
            aria-expanded={isOpen}
            aria-controls={NAVIGATION}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
        <BrandMark name={organization.name} />
        <a class="admin-brand" href="/" dir="auto">
          {organization.name}
        </a>
        <span class="admin-where">{words.title}</span>
        <AppSwitch session={session.value} here="admin" unread={chatUnread} />
        <Menu
          label={words.more}
          items={[{ label: texts.session.signOut, icon: 'log-out', choose: () => void signOut() }]}
        />
      </header>
      <Navigation isOpen={isOpen} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1) */}
      <main ref={main} class="admin-main" tabIndex={0}>
        {children}
      </main>
    </div>
  );
}

function Navigation({ isOpen }: { isOpen: boolean }) {
  const [location] = useLocation();
  const mine = screens.filter(({ need }) => has(need));
  const groups = Map.groupBy(mine, ({ group }) => group);
  return (
    <nav id={NAVIGATION} class={isOpen ? 'admin-nav open' : 'admin-nav'} aria-label={words.navigation}>
      {[...groups].map(([group, members]) => (
        <section key={group} aria-label={words.groups[group]}>
          <p aria-hidden="true">{words.groups[group]}</p>
          {members.map((screen) => {
            const { id, icon } = screen;
            if ('leadsTo' in screen)
              return (
                <a key={id} href={screen.leadsTo}>
                  <Icon name={icon} />
                  {words.screens[id]}
                  <Icon name="external-link" />
                  <span class="unseen">{words.inConsole}</span>
                </a>
              );
            const isHere = location === `/${id}` || location.startsWith(`/${id}/`);
            return (
              <Link key={id} href={`/${id}`} aria-current={isHere ? 'page' : undefined}>
                <Icon name={icon} />
                {words.screens[id]}
              </Link>
            );
          })}
        </section>
      ))}
    </nav>
  );
}
