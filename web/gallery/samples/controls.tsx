import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Combobox } from '../../shared/ui/combobox.tsx';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { galleryWords } from '../words.ts';
import { people } from './made-up.ts';
import { Sample } from './sample.tsx';

export function Buttons() {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await request('/api/session');
    setBusy(false);
    showToast(galleryWords.saved);
  };
  return (
    <Sample title={galleryWords.buttons}>
      <div class="line">
        <Button kind="primary" icon="plus">
          {galleryWords.create}
        </Button>
        <Button>{galleryWords.plain}</Button>
        <Button kind="quiet" icon="pencil">
          {galleryWords.quiet}
        </Button>
        <Button kind="danger" icon="trash-2">
          {galleryWords.remove}
        </Button>
      </div>
      <div class="line">
        <Button kind="primary" busy={busy} onClick={save}>
          {galleryWords.save}
        </Button>
        <Button busy>{galleryWords.saving}</Button>
        <Button disabled>{galleryWords.disabled}</Button>
        <IconButton icon="search" label={galleryWords.reply} keys="palette" />
        <IconButton icon="bell" label={galleryWords.notices} />
        <IconButton icon="pin" label={galleryWords.pin} pressed />
        <Menu
          label={galleryWords.more}
          items={[
            { label: galleryWords.edit, icon: 'pencil', choose: () => showToast(galleryWords.edited) },
            { label: galleryWords.assign, icon: 'user', unavailable: galleryWords.offDuty, choose: () => {} },
            { label: galleryWords.pin, checked: true, keys: 'undo', choose: () => showToast(galleryWords.edited) },
            {
              label: galleryWords.remove,
              icon: 'trash-2',
              danger: true,
              isApart: true,
              choose: () => showToast(galleryWords.removed, () => showToast(galleryWords.restored)),
            },
          ]}
        />
      </div>
      <div class="line">
        <Button size="small" icon="check">
          {galleryWords.smallButton}
        </Button>
        <Button size="small" icon="pin" pressed>
          {galleryWords.pressed}
        </Button>
        <IconButton size="small" icon="x" kind="danger" label={galleryWords.danger} />
        <Button size="large" kind="primary" icon="arrow-right">
          {galleryWords.largeButton}
        </Button>
      </div>
    </Sample>
  );
}

export function FieldSamples() {
  return (
    <Sample title={galleryWords.fields}>
      <Field label={galleryWords.name} hint={galleryWords.nameHint}>
        <input name="name" autocomplete="off" />
      </Field>
      <Field label={galleryWords.phone} problem={galleryWords.phoneProblem}>
        <input name="phone" type="tel" value="12" autocomplete="off" />
      </Field>
      <Field label={galleryWords.team}>
        <select name="team">
          <option>{galleryWords.dayShift}</option>
          <option>{galleryWords.nightShift}</option>
        </select>
      </Field>
      <Field label={galleryWords.notes} optional>
        <textarea name="notes" dir="auto" />
      </Field>
      <Tick name="tell" label={galleryWords.tell} hint={galleryWords.tellHint} defaultChecked />
      <Field label={galleryWords.locked}>
        <input name="locked" value="41.3851, 2.1734" disabled />
      </Field>
    </Sample>
  );
}

export function Finding() {
  return (
    <Sample title={galleryWords.combobox}>
      <Combobox
        label={galleryWords.assign}
        hint={galleryWords.assignHint}
        find={(query) =>
          people
            .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
            .map(({ id, name }) => ({ id, label: name }))
        }
        onChoose={({ label }) => showToast(galleryWords.assigned(label), () => showToast(galleryWords.restored))}
      />
    </Sample>
  );
}
