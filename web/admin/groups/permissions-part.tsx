import { PermissionSentences } from '../../shared/group-setting/permission-sentences.tsx';
import { groupSettingWords } from '../../shared/group-setting/texts/index.ts';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { GROUP_PERMISSIONS } from '../../store/chat/select/group-uses.ts';
import type { SupportedPermissions, UserGroup } from '../../store/wire/chat.ts';
import { savePermission } from '../data/save-permission.ts';
import { useHolders } from '../data/use-holders.ts';
import { useRegistered } from '../data/use-registered.ts';
import { FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { groupWords } from './texts/index.ts';

interface PermissionsPartProps {
  group: UserGroup;
  onDone(): void;
}

/** Permissions of a group, in sentences; each is changed in a dialog. */
export function PermissionsPart({ group, onDone }: PermissionsPartProps) {
  const known = useRegistered<{ server_supported_permission_settings: SupportedPermissions }>('realm');
  const holders = useHolders(GROUP_PERMISSIONS.map((name) => group[name]));
  const rules = known.answer?.server_supported_permission_settings.group;
  const failure = known.failure ?? holders.failure;
  const retry = () => {
    known.reload();
    holders.retry();
  };
  return (
    <FramePart title={groupWords.permissions} lead={groupWords.permissionsLead}>
      {rules && holders.directory ? (
        <PermissionSentences
          directory={holders.directory}
          submit={words.save}
          permissions={GROUP_PERMISSIONS.map((name) => ({
            id: name,
            name: groupSettingWords.ofGroup.names[name],
            value: group[name],
            rule: rules[name]!,
            sentence: groupSettingWords.ofGroup.sentences[name],
            save: (value, before) => savePermission(`/api/v1/user_groups/${group.id}`, { name, value, before }, onDone),
          }))}
        />
      ) : failure ? (
        <Failure {...failure} onRetry={retry} />
      ) : (
        <Loading rows={6} />
      )}
    </FramePart>
  );
}
