import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { Field } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { fieldText } from '../shared/form-dialog.tsx';
import { InviteForm } from './invite-form.tsx';
import { RoleField } from './role-field.tsx';
import { inviteWords as words } from './texts/index.ts';

interface MethodProps {
  onInvited(): void;
  onClose(): void;
}

/** Sends invitations to addresses, however they are separated. */
export function ChatByMail({ onInvited, onClose }: MethodProps) {
  const send = async (form: FormData) => {
    const addresses = fieldText(form, 'emails')
      .split(/[\s,;]+/)
      .filter(Boolean);
    try {
      await request('/api/v1/invites', {
        method: 'POST',
        form: {
          invitee_emails: addresses.join(','),
          stream_ids: [],
          include_realm_default_subscriptions: true,
          invite_as: Number(form.get('role')),
        },
      });
    } catch (error) {
      throw withReasons(error);
    }
    showToast(words.sent({ count: addresses.length }));
    onInvited();
    onClose();
  };
  return (
    <InviteForm submit={words.send} send={send} onClose={onClose}>
      <Field label={words.emails} hint={words.emailsHint}>
        <textarea name="emails" required dir="ltr" autocomplete="off" maxLength={8000} />
      </Field>
      <RoleField />
    </InviteForm>
  );
}

/** Why each address was not taken, where the server says so, behind its sentence. */
function withReasons(error: unknown): unknown {
  if (!(error instanceof Refusal) || !Array.isArray(error.extra.errors)) return error;
  const reasons = (error.extra.errors as [string, string][]).map(([email, reason]) => `${email}: ${reason}`);
  return new Refusal(error.status, { message: [error.message, ...reasons].join(' '), code: error.code });
}
