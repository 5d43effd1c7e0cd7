import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Combobox } from '../../shared/ui/combobox.tsx';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { words } from '../words.ts';
import { people } from './made-up.ts';
import { Sample } from './sample.tsx';

export function Buttons() {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await request('/api/session');
    setBusy(false);
    showToast(words.saved);
  };
  return (
    <Sample title={words.buttons}>
      <div class="line">
        <Button kind="primary" icon="plus">
          {words.create}
        </Button>
        <Button>{words.plain}</Button>
        <Button kind="quiet" icon="pencil">
          {words.quiet}
        </Button>
        <Button kind="danger" icon="trash-2">
          {words.remove}
        </Button>
      </div>
      <div class="line">
        <Button kind="primary" busy={busy} onClick={save}>
          {words.save}
        </Button>
        <Button busy>{words.saving}</Button>
        <Button disabled>{words.disabled}</Button>
        <IconButton icon="bell" label={words.notices} />
        <Menu
          label={words.more}
          items={[
            { label: words.edit, icon: 'pencil', choose: () => showToast(words.edited) },
            { label: words.assign, icon: 'user', unavailable: words.offDuty, choose: () => {} },
            {
              label: words.remove,
              icon: 'trash-2',
              danger: true,
              choose: () => showToast(words.removed, () => showToast(words.restored)),
            },
          ]}
        />
      </div>
    </Sample>
  );
}

export function Fields() {
  return (
    <Sample title={words.fields}>
      <Field label={words.name} hint={words.nameHint}>
        <input name="name" autocomplete="off" />
      </Field>
      <Field label={words.phone} problem={words.phoneProblem}>
        <input name="phone" type="tel" value="12" autocomplete="off" />
      </Field>
      <Field label={words.team}>
        <select name="team">
          <option>{words.dayShift}</option>
          <option>{words.nightShift}</option>
        </select>
      </Field>
      <Field label={words.notes} optional>
        <textarea name="notes" dir="auto" />
      </Field>
      <Tick name="tell" label={words.tell} hint={words.tellHint} defaultChecked />
      <Field label={words.locked}>
        <input name="locked" value="41.3851, 2.1734" disabled />
      </Field>
    </Sample>
  );
}

export function Finding() {
  return (
    <Sample title={words.combobox}>
      <Combobox
        label={words.assign}
        hint={words.assignHint}
        find={(query) =>
          people
            .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
            .map(({ id, name }) => ({ id, label: name }))
        }
        onChoose={({ label }) => showToast(words.assigned(label), () => showToast(words.restored))}
      />
    </Sample>
  );
}
