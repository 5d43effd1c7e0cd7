import { useRef, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { chat } from '../data/chat.ts';
import { ownUserId } from '../data/me.ts';
import { userPicture } from '../data/user-picture.ts';
import { useHasPicture } from '../parts/use-has-picture.ts';
import { CropDialog } from './crop-dialog.tsx';
import { settingsWords as words } from './texts/index.ts';

const PATH = '/api/v1/users/me/avatar';
/** Formats that move: cut to a square by the server, since a cut of ours would hold them still. */
const MOVING = ['image/gif'];

/** The person's picture: chosen, cut to a square, or taken away. */
export function PicturePart() {
  const own = chat.value.state.users.get(ownUserId.value);
  const [chosen, setChosen] = useState<ImageBitmap>();
  const [problem, setProblem] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const { busy, failure, run } = useAction(async (picture: Blob | undefined) => {
    if (!picture) await request(PATH, { method: 'DELETE' });
    else {
      const form = new FormData();
      form.append('file', picture, 'picture');
      await request(PATH, { method: 'POST', file: form });
    }
    setChosen(undefined);
    showToast(picture ? words.picture.saved : words.picture.removed);
  });
  const hasPicture = useHasPicture(userPicture(own));
  const { realm_avatar_changes_disabled, server_avatar_changes_disabled, is_admin, max_avatar_file_size_mib } =
    chat.value.state.fields;
  if (!own) return null;
  const limitMib = Number(max_avatar_file_size_mib ?? 5);
  const isOff = server_avatar_changes_disabled === true || (realm_avatar_changes_disabled === true && !is_admin);
  const take = async (picked: File | undefined) => {
    if (!picked) return;
    setProblem(undefined);
    if (MOVING.includes(picked.type)) return run(picked);
    const picture = await createImageBitmap(picked).catch(() => undefined);
    if (picture) setChosen(picture);
    else setProblem(words.picture.unreadable);
  };
  return (
    <div class="picture-part">
      <span aria-hidden="true">
        <Avatar size="portrait" name={own.full_name} id={String(own.user_id)} picture={userPicture(own)} />
      </span>
      <div class="picture-tools">
        {isOff ? (
          <p class="quiet-words">{words.picture.off}</p>
        ) : (
          <>
            <input
              ref={file}
              class="unseen"
              type="file"
              accept="image/*"
              tabIndex={-1}
              aria-label={words.picture.choose}
              onChange={({ currentTarget }) => {
                void take(currentTarget.files?.[0]);
                currentTarget.value = '';
              }}
            />
            <div class="picture-buttons">
              <Button icon="camera" busy={busy} onClick={() => file.current!.click()}>
                {words.picture.choose}
              </Button>
              {hasPicture && (
                <Button kind="quiet" icon="trash-2" busy={busy} onClick={() => void run(undefined)}>
                  {words.picture.remove}
                </Button>
              )}
            </div>
            <p class="hint">{words.picture.limit({ size: limitMib })}</p>
          </>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {failure && !chosen && <Failure {...failure} />}
      </div>
      {chosen && (
        <CropDialog
          picture={chosen}
          busy={busy}
          failure={failure}
          onSave={(square) => void run(square)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}
