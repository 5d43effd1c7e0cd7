import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { channelReader, isOrganizationAdministrator } from '../../store/chat/select/channels.ts';
import type { ChannelFolder } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { formWords as words } from './texts/index.ts';

interface FolderFieldProps {
  /** ID; null for none. */
  value: number | null;
  problem?: string | undefined;
  onChange(value: number | null): void;
}

/** Folder in which everybody's left side shows a channel. Administrators make new ones here. */
export function FolderField({ value, problem, onChange }: FolderFieldProps) {
  const [isMaking, setMaking] = useState(false);
  const { state } = chat.value;
  const folders = ((state.fields.channel_folders ?? []) as ChannelFolder[])
    .filter(({ id, is_archived }) => !is_archived || id === value)
    .sort((one, other) => one.order - other.order);
  const mayMake = isOrganizationAdministrator(channelReader(state));
  if (folders.length === 0 && !mayMake) return null;
  return (
    <div class="channel-folder">
      <Field label={words.folder} {...{ problem }}>
        <select
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
        >
          <option value="" selected={value === null}>
            {words.noFolder}
          </option>
          {folders.map(({ id, name }) => (
            <option key={id} value={String(id)} selected={id === value}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      {mayMake && (
        <Button kind="quiet" icon="plus" onClick={() => setMaking(true)}>
          {words.newFolder}
        </Button>
      )}
      {isMaking && <NewFolder onMade={onChange} onClose={() => setMaking(false)} />}
    </div>
  );
}

function NewFolder({ onMade, onClose }: { onMade(id: number): void; onClose(): void }) {
  const [name, setName] = useState('');
  const { busy, failure, run } = useAction(async () => {
    const { channel_folder_id: id } = await request<{ channel_folder_id: number }>('/api/v1/channel_folders/create', {
      method: 'POST',
      form: { name },
    });
    onMade(id);
    onClose();
  });
  return (
    <Dialog title={words.newFolder} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may stand in a form.
          event.stopPropagation();
          if (!busy) void run();
        }}
      >
        <Field
          label={words.folderName}
          hint={words.folderHint}
          problem={failure && (failure.sentence ?? texts.states.unreachable)}
        >
          <input
            required
            dir="auto"
            autocomplete="off"
            maxLength={Number(chat.value.state.fields.max_channel_folder_name_length)}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Field>
        <div class="dialog-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {words.createFolder}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
