import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { appLinks } from '../../shared/session/app-links.ts';
import { signOut } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { KeyHelp } from '../../shared/ui/key-help.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Compose } from '../composer/compose.tsx';
import { hasState } from '../data/chat.ts';
import { session } from '../data/me.ts';
import { followPresence } from '../data/presence.ts';
import { Left } from '../left/left.tsx';
import { isLeftOpen } from '../parts/back-button.tsx';
import { words } from '../texts/index.ts';
import { useShellKeys } from './keys.ts';
import './shell.css';
import { followUnreadIcon } from './unread-icon.ts';

/** Frame of every screen: views and conversations on the left, and what one reads beside them. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [location] = useLocation();
  const [isHelpOpen, setHelpOpen] = useState(false);
  // Where there is no room for both, the left side goes when something was chosen.
  useEffect(() => {
    isLeftOpen.value = false;
  }, [location]);
  useEffect(() => followUnreadIcon(), []);
  const isKnown = hasState.value;
  useEffect(() => (isKnown ? followPresence() : undefined), [isKnown]);
  useShellKeys({ help: () => setHelpOpen(true) });
  return (
    <div class={isLeftOpen.value ? 'chat left-open' : 'chat'}>
      <header class="chat-header">
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
      {hasState.value && <Compose />}
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}
