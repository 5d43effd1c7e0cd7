import { request } from '../../shared/session/session.ts';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Channel } from '../../store/wire/chat.ts';
import { changedOf } from '../shared/changed.ts';
import { FormDialog, fieldText } from '../shared/form-dialog.tsx';
import { words } from '../texts/index.ts';
import { channelWords } from './texts/index.ts';

interface ChannelFormProps {
  /** Channel to edit; absent for a new one. */
  channel?: Channel;
  onDone(): void;
  onClose(): void;
}

/** The name and description of a channel. */
export function ChannelForm({ channel, onDone, onClose }: ChannelFormProps) {
  const send = async (form: FormData) => {
    const given = { name: fieldText(form, 'name'), description: fieldText(form, 'description') };
    if (channel) await change(channel, given);
    else
      await request('/api/v1/users/me/subscriptions', {
        method: 'POST',
        form: { subscriptions: [given], invite_only: form.has('private') },
      });
    onClose();
    showToast(channel ? words.saved : channelWords.made({ name: given.name }));
    onDone();
  };
  return (
    <FormDialog
      title={channel ? channelWords.rename : channelWords.make}
      submit={channel ? words.save : channelWords.make}
      send={send}
      onClose={onClose}
    >
      <Field label={words.name}>
        <input name="name" required maxLength={60} dir="auto" autocomplete="off" defaultValue={channel?.name} />
      </Field>
      <Field label={channelWords.description} optional>
        <textarea name="description" maxLength={1024} dir="auto" defaultValue={channel?.description} />
      </Field>
      {!channel && <Tick name="private" label={channelWords.privateTick} hint={channelWords.privateHint} />}
    </FormDialog>
  );
}

/** Sends what is other than before: who may say a new description may not always say a new name. */
async function change(channel: Channel, { name, description }: { name: string; description: string }): Promise<void> {
  const shown = { new_name: channel.name, description: channel.description };
  const form = changedOf(shown, { new_name: name, description });
  if (Object.keys(form).length > 0) await request(`/api/v1/streams/${channel.stream_id}`, { method: 'PATCH', form });
}
