import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { chat } from '../data/chat.ts';
import { ownUserId } from '../data/me.ts';
import { settingsWords as words } from './texts/index.ts';

/** The person's name; the address, the password and the devices are on the page of the account. */
export function ProfilePart() {
  const name = chat.value.state.users.get(ownUserId.value)?.full_name ?? '';
  // What one types stays, whatever comes meanwhile.
  const [typed, setTyped] = useState<string>();
  const { busy, failure, run } = useAction(async () => {
    await request('/api/v1/settings', { method: 'PATCH', form: { full_name: typed ?? name } });
    showToast(words.profile.saved);
  });
  return (
    <>
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
      <p>
        <a class="button" href="/account">
          <Icon name="circle-user" />
          <span>{words.profile.account}</span>
        </a>
      </p>
    </>
  );
}
