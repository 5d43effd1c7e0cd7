import { useEffect } from 'preact/hooks';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import { Page } from '../shared/page.tsx';
import { sessionState } from '../shared/session/session.ts';
import { Lazy } from '../shared/ui/lazy.tsx';
import { Empty, Loading } from '../shared/ui/states.tsx';
import { beginning } from './beginning/steps.ts';
import { followFloor } from './data/connection.ts';
import { isWhole } from './data/floor.ts';
import { session } from './data/me.ts';
import { urgentCount } from './inbox/items.ts';
import { BEGINNERS_SCREEN, FIRST_SCREEN, screenAt, screens } from './screens.ts';
import { Shell } from './shell/shell.tsx';
import { words } from './texts/index.ts';

/** Every screen stands below `/dispatch`. */
const BASE = '/dispatch';

export function DispatchApp() {
  return (
    <Router base={BASE}>
      <Dispatcher />
    </Router>
  );
}

function Dispatcher() {
  const [location] = useLocation();
  const screen = screenAt(location);
  const title = screen ? words.screens[screen.id] : words.title;
  const count = urgentCount.value;
  return (
    <Page title={count > 0 ? words.titleWithCount({ count: String(count), title }) : title}>
      <SignInGate />
    </Page>
  );
}

/** Administrators of deliveries come in; whoever else is signed in reads why not. */
function SignInGate() {
  const { kind } = sessionState.value;
  const known = session.value!;
  const isDispatcher = known.apps.dispatch !== null;
  const personId = known.person.id;
  useEffect(() => {
    if (isDispatcher && kind === 'signed in') followFloor(personId);
  }, [isDispatcher, personId, kind]);
  if (!isDispatcher)
    return (
      <main class="console-no-access">
        <h1 class="unseen">{words.title}</h1>
        <Empty
          level={2}
          icon="user"
          title={words.noAccess.title}
          text={words.noAccess.text({ organization: known.organization.name })}
        >
          <a class="button" href="/">
            {words.noAccess.home}
          </a>
        </Empty>
      </main>
    );
  return (
    <Shell>
      {isWhole.value ? (
        <Switch>
          {screens.map(({ id, load }) => (
            <Route key={id} path={`/${id}`}>
              <Lazy key={id} load={load} />
            </Route>
          ))}
          <Route>
            <Redirect to={`/${beginning() === 'nothing' ? BEGINNERS_SCREEN : FIRST_SCREEN}`} replace />
          </Route>
        </Switch>
      ) : (
        <Loading rows={12} />
      )}
    </Shell>
  );
}
