import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { bytesInWords } from '../../shared/texts/bytes.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetAttachmentsAnswer } from '../../store/wire/chat.ts';
import { useRequestAfter } from '../data/use-request-after.ts';
import { settingsWords as words } from './texts/index.ts';

type Upload = GetAttachmentsAnswer['attachments'][number];

/** Files that this person uploaded, with their sizes. */
export function UploadsPart() {
  const { answer, failure, retry, refresh } = useRequestAfter<GetAttachmentsAnswer>(
    '/api/v1/attachments',
    'attachment',
  );
  const [asked, setAsked] = useState<Upload>();
  if (failure) return <Failure {...failure} onRetry={retry} />;
  if (!answer) return <Loading rows={3} />;
  if (answer.attachments.length === 0) return <p class="quiet-words">{words.uploads.none}</p>;
  return (
    <>
      <p>{words.uploads.used({ size: bytesInWords(answer.upload_space_used) })}</p>
      <ul class="settings-list">
        {answer.attachments.map((upload) => (
          <li key={upload.id}>
            <span class="grow">
              <a href={`/user_uploads/${upload.path_id}`} target="_blank" rel="noreferrer" dir="auto">
                {upload.name}
              </a>
              <span class="hint">{bytesInWords(upload.size)}</span>
            </span>
            <Button
              size="small"
              aria-label={words.uploads.deleteNamed({ name: upload.name })}
              onClick={() => setAsked(upload)}
            >
              {words.uploads.delete}
            </Button>
          </li>
        ))}
      </ul>
      {asked && <DeleteDialog upload={asked} onDone={refresh} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function DeleteDialog({ upload, onDone, onClose }: { upload: Upload; onDone(): void; onClose(): void }) {
  const { busy, failure, run } = useAction(async () => {
    await request(`/api/v1/attachments/${upload.id}`, { method: 'DELETE' });
    onDone();
    onClose();
  });
  return (
    <Dialog title={words.uploads.deleteTitle({ name: upload.name })} {...{ onClose }}>
      <p>{words.uploads.deleteText({ count: upload.messages.length })}</p>
      {failure && <Failure {...failure} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="danger" busy={busy} onClick={() => void run()}>
          {words.uploads.delete}
        </Button>
      </div>
    </Dialog>
  );
}
