import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import '../shared/tokens.css';
import '../shared/base.css';
import { loadSessionAgain } from '../shared/session/session.ts';
import { texts } from '../shared/texts/index.ts';
import { allowOwnScripts } from '../shared/trusted-types.ts';
import { Button } from '../shared/ui/button.tsx';
import { Lazy } from '../shared/ui/lazy.tsx';
import { Empty, Failure, Loading } from '../shared/ui/states.tsx';
import { Toasts } from '../shared/ui/toast.tsx';
import { accountState } from './data/account.ts';
import { screenHere } from './data/place.ts';
import { startDriver } from './data/start.ts';
import { startKeepingArea } from './map/keep-day.ts';
import { screenAt, screens } from './screens.ts';
import { Shell } from './shell/shell.tsx';
import { words } from './texts/index.ts';

/** Every screen stands below `/driver`. */
const BASE = '/driver';

/** Whoever comes with a session, which is nearly every day, does not load it. */
const loadSignIn = async () => (await import('./sign-in/screen.tsx')).SignInScreen;

allowOwnScripts();

export function DriverApp() {
  useEffect(() => {
    void startDriver();
    startKeepingArea();
  }, []);
  return (
    <Router base={BASE}>
      <Driver />
      <Toasts />
    </Router>
  );
}

function Driver() {
  const [location] = useLocation();
  const screen = screenAt(location);
  const title = screen ? words.screens[screen.id] : words.title;
  useEffect(() => {
    screenHere.value = screen?.id;
  }, [screen]);
  useEffect(() => {
    document.title = `${title} · ${texts.brand}`;
  }, [title]);
  return <SignInGate />;
}

/** Door of the app, or the screens behind it. */
function SignInGate() {
  const state = accountState.value;
  switch (state.kind) {
    case 'opening':
      return <Loading rows={6} />;
    case 'sign in':
      return <Lazy load={loadSignIn} />;
    case 'unreachable':
      return (
        <main class="driver-closed">
          <h1 class="unseen">{words.title}</h1>
          <Failure onRetry={loadSessionAgain} />
        </main>
      );
    case 'insecure':
      return <Closed title={words.closed.insecure} text={words.closed.insecureText} />;
    case 'unkept':
      return (
        <Closed title={words.closed.unkept} text={words.closed.unkeptText}>
          <Button icon="refresh-cw" onClick={() => location.reload()}>
            {texts.tryAgain}
          </Button>
        </Closed>
      );
    case 'no driver':
      return (
        <Closed
          title={words.closed.noDriver}
          text={words.closed.noDriverText({ organization: state.organizationName })}
        />
      );
    case 'open':
      return (
        <Shell>
          <Switch>
            {screens.map(({ id, path, load }) => (
              <Route key={id} path={path}>
                <Lazy key={id} load={load} />
              </Route>
            ))}
            <Route>
              <Redirect to="/" replace />
            </Route>
          </Switch>
        </Shell>
      );
  }
}

function Closed({ title, text, children }: { title: string; text: string; children?: ComponentChildren }) {
  return (
    <main class="driver-closed">
      <h1 class="unseen">{words.title}</h1>
      <Empty level={2} icon="user" title={title} text={text}>
        {children ?? (
          <a class="button" href="/">
            {words.closed.home}
          </a>
        )}
      </Empty>
    </main>
  );
}
