import { modName } from '../../shared/keys.ts';
import { request } from '../../shared/session/session.ts';
import { userSettings } from '../data/settings.ts';
import { composerWords as words } from './texts/index.ts';

/** Which key sends; a click makes it the other one. */
export function SendHint({ id }: { id: string }) {
  const { enter_sends } = userSettings();
  return (
    <button
      type="button"
      id={id}
      class="composer-hint"
      title={words.hint.change}
      onClick={() =>
        void request('/api/v1/settings', { method: 'PATCH', form: { enter_sends: !enter_sends } }).catch(
          () => undefined,
        )
      }
    >
      {enter_sends ? words.hint.enter : words.hint.modEnter({ mod: modName() })}
    </button>
  );
}
