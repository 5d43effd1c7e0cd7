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

export function Empty({ icon = 'inbox', title, text, level = 3, children }: EmptyProps) {
  const Heading = `h${level}` as const;
  return (
    <div class="empty">
      <Icon name={icon} />
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Rows that are on their way: seen only where they take more than a moment. */
export function Loading({ rows = 3 }: { rows?: number }) {
  return (
    <div class="loading" aria-busy="true">
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

/** Above everything: since when what is shown is old. */
export function OfflineBar({ since }: { since: Date }) {
  return (
    <div class="bar warning" role="status">
      <Icon name="wifi-off" />
      {texts.states.offlineSince({ time: timeOfDay(since) })}
    </div>
  );
}

/** Above everything: this page is older than the server. */
export function OldBuildBar({ onReload }: { onReload: () => void }) {
  return (
    <div class="bar" role="status">
      <Icon name="info" />
      {texts.states.oldBuild}
      <Button kind="quiet" onClick={onReload}>
        {texts.states.reload}
      </Button>
    </div>
  );
}
