import { useEffect, useState } from 'preact/hooks';
import { texts } from '../../shared/texts/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { choice, choose, permission, turnOn } from './browser.ts';
import { followNotices, isOffered } from './follow.ts';
import './notify.css';
import { TimeZoneOffer } from '../time-zone/time-zone-offer.tsx';
import { notifyWords as words } from './texts/index.ts';

/** Notifications of this page, and what is offered above it: them, and the time zone of the device. */
export function Notify() {
  return (
    <>
      <NotifyOffer />
      <TimeZoneOffer />
    </>
  );
}

/** Offer of notifications: once in a browser, when a message asked for attention. */
function NotifyOffer() {
  useEffect(() => followNotices(), []);
  const [busy, setBusy] = useState(false);
  /** The browser refused just now: the person reads why nothing comes. */
  const [isRefused, setRefused] = useState(false);
  if (!isOffered.value || choice.value !== undefined) return null;
  const isDenied = isRefused || permission.value === 'denied';
  const ask = async () => {
    setBusy(true);
    setRefused(!(await turnOn()));
    setBusy(false);
  };
  return (
    <div class="bar note notify-offer" role="status">
      <Icon name={isDenied ? 'bell-off' : 'bell'} />
      <span>{isDenied ? words.denied : words.offer}</span>
      {!isDenied && (
        <Button kind="quiet" size="small" busy={busy} onClick={() => void ask()}>
          {words.turnOn}
        </Button>
      )}
      <IconButton icon="x" label={isDenied ? texts.close : words.notNow} size="small" onClick={() => choose('off')} />
    </div>
  );
}
