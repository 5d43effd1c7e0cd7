import { useEffect } from 'preact/hooks';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import { Page } from '../shared/page.tsx';
import { sessionState } from '../shared/session/session.ts';
import { Lazy } from '../shared/ui/lazy.tsx';
import { Loading } from '../shared/ui/states.tsx';
import type { Narrow } from '../store/chat/narrow.ts';
import { addressOf, BASE, narrowAddressAt, narrowAddressInHash, pathBelow, topicsAddressAt } from './addresses.ts';
import { chat, hasState } from './data/chat.ts';
import { followChat } from './data/connection.ts';
import { session } from './data/me.ts';
import { titleOf } from './data/names.ts';
import { badgeCount } from './data/unread.ts';
import { screens, startAddress } from './screens.ts';
import { Shell } from './shell/shell.tsx';
import { words } from './texts/index.ts';

export function ChatApp() {
  return (
    <Router base={BASE}>
      <Chat />
    </Router>
  );
}

function Chat() {
  const [location] = useLocation();
  const screen = screens.find(({ id }) => location.split('/')[1] === id);
  const place = narrowAddressAt(pathBelow()) ?? topicsPlace();
  const title = place && hasState.value ? titleOf(place.narrow) : words.screens[screen?.id ?? otherScreen(location)];
  const count = hasState.value ? badgeCount.value : 0;
  return (
    <Page title={count > 0 ? words.titleWithUnread({ count: String(count), title }) : title}>
      <SignInGate />
    </Page>
  );
}

/** Returns the channel whose topics are shown: the title names it. */
function topicsPlace(): { narrow: Narrow } | undefined {
  const channelId = topicsAddressAt(pathBelow());
  return channelId === undefined ? undefined : { narrow: { kind: 'channel', channelId } };
}

/** Returns the screen of an address that is no view: its name is the title. */
const otherScreen = (location: string) => (location === '/search' ? 'search' : 'inbox');

/** People with a chat account come in; whoever else is signed in reads why not. */
function SignInGate() {
  const { kind } = sessionState.value;
  const { apps, person } = session.value!;
  const hasAccount = apps.chat !== null;
  useEffect(() => {
    if (!hasAccount || kind !== 'signed in') return;
    followChat(person.id);
    // One reads soon: its part is there by then.
    setTimeout(() => void loadConversation(), PREFETCH_MS);
  }, [hasAccount, person.id, kind]);
  if (hasAccount) return <Shell>{hasState.value ? <Screens /> : <Loading rows={12} />}</Shell>;
  return <Lazy load={loadNoAccount} />;
}

function Screens() {
  return (
    <Switch>
      {screens.map(
        ({ id, load, hasParts }) =>
          load && (
            <Route key={id} path={hasParts ? `/${id}/*?` : `/${id}`}>
              <Lazy key={id} load={load} />
            </Route>
          ),
      )}
      <Route path="/search">
        <Lazy load={loadSearch} />
      </Route>
      <Route path="/">
        <Start />
      </Route>
      <Route>
        <NarrowScreen />
      </Route>
    </Switch>
  );
}

/** The bare address: the first screen, or what an address in the older form names. */
function Start() {
  const place = narrowAddressInHash(globalThis.location.hash);
  const to = place && place.narrow.kind !== 'search' ? addressOf(place.narrow, place) : startAddress();
  return <Redirect to={to} replace />;
}

const loadSearch = async () => (await import('./search/screen.tsx')).SearchScreen;
const loadConversation = async () => (await import('./conversation/screen.tsx')).ConversationScreen;
const loadGone = async () => (await import('./parts/gone.tsx')).Gone;
const loadNoAccount = async () => (await import('./parts/no-account.tsx')).NoAccount;
const loadTopics = async () => (await import('./topics/screen.tsx')).TopicsScreen;

/** After the first screen was painted. */
const PREFETCH_MS = 1000;

function NarrowScreen() {
  useLocation();
  const place = narrowAddressAt(pathBelow());
  const topicsOf = topicsAddressAt(pathBelow());
  if (topicsOf !== undefined && chat.value.state.channels.has(topicsOf))
    return <Lazy key={topicsOf} load={loadTopics} props={{ channelId: topicsOf }} />;
  return place && place.narrow.kind !== 'search' ? (
    <Lazy load={loadConversation} props={{ narrow: place.narrow, near: place.near }} />
  ) : (
    <Lazy load={loadGone} />
  );
}
