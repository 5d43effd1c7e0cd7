import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { texts } from '../../shared/texts/index.ts';
import { BrandMark } from '../../shared/ui/brand-mark.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { Menu, type MenuItem } from '../../shared/ui/menu.tsx';
import { chat, hasState } from '../data/chat.ts';
import { awaitFirstScreen, isFirstScreenDrawn } from '../data/first-screen.ts';
import { isStatusAsked, personIntent } from '../data/intents.ts';
import { ownUserId, session } from '../data/me.ts';
import { userSettings } from '../data/settings.ts';
import { isLeaveAsked, leaveChat } from '../leave/sign-out.ts';
import { Left } from '../left/left.tsx';
import { isLeftOpen, isRightShown, uncoverMessages } from '../parts/right-state.ts';
import { words } from '../texts/index.ts';
import { useShellKeys } from './keys.ts';
import './shell.css';

const loadSwitch = async () => (await import('../../shared/app-switch/app-switch.tsx')).AppSwitch;
const loadRight = async () => (await import('../right/right.tsx')).PeopleSide;
const loadKeyHelp = async () => (await import('../../shared/ui/key-help.tsx')).KeyHelp;
const loadSignOut = async () => (await import('./sign-out-dialog.tsx')).SignOutDialog;
const loadPalette = async () => (await import('../palette/palette.tsx')).ChatPalette;
const loadCompose = async () => (await import('../composer/compose.tsx')).Compose;
const loadExtras = async () => (await import('./extras.tsx')).Extras;
const loadNotify = async () => (await import('../notify/notify.tsx')).Notify;
const loadRestButton = async () => (await import('../notify/rest-button.tsx')).RestButton;
const loadRest = async () => (await import('../notify/rest-dialog.tsx')).RestDialog;
const loadStatus = async () => (await import('../status/status-dialog.tsx')).StatusDialog;
const loadCard = async () => (await import('../person-card/person-card.tsx')).PersonCard;

/** Frame of every screen: views and conversations on the left, and what one reads beside them. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [location, go] = useLocation();
  const [open, setOpen] = useState<'keys' | 'palette' | 'rest'>();
  const close = () => setOpen(undefined);
  const rest = () => setOpen('rest');
  // Where there is no room for both, the left side goes when something was chosen.
  useEffect(() => {
    uncoverMessages();
  }, [location]);
  const isKnown = hasState.value;
  useEffect(() => {
    if (isKnown) awaitFirstScreen();
  }, [isKnown]);
  /** Whether the first screen is there: what it can do without comes after it. */
  const isLater = isKnown && isFirstScreenDrawn.value;
  useEffect(() => (isLater ? reportPresence() : undefined), [isLater]);
  const hasRight = isKnown && isRightShown();
  useShellKeys({ help: () => setOpen('keys'), ...(isKnown && { palette: () => setOpen('palette') }) });
  return (
    <>
      {isLater && <Lazy load={loadNotify} isQuiet />}
      <div class={['chat', isLeftOpen.value && 'left-open', hasRight && 'with-right'].filter(Boolean).join(' ')}>
        <header class="chat-header">
          <BrandMark name={session.value!.organization.name} />
          <a class="chat-brand" href="/chat" dir="auto">
            {session.value!.organization.name}
          </a>
          <Link class="button quiet" href="/search">
            <Icon name="search" />
            <span>{words.screens.search}</span>
          </Link>
          {isLater && <Lazy load={loadRestButton} isQuiet props={{ onOpen: rest }} />}
          {isKnown && <IconButton icon="list-filter" label={texts.palette.title} onClick={() => setOpen('palette')} />}
          <Lazy load={loadSwitch} isQuiet props={{ session: session.value!, here: 'chat' as const }} />
          <Menu
            label={words.more}
            items={[
              ...(isKnown ? ownItems() : []),
              { label: words.rest, icon: 'bell-off', choose: rest },
              { label: texts.keys.title, icon: 'keyboard', choose: () => setOpen('keys') },
              { label: words.screens.settings, icon: 'settings', choose: () => go('/settings') },
              { label: texts.session.signOut, icon: 'log-out', choose: () => void leaveChat() },
            ]}
          />
        </header>
        <Left />
        <main class="chat-main">{children}</main>
        {isKnown && <Lazy load={loadExtras} isQuiet />}
        {isLater && <Lazy load={loadCompose} isQuiet />}
        {hasRight && isLater && <Lazy load={loadRight} isQuiet />}
        {isKnown && <PersonCardPart />}
        {isKnown && isStatusAsked.value && <Lazy load={loadStatus} isQuiet />}
        {isLeaveAsked.value && <Lazy load={loadSignOut} isQuiet />}
        {isKnown && open === 'rest' && <Lazy load={loadRest} isQuiet props={{ onClose: close }} />}
        {open === 'keys' && <Lazy load={loadKeyHelp} isQuiet props={{ onClose: close }} />}
        {open === 'palette' && (
          <Lazy load={loadPalette} isQuiet props={{ onClose: close, onKeys: () => setOpen('keys'), onRest: rest }} />
        )}
      </div>
    </>
  );
}

/** Says that the person is here, as long as the page is open. @returns what ends it */
function reportPresence() {
  const following = import('../data/report-presence.ts')
    .then(({ followPresence }) => followPresence())
    .catch(() => undefined);
  return () => void following.then((end) => end?.());
}

const setInvisible = async (invisible: boolean) => (await import('../data/invisible.ts')).setInvisible(invisible);

// As values of their own: the frame is not drawn anew for each change of the chat.
const isInvisible = computed(() => !userSettings().presence_enabled);
const ownStatus = computed(() => chat.value.state.statuses.get(ownUserId.value)?.status_text);

/** Menu items about the person: their status, and whether others see that they are here. */
function ownItems(): MenuItem[] {
  const [invisible, hint] = [isInvisible.value, ownStatus.value];
  return [
    {
      label: words.status,
      icon: 'smile',
      ...(hint && { hint }),
      choose: () => {
        isStatusAsked.value = true;
      },
    },
    { label: words.invisible, icon: 'eye-off', checked: invisible, choose: () => void setInvisible(!invisible) },
  ];
}

/** The card of a person, once one was asked for. */
function PersonCardPart() {
  return personIntent.value ? <Lazy load={loadCard} isQuiet /> : null;
}
