import { useEffect } from 'preact/hooks';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import { Page } from '../shared/page.tsx';
import { sessionState } from '../shared/session/session.ts';
import { Lazy } from '../shared/ui/lazy.tsx';
import { Empty, Loading } from '../shared/ui/states.tsx';
import { addressOf, BASE, narrowAddressAt, narrowAddressInHash, pathBelow } from './addresses.ts';
import { ConversationScreen } from './conversation/screen.tsx';
import { hasState } from './data/chat.ts';
import { followChat } from './data/connection.ts';
import { session } from './data/me.ts';
import { titleOf } from './data/names.ts';
import { unreadCounts } from './data/unread-counts.ts';
import { screens } from './screens.ts';
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
  const screen = screens.find(({ id }) => location === `/${id}`);
  const place = narrowAddressAt(pathBelow());
  const title = place && hasState.value ? titleOf(place.narrow) : words.screens[screen?.id ?? 'inbox'];
  const count = hasState.value ? unreadCounts.value.total : 0;
  return (
    <Page title={count > 0 ? words.titleWithUnread({ count: String(count), title }) : title}>
      <SignInGate />
    </Page>
  );
}

/** People with a chat account come in; whoever else is signed in reads why not. */
function SignInGate() {
  const { kind } = sessionState.value;
  const { apps, organization, person } = session.value!;
  const hasAccount = apps.chat !== null;
  useEffect(() => {
    if (hasAccount && kind === 'signed in') followChat(person.id);
  }, [hasAccount, person.id, kind]);
  if (hasAccount) return <Shell>{hasState.value ? <Screens /> : <Loading rows={12} />}</Shell>;
  return (
    <main class="no-account">
      <h1 class="unseen">{words.title}</h1>
      <Empty
        level={2}
        icon="user"
        title={words.noAccount.title}
        text={words.noAccount.text({ organization: organization.name })}
      >
        <a class="button" href="/">
          {words.noAccount.home}
        </a>
      </Empty>
    </main>
  );
}

function Screens() {
  return (
    <Switch>
      {screens.map(
        ({ id, load }) =>
          load && (
            <Route key={id} path={`/${id}`}>
              <Lazy key={id} load={load} />
            </Route>
          ),
      )}
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
  const to = place && place.narrow.kind !== 'search' ? addressOf(place.narrow, place) : `/${screens[0].id}`;
  return <Redirect to={to} replace />;
}

function NarrowScreen() {
  useLocation();
  const place = narrowAddressAt(pathBelow());
  if (place) return <ConversationScreen {...place} />;
  return (
    <Empty level={2} icon="search" title={words.gone.title} text={words.gone.text}>
      <a class="button" href={`${BASE}/inbox`}>
        {words.gone.home}
      </a>
    </Empty>
  );
}
