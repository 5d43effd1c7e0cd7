import { request } from '../../shared/session/session.ts';
import { Field } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Linkifier } from '../../store/wire/chat.ts';
import { FormDialog, fieldText } from '../shared/form-dialog.tsx';
import { words } from '../texts/index.ts';
import { linkWords } from './texts/index.ts';

interface LinkifierFormProps {
  /** Absent for a new one. */
  linkifier?: Linkifier;
  onDone(): void;
  onClose(): void;
}

/** Form for what is looked for in messages, and where it leads. */
export function LinkifierForm({ linkifier, onDone, onClose }: LinkifierFormProps) {
  const form = linkWords.linkifiers;
  const send = async (given: FormData) => {
    const asked = {
      pattern: fieldText(given, 'pattern'),
      url_template: fieldText(given, 'template'),
      example_input: fieldText(given, 'example'),
      reverse_template: fieldText(given, 'reverse'),
    };
    await request(linkifier ? `/api/v1/realm/filters/${linkifier.id}` : '/api/v1/realm/filters', {
      method: linkifier ? 'PATCH' : 'POST',
      form: asked,
    });
    onClose();
    showToast(linkifier ? words.saved : form.added);
    onDone();
  };
  return (
    <FormDialog
      title={linkifier ? form.edit : form.add}
      submit={linkifier ? words.save : form.add}
      send={send}
      onClose={onClose}
    >
      <Field label={form.columns.pattern} hint={form.patternHint}>
        <input
          name="pattern"
          required
          maxLength={500}
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          defaultValue={linkifier?.pattern}
        />
      </Field>
      <Field label={form.columns.template} hint={form.templateHint}>
        <input
          name="template"
          required
          maxLength={1000}
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          defaultValue={linkifier?.url_template}
        />
      </Field>
      <Field label={form.example} optional>
        <input
          name="example"
          maxLength={1000}
          dir="auto"
          autocomplete="off"
          defaultValue={linkifier?.example_input ?? ''}
        />
      </Field>
      <Field label={form.reverse} hint={form.reverseHint} optional>
        <input
          name="reverse"
          maxLength={1000}
          dir="ltr"
          autocomplete="off"
          defaultValue={linkifier?.reverse_template ?? ''}
        />
      </Field>
    </FormDialog>
  );
}
