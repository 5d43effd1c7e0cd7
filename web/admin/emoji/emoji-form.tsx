import { request } from '../../shared/session/session.ts';
import { Field } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { RealmEmojiDictionary } from '../../store/wire/chat.ts';
import { FormDialog, fieldText } from '../shared/form-dialog.tsx';
import { words } from '../texts/index.ts';
import { emojiWords } from './texts/index.ts';

interface EmojiFormProps {
  /** Emoji to rename; absent for a new one. */
  emoji?: RealmEmojiDictionary[string];
  onDone(): void;
  onClose(): void;
}

/** The name of an emoji, and its picture if it is new. */
export function EmojiForm({ emoji, onDone, onClose }: EmojiFormProps) {
  const send = async (form: FormData) => {
    const name = fieldText(form, 'name');
    if (name !== emoji?.name) {
      await upload(name, emoji ? await pictureOf(emoji) : (form.get('picture') as File));
      // The API has no other way to rename: the picture under the new name first, so that nothing is lost between both.
      if (emoji) await request(emojiPath(emoji.name), { method: 'DELETE' });
    }
    onClose();
    showToast(emoji ? words.saved : emojiWords.added({ name }));
    onDone();
  };
  return (
    <FormDialog
      title={emoji ? emojiWords.renameTitle({ name: emoji.name }) : emojiWords.add}
      submit={emoji ? words.save : emojiWords.add}
      send={send}
      onClose={onClose}
    >
      {emoji && <p>{emojiWords.renameText}</p>}
      <Field label={words.name} hint={emojiWords.nameHint}>
        <input
          name="name"
          required
          maxLength={100}
          dir="ltr"
          autocomplete="off"
          autocapitalize="none"
          defaultValue={emoji?.name}
        />
      </Field>
      {!emoji && (
        <Field label={emojiWords.picture} hint={emojiWords.pictureHint}>
          <input name="picture" type="file" required accept="image/png,image/jpeg,image/webp,image/gif" />
        </Field>
      )}
    </FormDialog>
  );
}

async function upload(name: string, picture: Blob): Promise<void> {
  const file = new FormData();
  file.set('file', picture);
  await request(emojiPath(name), { method: 'POST', file });
}

async function pictureOf({ source_url }: { source_url: string }): Promise<Blob> {
  const answer = await fetch(source_url);
  if (!answer.ok) throw new Error(`the picture of an emoji: ${answer.status}`);
  return answer.blob();
}

/** Address of an emoji in the API. */
export const emojiPath = (name: string) => `/api/v1/realm/emoji/${encodeURIComponent(name)}`;
