import { useEffect, useMemo, useState } from 'preact/hooks';
import { useAction } from '../../shared/session/use-action.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { personalStorageName } from '../data/me.ts';
import { refuse } from '../data/refuse.ts';
import { saveSetting } from '../data/save-setting.ts';
import { userSettings } from '../data/settings.ts';
import { timeZoneWords as words } from './texts/index.ts';

const declinedName = () => personalStorageName('time-zone');
const readDeclined = () => localStorage.getItem(declinedName());
const readDevice = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Offers the device's time zone where the person's clock is another one: until they take it, or say no to this zone here. */
export function TimeZoneOffer() {
  const [declined, setDeclined] = useState(readDeclined);
  const [device, setDevice] = useState(readDevice);
  useEffect(() => {
    // Another tab was answered, or the device was taken elsewhere.
    const look = () => {
      setDeclined(readDeclined());
      setDevice(readDevice());
    };
    addEventListener('storage', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('storage', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const { timezone, web_suggest_update_timezone: isWanted } = userSettings();
  const isSame = useMemo(() => isSameClock(timezone, device), [timezone, device]);
  const { busy, run } = useAction(async () => {
    await saveSetting('timezone', device).then(() => showToast(words.changed({ device: named(device) })), refuse);
  });
  // A browser that says UTC hides where it is.
  if (!isWanted || !timezone || device === 'UTC' || declined === device || isSame) return null;
  const decline = () => {
    localStorage.setItem(declinedName(), device);
    setDeclined(device);
  };
  return (
    <div class="bar note notify-offer" role="status">
      <Icon name="clock" />
      <span>{words.offer({ device: named(device), own: named(timezone) })}</span>
      <Button kind="quiet" size="small" busy={busy} onClick={() => void run()}>
        {words.change({ device: named(device) })}
      </Button>
      <Button
        kind="quiet"
        size="small"
        onClick={() => void saveSetting('web_suggest_update_timezone', false).catch(refuse)}
      >
        {words.never}
      </Button>
      <IconButton icon="x" label={words.notNow} size="small" onClick={decline} />
    </div>
  );
}

const named = (zone: string) => zone.replaceAll('_', ' ');

/** Tells whether two zones have the same time now: then nobody notices which of them is named. */
function isSameClock(one: string, other: string): boolean {
  const now = new Date();
  const clock = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now);
  try {
    return clock(one) === clock(other);
  } catch {
    // A zone that this browser does not know: nothing can be said of it.
    return true;
  }
}
