import { useEffect, useRef, useState } from 'preact/hooks';
import { MAX_COMPLETION_PHOTOS } from '../../../rules/limits.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import type { ActionFile } from '../../store/driver/action.ts';
import type { CompletionGap } from '../../store/driver/requirements.ts';
import { dropFile, keepFile, readFile } from '../data/files.ts';
import type { ChangeDraft } from './draft.ts';
import { Part, Problems } from './part.tsx';
import { problemOf } from './problem.ts';
import { shrinkPhoto } from './shrink.ts';
import { stopWords as words } from './texts/index.ts';

interface PhotosProps {
  taskId: string;
  photos: readonly ActionFile[];
  isNeeded: boolean;
  gaps: readonly CompletionGap[];
  /** True if the camera opens with it. */
  startsOpen: boolean;
  change: ChangeDraft;
}

/** Photos, taken by the phone's own camera: each lies on the phone as soon as it was taken. */
export function Photos({ taskId, photos, isNeeded, gaps, startsOpen, change }: PhotosProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (startsOpen) input.current!.click();
    // Once, when it is added.
  }, []);
  const take = async (files: readonly File[]) => {
    setBusy(true);
    setProblem(undefined);
    try {
      if (photos.length + files.length > MAX_COMPLETION_PHOTOS)
        setProblem(words.tooManyPhotos({ most: MAX_COMPLETION_PHOTOS }));
      for (const file of files.slice(0, MAX_COMPLETION_PHOTOS - photos.length)) {
        const stored = await keepFile(taskId, 'photo', await shrinkPhoto(file));
        await change((before) => ({ photos: [...before.photos, stored] }));
      }
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const remove = async ({ id }: ActionFile) => {
    await change((before) => ({ photos: before.photos.filter((photo) => photo.id !== id) }));
    await dropFile(id);
  };
  return (
    <Part title={words.photos} isNeeded={isNeeded} gaps={gaps}>
      <ul class="stop-photos">
        {photos.map((photo, index) => (
          <li key={photo.id}>
            <Picture file={photo} label={words.photo({ number: index + 1 })} />
            <IconButton
              icon="trash-2"
              label={words.removePhoto({ number: index + 1 })}
              onClick={() => void remove(photo)}
            />
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={words.takePhoto}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          void take(files);
        }}
      />
      <Button icon="camera" busy={busy} onClick={() => input.current!.click()}>
        {words.takePhoto}
      </Button>
      <Problems sentences={problem === undefined ? [] : [problem]} />
    </Part>
  );
}

/** A picture that lies on the phone. */
export function Picture({ file, label }: { file: ActionFile; label: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isHere = true;
    void readFile(file.id).then((blob) => {
      if (!blob || !isHere) return;
      made = URL.createObjectURL(blob);
      setAddress(made);
    });
    return () => {
      isHere = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [file.id]);
  return address ? <img src={address} alt={label} /> : <span class="skeleton" />;
}
