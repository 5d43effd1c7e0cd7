import type { Holders } from '../../shared/group-setting/holders.ts';
import { subjectOf } from '../../shared/group-setting/who.ts';
import { holdsEverywhere, mayReadChannel } from '../../store/chat/select/channels.ts';
import { CHANNEL_PERMISSIONS, type ChannelPermissionName } from '../../store/chat/select/group-uses.ts';
import { PermissionList } from '../channel-form/permission-list.tsx';
import { DELETE_PERMISSIONS, ENTRY_PERMISSIONS, otherHolders } from '../channel-form/permissions.ts';
import { holderDirectory } from '../data/holder-directory.ts';
import { ChannelPart } from './part.tsx';
import type { ChannelPartProps } from './part-props.ts';
import { settingsOfChannelWords as words } from './texts/index.ts';
import { patchChannel } from './use-save.ts';

/** The permissions of a channel, in sentences; whoever may change the channel changes them. */
export function ChannelPermissionsPart({ channel, reader, mayChange }: ChannelPartProps) {
  const { state } = reader;
  const isOpen = mayChange && !channel.is_archived;
  const administrators = subjectOf(
    holderDirectory(),
    channel.can_administer_channel_group,
    ...otherHolders(state, 'can_administer_channel_group', channel.invite_only),
  );
  const lockedBecause = (permission: ChannelPermissionName): string | undefined => {
    if (!isOpen) return '';
    if (
      DELETE_PERMISSIONS.includes(permission) &&
      !holdsEverywhere(reader, 'realm_can_set_delete_message_policy_group')
    )
      return words.onlyThese(
        subjectOf(holderDirectory(), state.fields.realm_can_set_delete_message_policy_group as Holders),
      );
    if (ENTRY_PERMISSIONS.includes(permission) && !mayReadChannel(reader, channel)) return words.onlyReaders;
    return undefined;
  };
  return (
    <div class="channel-parts">
      <ChannelPart
        title={words.tabs.permissions}
        text={isOpen ? words.permissionsText : words.onlyThese(administrators)}
      >
        <PermissionList
          permissions={CHANNEL_PERMISSIONS}
          isPrivate={channel.invite_only}
          holdersFor={(permission) => channel[permission]}
          {...{ lockedBecause }}
          submit={words.save}
          // Somebody else may have changed it meanwhile: then nothing is overwritten.
          save={(permission, value, before) =>
            patchChannel(channel.stream_id, { [permission]: { new: value, old: before } })
          }
        />
      </ChannelPart>
    </div>
  );
}
