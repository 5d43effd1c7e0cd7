import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { LinkCard } from '../../shared/ui/link-card.tsx';
import { InviteForm } from './invite-form.tsx';
import { RoleField } from './role-field.tsx';
import { inviteWords as words } from './texts/index.ts';

const MINUTES_OF_DAY = 1440;
/** Validity of a link in days; the last never expires. */
const DAYS = [1, 7, 14, 30, 0] as const;

interface MethodProps {
  onInvited(): void;
  onClose(): void;
}

/** Makes a link by which many can join, to be copied or scanned. */
export function ChatByLink({ onInvited, onClose }: MethodProps) {
  const [link, setLink] = useState<string>();
  if (link)
    return (
      <div class="admin-form">
        <p>{words.linkMade}</p>
        <LinkCard text={link} label={words.link} />
        <div class="dialog-actions">
          <Button kind="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </div>
      </div>
    );
  const send = async (form: FormData) => {
    const days = Number(form.get('days'));
    const made = await request<{ invite_link: string }>('/api/v1/invites/multiuse', {
      method: 'POST',
      form: {
        include_realm_default_subscriptions: true,
        invite_as: Number(form.get('role')),
        invite_expires_in_minutes: days === 0 ? null : days * MINUTES_OF_DAY,
      },
    });
    onInvited();
    setLink(made.invite_link);
  };
  return (
    <InviteForm submit={words.makeLink} send={send} onClose={onClose}>
      <p>{words.linkLead}</p>
      <RoleField />
      <Field label={words.holds}>
        <select name="days" defaultValue="7">
          {DAYS.map((days) => (
            <option key={days} value={days} selected={days === 7}>
              {words.days({ days })}
            </option>
          ))}
        </select>
      </Field>
    </InviteForm>
  );
}
