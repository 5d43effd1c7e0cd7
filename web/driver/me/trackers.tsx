import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { QrCode } from '../../shared/ui/qr-code.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { SetUpTrackerAnswer } from '../../store/wire/dispatch.ts';
import { call } from '../data/connection.ts';
import { words } from '../texts/index.ts';

const APPS = [
  { app: 'owntracks', name: 'OwnTracks' },
  { app: 'traccar', name: 'Traccar Client' },
] as const;

/** Tracker apps go on where a page sleeps: their settings, to be scanned or opened. */
export function Trackers() {
  const [shown, setShown] = useState<{ name: string; url: string }>();
  const [busy, setBusy] = useState<string>();
  const make = async ({ app, name }: (typeof APPS)[number]) => {
    setBusy(app);
    try {
      const { url } = await call<SetUpTrackerAnswer>('/api/v2/driver/trackers', { method: 'POST', body: { app } });
      setShown({ name, url });
    } catch {
      showToast(words.me.trackerFailed);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <section class="me-part">
      <h2>
        <Icon name="qr-code" />
        {words.me.tracker}
      </h2>
      <p>{words.me.trackerHint}</p>
      {APPS.map((one) => (
        <Button key={one.app} icon="qr-code" busy={busy === one.app} onClick={() => void make(one)}>
          {words.me.trackerMake({ app: one.name })}
        </Button>
      ))}
      {shown && (
        <Dialog title={shown.name} onClose={() => setShown(undefined)}>
          <p>{words.me.trackerScan({ app: shown.name })}</p>
          <QrCode text={shown.url} label={words.me.trackerPicture({ app: shown.name })} />
          {shown.url.startsWith('owntracks:') && (
            <div class="dialog-actions">
              <a class="button primary" href={shown.url}>
                {words.me.trackerOpen({ app: shown.name })}
              </a>
            </div>
          )}
        </Dialog>
      )}
    </section>
  );
}
