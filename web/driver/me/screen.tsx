import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AppSwitch } from '../../shared/app-switch/app-switch.tsx';
import { useChatUnread } from '../../shared/app-switch/use-chat-unread.ts';
import { newerWaits } from '../../shared/offline/keep-app.ts';
import { type Session, sessionState } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { queueAction } from '../data/actions.ts';
import { askForStorage, isStorageFirm, keepScreenOn, lookAtStorage, screenLock } from '../data/phone.ts';
import { positionNow, sharing } from '../data/positions.ts';
import { lookAtNotices, notices, turnNoticesOn } from '../data/push.ts';
import { known, onDuty } from '../data/tasks.ts';
import { words } from '../texts/index.ts';
import './me.css';
import { SignOut } from './sign-out.tsx';
import { Trackers } from './trackers.tsx';

/** The driver, and what this phone does for them. */
export function MeScreen() {
  useEffect(() => {
    void lookAtStorage();
    void lookAtNotices();
  }, []);
  const { worker, organization } = known.value ?? {};
  return (
    <div class="me">
      <header class="me-who">
        <div>
          <h1 dir="auto">{worker?.name ?? words.screens.me}</h1>
          {organization && <p dir="auto">{organization.name}</p>}
        </div>
        <OtherApps />
      </header>
      {known.value?.mustChoosePassword && <OwnPassword />}
      <Duty />
      <Position />
      <KeepOpen />
      <Trackers />
      <Notices />
      <Storage />
      <SignOut />
      <p class="hint">
        {words.me.version({ build: __BUILD__ })} {newerWaits.value && words.me.newer}
      </p>
    </div>
  );
}

interface PartProps {
  icon: IconName;
  title: string;
  children: ComponentChildren;
}

function Part({ icon, title, children }: PartProps) {
  return (
    <section class="me-part">
      <h2>
        <Icon name={icon} />
        {title}
      </h2>
      {children}
    </section>
  );
}

interface SwitchProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

/** On or off, at once. */
function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  return (
    <label class="me-switch">
      <span>
        <strong>{label}</strong>
        <span class="hint">{hint}</span>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}

/** The password of the SMS opens nothing a day after it was used. */
function OwnPassword() {
  return (
    <Part icon="key-round" title={words.me.password}>
      <p class="me-warning">{words.me.passwordHint}</p>
      <a class="button" href="/account/password">
        {words.me.passwordChoose}
      </a>
    </Part>
  );
}

/** The way to the person's other apps; without a network they cannot be opened. */
function OtherApps() {
  const state = sessionState.value;
  return state.kind === 'signed in' ? <Switcher session={state.session} /> : null;
}

const Switcher = ({ session }: { session: Session }) => (
  <AppSwitch session={session} here="driver" unread={useChatUnread(session)} />
);

function Duty() {
  const change = (isOn: boolean) =>
    queueAction({ action: { kind: 'duty', onDuty: isOn }, title: '', location: positionNow() }).catch(() =>
      showToast(words.storageFull),
    );
  return (
    <section class="me-part">
      <Switch
        label={words.me.duty}
        hint={words.me.dutyHint}
        isOn={onDuty.value}
        onChange={(isOn) => void change(isOn)}
      />
    </section>
  );
}

function Position() {
  return (
    <Part icon="map-pin" title={words.me.position}>
      <p role="status" class={sharing.value.kind === 'shared' ? 'me-good' : 'me-warning'}>
        {sharingWords()}
      </p>
      <p class="hint">{words.me.locked}</p>
    </Part>
  );
}

function sharingWords(): string {
  const { sharing: sharingState } = words.me;
  const state = sharing.value;
  switch (state.kind) {
    case 'off duty':
      return sharingState.offDuty;
    case 'stale':
      return sharingState.stale({ time: timeOfDay(new Date(state.since)) });
    case 'shared':
      return sharingState.shared({ time: timeOfDay(new Date(state.at)) });
    default:
      return sharingState[state.kind];
  }
}

function KeepOpen() {
  const state = screenLock.value;
  return (
    <section class="me-part">
      <Switch
        label={words.me.keepOpen}
        hint={state === 'refused' ? words.me.keepOpenFailed : words.me.keepOpenHint}
        isOn={state === 'on'}
        onChange={(isOn) => void keepScreenOn(isOn)}
      />
    </section>
  );
}

function Notices() {
  const [busy, setBusy] = useState(false);
  const state = notices.value;
  const { noticesOn, noticesOff, noticesDenied, noticesNone } = words.me;
  const turnOn = () => {
    setBusy(true);
    void turnNoticesOn()
      .catch(() => showToast(words.me.noticesFailed))
      .finally(() => setBusy(false));
  };
  return (
    <Part icon="bell" title={words.me.notices}>
      <p role="status">
        {state && { on: noticesOn, off: noticesOff, denied: noticesDenied, none: noticesNone }[state]}
      </p>
      {state === 'off' && (
        <Button icon="bell" busy={busy} onClick={turnOn}>
          {words.me.turnOn}
        </Button>
      )}
    </Part>
  );
}

function Storage() {
  const isFirm = isStorageFirm.value;
  return (
    <Part icon="smartphone" title={words.me.storage}>
      <p>{words.me.offline}</p>
      <p role="status">{isFirm !== undefined && (isFirm ? words.me.storageFirm : words.me.storageLoose)}</p>
      {isFirm === false && (
        <Button icon="shield-check" onClick={() => void askForStorage()}>
          {words.me.storageFirmer}
        </Button>
      )}
    </Part>
  );
}
