import { useRef } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Realm } from '../data/use-realm.ts';
import { FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import './organization.css';
import { organizationWords } from './texts/index.ts';

const PATH = '/api/v1/realm/icon';
/** Source of an uploaded picture, in the words of the API. */
const UPLOADED = 'U';

/** The organization's logo: recipients see it on the tracking page, people in their apps. */
export function LogoPart({ realm, onDone }: { realm: Realm; onDone(): void }) {
  const input = useRef<HTMLInputElement>(null);
  const change = useAction(async (file?: File) => {
    const parts = new FormData();
    if (file) parts.set('file', file);
    await request(PATH, file ? { method: 'POST', file: parts } : { method: 'DELETE' });
    showToast(words.saved);
    onDone();
  });
  const isOwn = realm.realm_icon_source === UPLOADED;
  return (
    <FramePart title={organizationWords.logo} lead={organizationWords.logoHint}>
      {isOwn && <img class="organization-logo" src={realm.realm_icon_url} alt={organizationWords.logoNow} />}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        aria-label={organizationWords.chooseLogo}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void change.run(file);
          currentTarget.value = '';
        }}
      />
      {change.failure && <Failure {...change.failure} />}
      <div class="admin-actions">
        <Button icon="image" busy={change.busy} onClick={() => input.current!.click()}>
          {organizationWords.chooseLogo}
        </Button>
        {isOwn && (
          <Button icon="trash-2" onClick={() => void change.run()}>
            {organizationWords.removeLogo}
          </Button>
        )}
      </div>
    </FramePart>
  );
}
