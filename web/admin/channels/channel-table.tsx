import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { locale } from '../../shared/texts/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Channel } from '../../store/wire/chat.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { ChannelForm } from './channel-form.tsx';
import { channelWords } from './texts/index.ts';

interface ChannelTableProps {
  channels: readonly Channel[];
  onDone(): void;
}

const number = new Intl.NumberFormat(locale);

/** A row for each channel, and what can be done with it. */
export function ChannelTable({ channels, onDone }: ChannelTableProps) {
  const [open, setOpen] = useState<{ what: 'edit' | 'archive'; channel: Channel }>();
  const close = () => setOpen(undefined);
  const { columns } = channelWords;
  return (
    <>
      <DataTable
        label={columns.channel}
        rows={channels}
        idOf={({ stream_id }) => String(stream_id)}
        columns={[
          { name: columns.channel, show: ({ name, description }) => <NameAndMore name={name} more={description} /> },
          {
            name: columns.state,
            show: ({ invite_only, is_web_public }) => (
              <Badge {...(invite_only && { icon: 'lock' })}>
                {is_web_public ? channelWords.web : invite_only ? channelWords.private : channelWords.public}
              </Badge>
            ),
          },
          {
            name: columns.people,
            isNamedOnPhone: true,
            show: ({ subscriber_count }) => number.format(subscriber_count),
          },
          {
            name: columns.isDefault,
            isNamedOnPhone: true,
            show: (channel) => <DefaultSwitch channel={channel} onDone={onDone} />,
          },
          {
            name: columns.tools,
            isUnnamed: true,
            show: (channel) => (
              <Menu
                label={channelWords.more({ name: channel.name })}
                items={[
                  { label: channelWords.rename, icon: 'pencil', choose: () => setOpen({ what: 'edit', channel }) },
                  {
                    label: channelWords.archive,
                    icon: 'archive',
                    danger: true,
                    choose: () => setOpen({ what: 'archive', channel }),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {open?.what === 'edit' && <ChannelForm channel={open.channel} onDone={onDone} onClose={close} />}
      {open?.what === 'archive' && <ArchiveDialog channel={open.channel} onDone={onDone} onClose={close} />}
    </>
  );
}

function DefaultSwitch({
  channel: { stream_id, name, is_default, invite_only },
  onDone,
}: {
  channel: Channel;
  onDone(): void;
}) {
  const isDefault = is_default ?? false;
  const { busy, failure, run } = useAction(async () => {
    await request('/api/v1/default_streams', { method: isDefault ? 'DELETE' : 'POST', form: { stream_id } });
    showToast(isDefault ? channelWords.isNoDefault({ name }) : channelWords.isDefault({ name }));
    onDone();
  });
  // Nobody is put into a private channel by being new.
  if (invite_only && !isDefault) return null;
  return (
    <>
      <input
        type="checkbox"
        class="admin-check"
        checked={isDefault}
        disabled={busy}
        aria-label={channelWords.makeDefault({ name })}
        onChange={() => void run()}
      />
      {failure && <Failure {...failure} />}
    </>
  );
}

interface ArchiveDialogProps {
  channel: Channel;
  onDone(): void;
  onClose(): void;
}

function ArchiveDialog({ channel: { stream_id, name }, onDone, onClose }: ArchiveDialogProps) {
  return (
    <FormDialog
      title={channelWords.archiveTitle({ name })}
      submit={channelWords.archive}
      isDanger
      send={async () => {
        await request(`/api/v1/streams/${stream_id}`, { method: 'DELETE' });
        onClose();
        showToast(channelWords.didArchive({ name }));
        onDone();
      }}
      onClose={onClose}
    >
      <p>{channelWords.archiveText}</p>
    </FormDialog>
  );
}
