import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../shared/texts/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { UploadProgress } from '../../shared/ui/upload-progress.tsx';
import type { Conversation } from '../../store/chat/conversation.ts';
import { limit } from '../data/settings.ts';
import { Notice } from './notices.tsx';
import { targetName } from './target.ts';
import { composerWords as words } from './texts/index.ts';
import { isOfThisBrowser, type UploadPlace, untilPageIsGone } from './upload-places.ts';
import {
  clearPlace,
  dropUpload,
  endInterrupted,
  placesOfOthers,
  retryUpload,
  type Upload,
  uploadFiles,
  uploadsIn,
} from './uploads.ts';

interface UploadListProps {
  conversation: Conversation;
  text: string;
}

/** Files on their way, from here or elsewhere, and those that did not arrive. */
export function UploadList({ conversation, text }: UploadListProps) {
  return (
    <>
      {uploadsIn(conversation).map((each) =>
        each.failure === undefined ? (
          <UploadProgress key={each.id} label={each.place.name} value={each.done} onCancel={() => dropUpload(each)} />
        ) : (
          <Notice key={each.id} kind="warning">
            <p role="alert">
              <bdi>{words.files.failed({ name: each.place.name, reason: each.failure })}</bdi>
            </p>
            {mayRetry(each) && <Button onClick={() => retryUpload(each)}>{texts.tryAgain}</Button>}
            <Button kind="quiet" onClick={() => dropUpload(each)}>
              {words.files.remove}
            </Button>
          </Notice>
        ),
      )}
      {placesOfOthers(text).map((place) => (
        <UploadElsewhere key={place.id} {...{ conversation, place }} />
      ))}
    </>
  );
}

const mayRetry = (upload: Upload): upload is Upload & { file: File } =>
  upload.file !== undefined && upload.file.size <= limit('max_file_upload_size_mib') * 1024 * 1024;

/** A file that another tab or device uploads. Once the tab is gone, its place goes too; of a device nobody knows that. */
function UploadElsewhere({ conversation, place }: { conversation: Conversation; place: UploadPlace }) {
  const [isWaiting, setWaiting] = useState(!isOfThisBrowser(place));
  useEffect(() => {
    if (!isOfThisBrowser(place)) return undefined;
    const end = new AbortController();
    untilPageIsGone(place, () => setWaiting(true), end.signal).then(
      () => end.signal.aborted || endInterrupted(conversation, place),
      () => undefined,
    );
    return () => end.abort();
  }, []);
  if (!isWaiting) return null;
  return (
    <Notice>
      <p role="status">
        <bdi>{words.files.elsewhere({ name: place.name })}</bdi>
      </p>
      <Button kind="quiet" onClick={() => clearPlace({ conversation, place })}>
        {words.files.remove}
      </Button>
    </Notice>
  );
}

/** Chooses files; says before how large they may be. */
export function AttachButton({ conversation }: { conversation: Conversation }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={words.files.choose}
        onChange={({ currentTarget }) => {
          uploadFiles(conversation, [...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <IconButton
        icon="paperclip"
        label={words.files.attach({ size: limit('max_file_upload_size_mib') })}
        onClick={() => input.current!.click()}
      />
    </>
  );
}

/** Takes files that are dropped anywhere on the page. */
export function DropTarget({ conversation }: { conversation: Conversation }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      uploadFiles(conversation, [...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div class="composer-drop">
      <Icon name="paperclip" />
      <bdi>{words.files.drop({ target: targetName(conversation) })}</bdi>
    </div>
  );
}
