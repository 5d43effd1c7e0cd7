import type { ComponentChildren } from 'preact';
import { Link, useLocation } from 'wouter-preact';
import { clockSkew } from '../../shared/session/request.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { taskName } from '../../store/dispatch/select/tasks.ts';
import { driverDayOf } from '../../store/driver/places.ts';
import { refusedCount, unsent } from '../data/actions.ts';
import { offlineSince } from '../data/connection.ts';
import { known, tasks } from '../data/tasks.ts';
import { screens } from '../screens.ts';
import { whenWords } from '../stop/when.ts';
import { words } from '../texts/index.ts';
import './shell.css';

/** Beyond it the driver is told: times of deliveries are the phone's. */
const SKEW_MS = 120_000;
const ICONS = { refused: 'circle-x', waiting: 'smartphone', sent: 'check' } as const;

/** Frame of every screen: the next stop and what is unsent at the top, navigation near the thumb. */
export function Shell({ children }: { children: ComponentChildren }) {
  return (
    <div class="driver">
      <header class="driver-header">
        <Headline />
        <Unsent />
        <Connection />
      </header>
      <Clock />
      {/* By keyboard it scrolls when it has the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <main class="driver-main" tabIndex={0}>
        {children}
      </main>
      <Navigation />
    </div>
  );
}

/** The next stop on every screen: what it is called, when it is due, and how far the day is. */
function Headline() {
  const { here, later, done } = driverDayOf(tasks.value);
  const [next] = here;
  const count = { done: done.length, all: here.length + later.length + done.length };
  return (
    <div class="driver-headline">
      {next ? (
        <Link href={`/task/${next.task.id}`} class="driver-next">
          <span class="driver-kicker">{words.headline[next.state === 'done' ? 'none' : next.state]}</span>
          <strong dir="auto">{taskName(next.task)}</strong>
          <span class="driver-due">{whenWords(next.task)}</span>
        </Link>
      ) : (
        known.value && <p class="driver-next">{words.headline.none}</p>
      )}
      {count.all > 0 && (
        <span class="driver-progress">
          <span aria-hidden="true">{words.headline.progress(count)}</span>
          <span class="unseen">{words.headline.progressText(count)}</span>
          <progress aria-hidden="true" max={count.all} value={count.done} />
        </span>
      )}
    </div>
  );
}

/** Leads to every action with its state: a drawing while everything is sent, and loud when something is not. */
function Unsent() {
  const { value } = unsent;
  const refused = refusedCount.value;
  const notices = [
    ...(refused > 0 ? [words.notAccepted({ count: refused })] : []),
    ...(value ? [words.unsent({ count: value.count, since: timeOfDay(new Date(value.since)) })] : []),
  ];
  const kind = refused > 0 ? 'refused' : value ? 'waiting' : 'sent';
  return (
    <div role="status" class={`driver-status ${kind}`}>
      <Link href="/sent" class={`driver-unsent ${kind}`}>
        <Icon name={ICONS[kind]} />
        {notices.length > 0 ? notices.join(' · ') : <span class="unseen">{words.nothingUnsent}</span>}
      </Link>
    </div>
  );
}

function Connection() {
  const since = offlineSince.value;
  return (
    <span class="driver-connection" role="status">
      {since !== undefined && (
        <>
          <Icon name="wifi-off" />
          {words.offline({ since: timeOfDay(new Date(since)) })}
        </>
      )}
    </span>
  );
}

function Clock() {
  const skew = clockSkew.value;
  if (skew === undefined || Math.abs(skew) <= SKEW_MS) return null;
  return (
    <p class="bar warning" role="alert">
      <Icon name="clock" />
      {words.clock({ minutes: Math.round(Math.abs(skew) / 60_000), ahead: skew > 0 })}
    </p>
  );
}

function Navigation() {
  const [location] = useLocation();
  const refused = refusedCount.value;
  return (
    <nav class="driver-nav" aria-label={words.navigation}>
      {screens.map(
        ({ id, path, icon }) =>
          icon && (
            <Link key={id} href={path} aria-current={location === path ? 'page' : undefined}>
              <Icon name={icon} />
              {words.screens[id]}
              {id === 'sent' && refused > 0 && (
                <>
                  <span class="driver-count" aria-hidden="true">
                    {refused}
                  </span>
                  <span class="unseen">{words.notAccepted({ count: refused })}</span>
                </>
              )}
            </Link>
          ),
      )}
    </nav>
  );
}
