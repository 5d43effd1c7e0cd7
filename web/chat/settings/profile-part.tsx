import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { chat } from '../data/chat.ts';
import { ownUserId } from '../data/me.ts';
import { FieldsPart } from './fields-part.tsx';
import { PicturePart } from './picture-part.tsx';
import { settingsWords as words } from './texts/index.ts';

const LINKS = [
  { id: 'account', href: '/account', icon: 'mail' },
  { id: 'password', href: '/account/password', icon: 'lock' },
  { id: 'factor', href: '/account/second-factor', icon: 'shield-check' },
  { id: 'devices', href: '/account/devices', icon: 'monitor' },
  { id: 'data', href: '/account/data', icon: 'download' },
  { id: 'assistants', href: '/account/assistants', icon: 'sparkles' },
] as const;

/** The person's picture, name and fields; the address, the password, the devices and the keys are on the pages of the account. */
export function ProfilePart() {
  const name = chat.value.state.users.get(ownUserId.value)?.full_name ?? '';
  // What one types stays, whatever comes meanwhile.
  const [typed, setTyped] = useState<string>();
  // What is saved is no longer typed: the next change may be somebody else's.
  useEffect(() => setTyped((left) => (left === name ? undefined : left)), [name]);
  const { busy, failure, run } = useAction(async () => {
    await request('/api/v1/settings', { method: 'PATCH', form: { full_name: typed ?? name } });
    showToast(words.profile.saved);
  });
  return (
    <>
      <PicturePart />
      <form
        class="settings-name"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run();
        }}
      >
        <Field label={words.profile.name} problem={failure && (failure.sentence ?? texts.states.unreachable)}>
          <input
            name="name"
            autocomplete="name"
            required
            dir="auto"
            value={typed ?? name}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </Field>
        <Button type="submit" busy={busy}>
          {words.profile.save}
        </Button>
      </form>
      <FieldsPart />
      <p class="profile-links">
        {LINKS.map(({ id, href, icon }) => (
          <a key={id} class="button" href={href}>
            <Icon name={icon} />
            <span>{words.profile.links[id]}</span>
          </a>
        ))}
      </p>
    </>
  );
}
