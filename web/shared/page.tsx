import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import './tokens.css';
import './base.css';
import { setBrand } from './branding.ts';
import { isOldBuild, Refusal, reloadForBuild } from './session/request.ts';
import { loadSession, loadSessionAgain, sessionState } from './session/session.ts';
import { watchSession } from './session/session-live.ts';
import { SignInWhenNeeded } from './session/sign-in-when-needed.tsx';
import { texts } from './texts/index.ts';
import { allowOwnScripts } from './trusted-types.ts';
import { Hints } from './ui/hint.tsx';
import { Failure, OfflineBar, OldBuildBar } from './ui/states.tsx';
import { Toasts } from './ui/toast.tsx';

allowOwnScripts();
const live = watchSession();

/**
 * Frame of every app: session, bars above, sign-in on top, and toasts below. The app is hidden until somebody is signed
 * in; afterwards it stays, whatever happens to the session.
 */
export function Page({ title, children }: { title: string; children: ComponentChildren }) {
  const state = sessionState.value;
  const { kind } = state;
  useEffect(() => {
    document.title = `${title} · ${texts.brand}`;
  }, [title]);
  useEffect(() => {
    void loadSession();
  }, []);
  const colour = 'session' in state ? state.session.organization.colour : null;
  useEffect(() => setBrand(colour), [colour]);
  const closed = live.closedSince.value;
  return (
    <>
      {closed && kind === 'signed in' && <OfflineBar since={closed} />}
      {isOldBuild() && <OldBuildBar onReload={() => void reloadForBuild()} />}
      {kind === 'failed' && (
        <Failure
          sentence={state.reason instanceof Refusal ? state.reason.message : undefined}
          requestId={state.reason instanceof Refusal ? state.reason.requestId : undefined}
          onRetry={loadSessionAgain}
        />
      )}
      {(kind === 'signed in' || kind === 'ended') && children}
      <SignInWhenNeeded />
      <Toasts />
      <Hints />
    </>
  );
}
