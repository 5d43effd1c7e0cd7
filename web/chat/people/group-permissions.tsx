import { PermissionSentences } from '../../shared/group-setting/permission-sentences.tsx';
import { groupSettingWords } from '../../shared/group-setting/texts/index.ts';
import { request } from '../../shared/session/session.ts';
import { GROUP_PERMISSIONS } from '../../store/chat/select/group-uses.ts';
import type { SupportedPermissions, UserGroup } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { holderDirectory } from '../data/holder-directory.ts';
import { mayManage } from './rights.ts';
import { peopleWords as words } from './texts/index.ts';

/** Permissions of a group, in sentences; whoever may manage the group changes them. */
export function GroupPermissions({ group }: { group: UserGroup }) {
  const { state } = chat.value;
  const rules = (state.fields.server_supported_permission_settings as SupportedPermissions).group;
  const isOpen = mayManage(state, group) && !group.deactivated;
  return (
    <PermissionSentences
      directory={holderDirectory()}
      submit={words.groups.save}
      permissions={GROUP_PERMISSIONS.map((name) => ({
        id: name,
        name: groupSettingWords.ofGroup.names[name],
        value: group[name],
        rule: rules[name]!,
        sentence: groupSettingWords.ofGroup.sentences[name],
        locked: isOpen ? undefined : '',
        // Somebody else may have changed it meanwhile: then nothing is overwritten.
        save: async (value, before) => {
          const form = { [name]: { new: value, old: before } };
          await request(`/api/v1/user_groups/${group.id}`, { method: 'PATCH', form });
        },
      }))}
    />
  );
}
