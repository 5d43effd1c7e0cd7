import { useState } from 'preact/hooks';
import { useAction } from '../../shared/session/use-action.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { userSettings } from '../data/settings.ts';
import { hasPushes, isOn, permission, show, turnOff, turnOn } from './browser.ts';
import { followNotices } from './follow.ts';
import './notify.css';
import { endInWords, restUntil } from './rest.ts';
import { RestDialog } from './rest-dialog.tsx';
import { maySound, playSound } from './sound.ts';
import { notifyWords as words } from './texts/index.ts';

/** In the settings: whether this browser shows notifications, a test of them, and "do not disturb". */
export function NotifyPart() {
  followNotices();
  const [isResting, setResting] = useState(false);
  const { busy, failure, run } = useAction(async (next: boolean) => void (await (next ? turnOn() : turnOff())));
  const until = restUntil.value;
  return (
    <div class="notify-part">
      <p role="status">
        <Badge kind={isOn.value ? 'good' : 'plain'} icon={isOn.value ? 'bell' : 'bell-off'}>
          {isOn.value ? words.here.on : words.here.off}
        </Badge>{' '}
        {stateInWords()}
      </p>
      {failure && <Failure {...failure} />}
      <div class="notify-buttons">
        {isOn.value ? (
          <>
            <Button icon="bell" onClick={() => void sendTest()}>
              {words.test.send}
            </Button>
            <Button busy={busy} onClick={() => void run(false)}>
              {words.turnOff}
            </Button>
          </>
        ) : (
          (permission.value === 'default' || permission.value === 'granted') && (
            <Button kind="primary" icon="bell" busy={busy} onClick={() => void run(true)}>
              {words.turnOn}
            </Button>
          )
        )}
        <Button icon="bell-off" onClick={() => setResting(true)}>
          {until ? words.rest.until({ time: endInWords(until) }) : words.rest.open}
        </Button>
      </div>
      {isResting && <RestDialog onClose={() => setResting(false)} />}
    </div>
  );
}

function stateInWords(): string {
  if (permission.value === 'none') return words.here.none;
  if (permission.value === 'denied') return words.denied;
  if (!isOn.value) return words.here.offText;
  return hasPushes.value ? words.here.always : words.here.whileOpen;
}

/** Shows a notification as a message would, at any time; it sounds as the settings say. */
async function sendTest(): Promise<void> {
  const { enable_sounds, notification_sound } = userSettings();
  const sounds = enable_sounds && !restUntil.peek();
  if (sounds && maySound()) void playSound(notification_sound).catch(() => undefined);
  const notice = { title: words.test.title, body: words.test.text, tag: `chat-test-${Date.now()}`, path: '/settings' };
  await show(notice, true, () => undefined);
  showToast(words.test.sent);
}
