import { useEffect } from 'preact/hooks';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import { Page } from '../shared/page.tsx';
import { Lazy, loadPart } from '../shared/ui/lazy.tsx';
import { Loading } from '../shared/ui/states.tsx';
import type { Narrow } from '../store/chat/narrow.ts';
import { BASE, channelPageAt, narrowAddressAt, pathBelow } from './addresses.ts';
import { chat, hasState } from './data/chat.ts';
import { isFirstScreenDrawn, noteScreenDrawn } from './data/first-screen.ts';
import { session } from './data/me.ts';
import { titleOf } from './data/names.ts';
import { oldHash } from './data/old-hash.ts';
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
  const place = narrowAddressAt(pathBelow()) ?? channelPlace();
  const title = place && hasState.value ? titleOf(place.narrow) : words.screens[screen?.id ?? otherScreen(location)];
  const count = hasState.value ? badgeCount.value : 0;
  return (
    <Page title={count > 0 ? words.titleWithUnread({ count: String(count), title }) : title}>
      <SignInGate />
    </Page>
  );
}

/** Returns the channel whose topics or settings are shown: the title names it. */
function channelPlace(): { narrow: Narrow } | undefined {
  const page = channelPageAt(pathBelow());
  return page && { narrow: { kind: 'channel', channelId: page.channelId } };
}

/** Returns the screen of an address that is no view: its name is the title. */
const otherScreen = (location: string) => (location === '/search' ? 'search' : 'inbox');

/** People with a chat account come in; whoever else is signed in reads why not. */
function SignInGate() {
  const hasAccount = session.value!.apps.chat !== null;
  const isDrawn = isFirstScreenDrawn.value;
  useEffect(() => {
    // One reads soon: its part is there by then.
    if (hasAccount && isDrawn) loadPart(loadConversation).catch(() => undefined);
  }, [hasAccount, isDrawn]);
  if (hasAccount) return <Shell>{hasState.value ? <Screens /> : <Loading rows={12} />}</Shell>;
  return <Lazy load={loadNoAccount} />;
}

function Screens() {
  const isOfMessages = narrowAddressAt(pathBelow()) !== undefined;
  useEffect(() => {
    // A list of messages says so itself.
    if (!isOfMessages) noteScreenDrawn();
  }, []);
  // The older form leads on as soon as what it names can be looked up.
  if (oldHash.value !== undefined) return <Lazy load={loadOldAddress} />;
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
      <Route path="/channels/new">
        <Lazy load={loadNewChannel} />
      </Route>
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

/** The bare address: the first screen. */
const Start = () => <Redirect to={startAddress()} replace />;

const loadOldAddress = async () => (await import('./parts/old-address.tsx')).OldAddress;
const loadSearch = async () => (await import('./search/screen.tsx')).SearchScreen;
const loadConversation = async () => (await import('./conversation/screen.tsx')).ConversationScreen;
const loadGone = async () => (await import('./parts/gone.tsx')).Gone;
const loadNoAccount = async () => (await import('./parts/no-account.tsx')).NoAccount;
const loadNewChannel = async () => (await import('./channel-screens.tsx')).NewChannelScreen;
const loadChannelPage = async () => (await import('./channel-screens.tsx')).ChannelPageScreen;

/** Loads the part that draws the screen of the address, while what it shows is read from the disk or asked for. */
export async function loadOpenedScreen(): Promise<void> {
  const path = pathBelow();
  const screen = screens.find(({ id }) => path.split('/')[1] === id);
  // What cannot be had is asked for again, and told, where it is drawn.
  if (screen?.load) await loadPart(screen.load).catch(() => undefined);
  else if (narrowAddressAt(path)) await loadPart(loadConversation).catch(() => undefined);
}

/** Asks for the messages of the address as soon as there is a state, while the page around them is drawn. */
export async function loadOpenedMessages(): Promise<void> {
  const place = narrowAddressAt(pathBelow());
  if (!place || place.narrow.kind === 'search') return;
  const { loadOpening } = await import('./conversation/screen.tsx');
  await loadOpening(place.narrow, place.near);
}

function NarrowScreen() {
  useLocation();
  const place = narrowAddressAt(pathBelow());
  const page = channelPageAt(pathBelow());
  if (page && chat.value.state.channels.has(page.channelId))
    return <Lazy key={`${page.page} ${page.channelId}`} load={loadChannelPage} props={page} />;
  return place && place.narrow.kind !== 'search' ? (
    <Lazy load={loadConversation} props={{ narrow: place.narrow, near: place.near }} />
  ) : (
    <Lazy load={loadGone} />
  );
}
