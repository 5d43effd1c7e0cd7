import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { copyText } from '../../shared/ui/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { QrCode } from '../../shared/ui/qr-code.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { timeOfDay } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { LiveWorker, CreateSignInLinkAnswer as SignInLink } from '../../store/wire/dispatch.ts';
import { useAction } from '../data/use-action.ts';
import './phone.css';
import { phoneWords as words } from './texts/index.ts';

interface PhoneDialogProps {
  worker: Pick<LiveWorker, 'id' | 'name'>;
  onClose(): void;
}

/** The link that signs a worker's phone in, to be scanned; gone from the screen when it holds no more. */
export function PhoneDialog({ worker, onClose }: PhoneDialogProps) {
  const [link, setLink] = useState<SignInLink>();
  const [isOver, setOver] = useState(false);
  const { failure, run } = useAction(async () => {
    setLink(undefined);
    setOver(false);
    setLink(await request<SignInLink>(`/api/v2/workers/${worker.id}/sign-in-links`, { method: 'POST' }));
  });
  useEffect(() => void run(), []);
  useEffect(() => {
    if (!link) return undefined;
    const timer = setTimeout(() => setOver(true), link.expiresAt - Date.now());
    return () => clearTimeout(timer);
  }, [link]);
  return (
    <Dialog title={words.show} onClose={onClose}>
      <div class="phone-link">
        {failure ? (
          <Failure {...failure} onRetry={() => void run()} />
        ) : isOver ? (
          <>
            <p role="status">{words.over}</p>
            <Button kind="primary" onClick={() => void run()}>
              {words.again}
            </Button>
          </>
        ) : link ? (
          <Shown link={link} name={worker.name} />
        ) : (
          <Loading rows={4} />
        )}
      </div>
    </Dialog>
  );
}

function Shown({ link, name }: { link: SignInLink; name: string }) {
  return (
    <>
      <p dir="auto">{words.how({ worker: name })}</p>
      <QrCode text={link.url} label={words.picture} />
      <p class="quiet-words">
        {words.holds({ time: timeOfDay(new Date(link.expiresAt)) })} {words.whom}
      </p>
      <code class="phone-address" dir="ltr">
        {link.url}
      </code>
      <div class="dialog-actions">
        <Button
          icon="copy"
          onClick={() => void copyText(link.url).then((isTaken) => isTaken && showToast(words.copied))}
        >
          {words.copy}
        </Button>
      </div>
    </>
  );
}
