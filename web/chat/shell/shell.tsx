import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useKeys } from '../../shared/keys.ts';
import { appLinks } from '../../shared/session/app-links.ts';
import { signOut } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { KeyHelp } from '../../shared/ui/key-help.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { session } from '../data/me.ts';
import { Left } from '../left/left.tsx';
import { screens } from '../screens.ts';
import { words } from '../texts/index.ts';
import './shell.css';

/** Frame of every screen: views and conversations on the left, and what one reads beside them. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [location, go] = useLocation();
  const [isLeftOpen, setLeftOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  // Where there is no room for both, the left side goes when something was chosen.
  useEffect(() => setLeftOpen(false), [location]);
  useKeys({
    help: () => setHelpOpen(true),
    ...Object.fromEntries(screens.flatMap(({ id, key }) => (key ? [[key, () => go(`/${id}`)]] : []))),
  });
  return (
    <div class={isLeftOpen ? 'chat left-open' : 'chat'}>
      <header class="chat-header">
        <span class="chat-left-button">
          <IconButton
            icon="rows-3"
            label={words.navigation}
            aria-expanded={isLeftOpen}
            onClick={() => setLeftOpen(!isLeftOpen)}
          />
        </span>
        <a class="chat-brand" href="/chat" dir="auto">
          {session.value!.organization.name}
        </a>
        <Menu
          label={words.more}
          items={[
            { label: texts.keys.title, icon: 'keyboard', choose: () => setHelpOpen(true) },
            ...appLinks(session.value!, 'chat'),
            { label: texts.session.signOut, icon: 'log-out', choose: () => void signOut() },
          ]}
        />
      </header>
      <Left />
      <main class="chat-main">{children}</main>
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}
