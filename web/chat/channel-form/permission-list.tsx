import { useState } from 'preact/hooks';
import type { Holders } from '../../shared/group-setting/holders.ts';
import { subjectOf } from '../../shared/group-setting/who.ts';
import { Button } from '../../shared/ui/button.tsx';
import { chat } from '../data/chat.ts';
import { holderDirectory } from '../data/holder-directory.ts';
import { PermissionDialog } from './permission-dialog.tsx';
import { type ChannelPermission, otherHolders } from './permissions.ts';
import { formWords as words } from './texts/index.ts';

interface PermissionListProps {
  permissions: readonly ChannelPermission[];
  /** Whether only subscribers can read the channel. */
  isPrivate: boolean;
  holdersFor(permission: ChannelPermission): Holders;
  /** Returns why the person may not change it; an empty text for no reason to give. */
  lockedBecause?(permission: ChannelPermission): string | undefined;
  /** On the button of the dialog. */
  submit: string;
  save(permission: ChannelPermission, value: Holders, before: Holders): Promise<void>;
}

/** Permissions in a channel, a sentence for each; each is changed in a dialog. */
export function PermissionList({
  permissions,
  isPrivate,
  holdersFor,
  lockedBecause,
  submit,
  save,
}: PermissionListProps) {
  const [open, setOpen] = useState<ChannelPermission>();
  const { state } = chat.value;
  const directory = holderDirectory();
  return (
    <>
      <ul class="permission-list">
        {permissions.map((permission) => {
          const locked = lockedBecause?.(permission);
          const subject = subjectOf(directory, holdersFor(permission), ...otherHolders(state, permission, isPrivate));
          return (
            <li key={permission}>
              <p class="grow">
                {words.permissions[permission](subject)}
                {locked && <span class="hint">{locked}</span>}
              </p>
              {locked === undefined && (
                <Button
                  size="small"
                  aria-label={words.changeNamed({ name: words.permissionNames[permission] })}
                  onClick={() => setOpen(permission)}
                >
                  {words.change}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {open && (
        <PermissionDialog
          key={open}
          permission={open}
          value={holdersFor(open)}
          others={otherHolders(state, open, isPrivate)}
          submit={submit}
          save={(value, before) => save(open, value, before)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
