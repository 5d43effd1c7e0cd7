import { useEffect } from 'preact/hooks';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import { Page } from '../shared/page.tsx';
import { Lazy } from '../shared/ui/lazy.tsx';
import { Empty } from '../shared/ui/states.tsx';
import { has, session } from './data/me.ts';
import { type ConsoleScreen, type Screen, screenAt, screens } from './screens.ts';
import { Shell } from './shell/shell.tsx';
import { words } from './texts/index.ts';

/** Every screen stands below `/admin`. */
const BASE = '/admin';

export function AdminApp() {
  return (
    <Router base={BASE}>
      <Administration />
    </Router>
  );
}

function Administration() {
  const [location] = useLocation();
  const screen = screenAt(location);
  return (
    <Page title={screen ? words.screens[screen.id] : words.title}>
      <SignInGate />
    </Page>
  );
}

/** Shows the app to people who manage something in the organization, and a reason to everybody else signed in. */
function SignInGate() {
  const first = screens.find((screen) => 'load' in screen && has(screen.need));
  if (!first)
    return (
      <main class="admin-no-access">
        <h1 class="unseen">{words.title}</h1>
        <Empty
          level={2}
          icon="user"
          title={words.noAccess.title}
          text={words.noAccess.text({ organization: session.value.organization.name })}
        >
          <a class="button" href="/">
            {words.noAccess.home}
          </a>
        </Empty>
      </main>
    );
  return (
    <Shell>
      <Switch>
        {screens.map((screen) => (
          <Route key={screen.id} path={`/${screen.id}/*?`}>
            <Part screen={screen} />
          </Route>
        ))}
        <Route>
          <Redirect to={`/${first.id}`} replace />
        </Route>
      </Switch>
    </Shell>
  );
}

function Part({ screen }: { screen: Screen | ConsoleScreen }) {
  const { id, need, icon } = screen;
  if (has(need)) return 'load' in screen ? <Lazy key={id} load={screen.load} /> : <Leave to={screen.leadsTo} />;
  return (
    <>
      <h1 class="unseen">{words.screens[id]}</h1>
      <Empty level={2} icon={icon} title={words.lacksTitle} text={words.lacks[need]} />
    </>
  );
}

/** Goes on to another app. */
function Leave({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to]);
  return null;
}
