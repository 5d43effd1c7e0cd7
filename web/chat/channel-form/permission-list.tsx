import type { Holders } from '../../shared/group-setting/holders.ts';
import { PermissionSentences } from '../../shared/group-setting/permission-sentences.tsx';
import type { ChannelPermissionName } from '../../store/chat/select/group-uses.ts';
import { chat } from '../data/chat.ts';
import { holderDirectory } from '../data/holder-directory.ts';
import { otherHolders, ruleOf } from './permissions.ts';
import { formWords as words } from './texts/index.ts';

interface PermissionListProps {
  permissions: readonly ChannelPermissionName[];
  /** Whether only subscribers can read the channel. */
  isPrivate: boolean;
  holdersFor(permission: ChannelPermissionName): Holders;
  /** Returns why the person may not change it; an empty text for no reason to give. */
  lockedBecause?(permission: ChannelPermissionName): string | undefined;
  /** On the button of the dialog. */
  submit: string;
  save(permission: ChannelPermissionName, value: Holders, before: Holders): Promise<void>;
}

/** Permissions in a channel. */
export function PermissionList(props: PermissionListProps) {
  const { permissions, isPrivate, holdersFor, lockedBecause, submit, save } = props;
  const { state } = chat.value;
  return (
    <PermissionSentences
      directory={holderDirectory()}
      submit={submit}
      permissions={permissions.map((permission) => ({
        id: permission,
        name: words.permissionNames[permission],
        value: holdersFor(permission),
        others: otherHolders(state, permission, isPrivate),
        rule: ruleOf(state, permission),
        sentence: words.permissions[permission],
        alsoSentence: words.hereAlso,
        locked: lockedBecause?.(permission),
        save: (value, before) => save(permission, value, before),
      }))}
    />
  );
}
