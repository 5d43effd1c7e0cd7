import { request } from '../../shared/session/session.ts';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { GetRecipientAnswer } from '../../store/wire/dispatch.ts';
import { FormSheet } from '../fleet/form-sheet.tsx';
import { LanguageOptions } from '../shared/language-options.tsx';
import { textOf } from '../shared/text-of.ts';
import { words as consoleWords } from '../texts/index.ts';
import { changedRecipients } from './changed.ts';
import { recipientWords as words } from './texts/index.ts';

/** A recipient's changes. Only differences are sent, so that other people's changes stay. */
export function RecipientForm({ recipient, onClose }: { recipient: GetRecipientAnswer; onClose: () => void }) {
  const send = async (form: FormData) => {
    const given = {
      name: textOf(form, 'name'),
      phone: textOf(form, 'phone'),
      notes: textOf(form, 'notes'),
      skipSMSNotifications: form.has('optOut'),
      language: textOf(form, 'language') || null,
    };
    const body = Object.fromEntries(
      Object.entries(given).filter(([part, value]) => recipient[part as keyof typeof given] !== value),
    );
    if (Object.keys(body).length > 0) {
      const path = `/api/v2/recipients/${recipient.id}`;
      const saved = await request<GetRecipientAnswer>(path, { method: 'PUT', body });
      changedRecipients.value = new Map(changedRecipients.value).set(saved.id, saved);
    }
    showToast(words.saved({ name: given.name }));
    onClose();
  };
  return (
    <FormSheet
      id={recipient.id}
      kind={words.recipient}
      title={words.editTitle({ name: recipient.name })}
      submit={consoleWords.form.save}
      fields={['name', 'phone', 'notes', 'language']}
      send={send}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <Field label={consoleWords.fields.name} problem={problemOf('name')}>
            <input name="name" autocomplete="off" dir="auto" required maxLength={200} defaultValue={recipient.name} />
          </Field>
          <Field label={consoleWords.fields.phone} problem={problemOf('phone')}>
            <input name="phone" type="tel" autocomplete="off" dir="ltr" required defaultValue={recipient.phone} />
          </Field>
          <Field label={consoleWords.fields.notes} problem={problemOf('notes')} optional>
            <textarea name="notes" dir="auto" maxLength={10_000} defaultValue={recipient.notes} />
          </Field>
          <Field label={words.language} hint={words.languageHint} problem={problemOf('language')}>
            <select name="language" class="input">
              <LanguageOptions usual={words.usualLanguage} shown={recipient.language} />
            </select>
          </Field>
          <Tick
            name="optOut"
            label={words.optOut}
            hint={words.optOutHint}
            defaultChecked={recipient.skipSMSNotifications}
          />
        </>
      )}
    </FormSheet>
  );
}
