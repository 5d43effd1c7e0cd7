import { request } from '../../shared/session/session.ts';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { fieldText } from '../shared/form-dialog.tsx';
import { words as adminWords } from '../texts/index.ts';
import { InviteForm } from './invite-form.tsx';
import { inviteWords as words } from './texts/index.ts';

interface MethodProps {
  onInvited(): void;
  onClose(): void;
}

/** Invites a dispatcher, who confirms by a mailed link. */
export function DispatcherForm({ onInvited, onClose }: MethodProps) {
  const send = async (form: FormData) => {
    const email = fieldText(form, 'email');
    await request('/api/v2/admins', {
      method: 'POST',
      body: { name: fieldText(form, 'name'), email, isReadOnly: form.get('readOnly') === 'on' },
    });
    showToast(words.invited({ email }));
    onInvited();
    onClose();
  };
  return (
    <InviteForm submit={words.send} send={send} onClose={onClose}>
      <Field label={adminWords.name}>
        <input name="name" required maxLength={200} dir="auto" autocomplete="off" />
      </Field>
      <Field label={adminWords.email}>
        <input name="email" type="email" required maxLength={254} dir="ltr" autocomplete="off" />
      </Field>
      <Tick name="readOnly" label={words.readOnly} hint={words.readOnlyHint} />
      <p class="quiet-words">{words.dispatcherTalks}</p>
    </InviteForm>
  );
}
