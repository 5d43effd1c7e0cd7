import { useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { KeyHelp } from '../../shared/ui/key-help.tsx';
import { Palette } from '../../shared/ui/palette.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { galleryWords } from '../words.ts';
import { madeUpTasks, people } from './made-up.ts';
import { Sample } from './sample.tsx';

type Layer = 'dialog' | 'palette' | 'keys';

/** Samples of layers above a page. */
export function Layers() {
  const [open, setOpen] = useState<Layer>();
  const close = () => setOpen(undefined);
  useKeys({ palette: () => setOpen('palette'), help: () => setOpen('keys') });
  return (
    <Sample title={galleryWords.layers}>
      <div class="line">
        <Button onClick={() => setOpen('dialog')}>{galleryWords.openDialog}</Button>
        <Button icon="search" onClick={() => setOpen('palette')}>
          {galleryWords.openPalette}
        </Button>
        <Button icon="keyboard" onClick={() => setOpen('keys')}>
          {galleryWords.openKeys}
        </Button>
        <Button
          icon="bell"
          onClick={() => showToast(galleryWords.assigned(madeUpTasks[2].name), () => showToast(galleryWords.restored))}
        >
          {galleryWords.openToast}
        </Button>
        <Button icon="circle-alert" onClick={() => showToast(galleryWords.refused, undefined, 'refused')}>
          {galleryWords.openRefusal}
        </Button>
      </div>
      {open === 'dialog' && (
        <Dialog title={galleryWords.removeTitle} onClose={close}>
          <p>{galleryWords.removeText}</p>
          <Field label={galleryWords.reason} optional>
            <input name="reason" autocomplete="off" />
          </Field>
          <div class="dialog-actions">
            <Button onClick={close}>{galleryWords.keep}</Button>
            <Button kind="danger" onClick={close}>
              {galleryWords.remove}
            </Button>
          </div>
        </Dialog>
      )}
      {open === 'palette' && (
        <Palette
          find={(query) =>
            people
              .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
              .map(({ id, name }) => ({ id, label: name }))
          }
          onChoose={({ label }) => showToast(label)}
          onClose={close}
        />
      )}
      {open === 'keys' && <KeyHelp onClose={close} />}
    </Sample>
  );
}
