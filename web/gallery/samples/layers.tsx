import { useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { KeyHelp } from '../../shared/ui/key-help.tsx';
import { Palette } from '../../shared/ui/palette.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { words } from '../words.ts';
import { people, tasks } from './made-up.ts';
import { Sample } from './sample.tsx';

type Layer = 'dialog' | 'palette' | 'keys';

/** What opens above a page. */
export function Layers() {
  const [open, setOpen] = useState<Layer>();
  const close = () => setOpen(undefined);
  useKeys({ palette: () => setOpen('palette'), help: () => setOpen('keys') });
  return (
    <Sample title={words.layers}>
      <div class="line">
        <Button onClick={() => setOpen('dialog')}>{words.openDialog}</Button>
        <Button icon="search" onClick={() => setOpen('palette')}>
          {words.openPalette}
        </Button>
        <Button icon="keyboard" onClick={() => setOpen('keys')}>
          {words.openKeys}
        </Button>
        <Button icon="bell" onClick={() => showToast(words.assigned(tasks[2].name), () => showToast(words.restored))}>
          {words.openToast}
        </Button>
      </div>
      {open === 'dialog' && (
        <Dialog title={words.removeTitle} onClose={close}>
          <p>{words.removeText}</p>
          <Field label={words.reason} optional>
            <input name="reason" autocomplete="off" />
          </Field>
          <div class="dialog-actions">
            <Button onClick={close}>{words.keep}</Button>
            <Button kind="danger" onClick={close}>
              {words.remove}
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
