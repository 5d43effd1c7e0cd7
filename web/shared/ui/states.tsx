import type { ComponentChildren } from 'preact';
import { texts } from '../texts/index.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import './states.css';
import { timeOfDay } from './time.tsx';

interface EmptyProps {
  icon?: IconName;
  title: string;
  /** Text of the empty state. */
  text: string;
  /** Level of its heading: one below its parent's. */
  level?: 2 | 3;
  /** The one button that fills it. */
  children?: ComponentChildren;
}

/** Empty state of a list: says what comes here, and offers the one thing to do about it. */
export function Empty({ icon = 'inbox', title, text, level = 3, children }: EmptyProps) {
  const Heading = `h${level}` as const;
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size="large" />
      </span>
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  );
}

interface LoadingProps {
  rows?: number;
  /** Rows of a list, or messages with the picture of their author. */
  shape?: 'rows' | 'messages';
}

/** Placeholder of content that is loading, shown only if it takes more than a moment. */
export function Loading({ rows = 3, shape = 'rows' }: LoadingProps) {
  return (
    <div class={`loading ${shape}`} aria-busy="true">
      <span class="unseen">{texts.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} class="skeleton" />
      ))}
    </div>
  );
}

interface FailureProps {
  /** The server's own sentence; without one it could not be reached. */
  sentence?: string | undefined;
  requestId?: string | undefined;
  onRetry?: () => void;
}

/** A part of a page that failed; the rest lives on. */
export function Failure({ sentence, requestId, onRetry }: FailureProps) {
  return (
    <div class="failure" role="alert">
      <Icon name="triangle-alert" />
      <div>
        <strong>{texts.states.failed}</strong>
        <p dir="auto">{sentence ?? texts.states.unreachable}</p>
        {requestId && <p class="hint">{texts.states.request({ id: requestId })}</p>}
      </div>
      {onRetry && (
        <Button icon="refresh-cw" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      )}
    </div>
  );
}

interface BannerProps {
  /** `note`: good to know. `warning`: what is shown or sent is not as usual. `alarm`: something is lost unless one acts. */
  kind?: 'note' | 'warning' | 'alarm';
  icon?: IconName;
  /** The one thing to do about it. */
  action?: { label: string; run(): void };
  children: ComponentChildren;
}

const BANNER_ICONS = { note: 'info', warning: 'triangle-alert', alarm: 'circle-alert' } as const;

/** A line above everything, for as long as it is true. */
export function Banner({ kind = 'note', icon = BANNER_ICONS[kind], action, children }: BannerProps) {
  return (
    <div class={`bar ${kind}`} role={kind === 'alarm' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <span>{children}</span>
      {action && (
        <Button kind="quiet" size="small" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

/** Since when what is shown is old. */
export function OfflineBar({ since }: { since: Date }) {
  return (
    <Banner kind="warning" icon="wifi-off">
      {texts.states.offlineSince({ time: timeOfDay(since) })}
    </Banner>
  );
}

/** This page is older than the server. */
export function OldBuildBar({ onReload }: { onReload: () => void }) {
  return <Banner action={{ label: texts.states.reload, run: onReload }}>{texts.states.oldBuild}</Banner>;
}
