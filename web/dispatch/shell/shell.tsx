import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { AppSwitch } from '../../shared/app-switch/app-switch.tsx';
import { useChatUnread } from '../../shared/app-switch/use-chat-unread.ts';
import { useKeys } from '../../shared/keys.ts';
import { signOut } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { BrandMark } from '../../shared/ui/brand-mark.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { KeyHelp } from '../../shared/ui/key-help.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { PretendNote } from '../beginning/pretend.tsx';
import { useAddress, useGo, useSheet } from '../data/address.ts';
import { leaveChatPane } from '../data/chat-pane.ts';
import { useExceptions } from '../data/exceptions.ts';
import { mayWrite, session } from '../data/me.ts';
import { undo } from '../data/moves.ts';
import { useQuestions } from '../data/questions.ts';
import { inboxItems } from '../inbox/items.ts';
import { screens } from '../screens.ts';
import { words } from '../texts/index.ts';
import { ChatPane } from './chat-pane.tsx';
import { Connection } from './connection.tsx';
import { ConsolePalette } from './console-palette.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { SideSheet } from './side-sheet.tsx';
import './shell.css';

/** Frame of every screen of the console: navigation, search and connection state. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const go = useGo();
  const { openNewTask, closeSheet } = useSheet();
  const [{ task, worker, open: form }] = useAddress();
  const isSheetOpen = Boolean(task ?? worker ?? form);
  const writes = mayWrite.value;
  const chatUnread = useChatUnread(session.value!);
  useQuestions();
  useExceptions();
  useKeys({
    palette: () => setOpen('palette'),
    help: () => setOpen('keys'),
    // What is selected is let go of by the same key, when nothing is open any more.
    ...(isSheetOpen && { close: closeSheet }),
    ...(writes && { undo, newTask: openNewTask }),
    ...Object.fromEntries(screens.flatMap(({ id, key }) => (key ? [[key, () => go(id)]] : []))),
  });
  const close = () => setOpen(undefined);
  const main = useRef<HTMLElement>(null);
  return (
    <div class="console">
      <SkipLink main={main} />
      <header class="console-header">
        <BrandMark name={session.value!.organization.name} />
        <a class="console-brand" href="/" dir="auto">
          {session.value!.organization.name}
        </a>
        <Navigation />
        <div class="console-tools">
          <Connection />
          <Button icon="search" onClick={() => setOpen('palette')}>
            {words.find}
          </Button>
          {writes && (
            <Button kind="primary" icon="plus" onClick={openNewTask}>
              {words.newTask}
            </Button>
          )}
          <AppSwitch session={session.value!} here="dispatch" unread={chatUnread} />
          <Menu
            label={words.more}
            items={[
              ...screens
                .filter(({ isInMenu }) => isInMenu)
                .map(({ id, icon }) => ({ label: words.screens[id], icon, choose: () => go(id) })),
              { label: texts.keys.title, icon: 'keyboard', choose: () => setOpen('keys') },
              { label: texts.session.signOut, icon: 'log-out', choose: () => void signOut(leaveChatPane) },
            ]}
          />
        </div>
      </header>
      <PretendNote />
      <div class="console-body">
        <main ref={main} class="console-main" tabIndex={-1}>
          {children}
        </main>
        <ChatPane />
        <SideSheet />
      </div>
      {open === 'palette' && <ConsolePalette onClose={close} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <KeyHelp onClose={close} />}
      <LeaveDialog />
    </div>
  );
}

/** The first stop for Tab, seen while it has the focus: leads past the navigation. */
function SkipLink({ main }: { main: RefObject<HTMLElement | null> }) {
  return (
    <button type="button" class="button console-skip" onClick={() => main.current?.focus()}>
      {words.skip}
    </button>
  );
}

/** Number of things in the inbox; empty for none. */
function InboxCount() {
  const count = inboxItems.value.length;
  if (count === 0) return null;
  return (
    <span class="badge count for-you">
      <bdi aria-hidden="true">{count}</bdi>
      <span class="unseen">{words.inbox.count({ count })}</span>
    </span>
  );
}

function Navigation() {
  const [location] = useLocation();
  const nav = useRef<HTMLElement>(null);
  const isCounting = inboxItems.value.length > 0;
  // Where there is no room for all of them, where one is can be seen; a count that comes moves them.
  useEffect(() => {
    nav.current!.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [location, isCounting]);
  return (
    <nav ref={nav} class="console-nav" aria-label={words.navigation}>
      {screens
        .filter(({ id, isInMenu }) => !isInMenu || location === `/${id}`)
        .map(({ id, icon, isDaily }) => (
          <Link
            key={id}
            class={isDaily && 'daily'}
            href={`/${id}${globalThis.location.search}`}
            aria-current={location === `/${id}` ? 'page' : undefined}
          >
            <Icon name={icon} />
            {words.screens[id]}
            {id === 'inbox' && <InboxCount />}
          </Link>
        ))}
    </nav>
  );
}
