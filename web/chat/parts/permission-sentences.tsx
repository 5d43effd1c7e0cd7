import { useState } from 'preact/hooks';
import { groupSettingWords as words } from '../../shared/group-setting/texts/index.ts';
import { subjectOf } from '../../shared/group-setting/who.ts';
import { Button } from '../../shared/ui/button.tsx';
import { holderDirectory } from '../data/holder-directory.ts';
import type { Permission } from './permission.ts';
import { PermissionDialog } from './permission-dialog.tsx';
import './permission-sentences.css';

/** Permissions, a sentence for each; each is changed in a dialog. */
export function PermissionSentences({ permissions, submit }: { permissions: readonly Permission[]; submit: string }) {
  const [openId, setOpenId] = useState<string>();
  const directory = holderDirectory();
  const open = permissions.find(({ id }) => id === openId);
  return (
    <>
      <ul class="permission-list">
        {permissions.map(({ id, name, value, others = [], sentence, locked }) => (
          <li key={id}>
            <p class="grow">
              {sentence(subjectOf(directory, value, ...others))}
              {locked && <span class="hint">{locked}</span>}
            </p>
            {locked === undefined && (
              <Button size="small" aria-label={words.changeNamed({ name })} onClick={() => setOpenId(id)}>
                {words.change}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <PermissionDialog key={open.id} permission={open} submit={submit} onClose={() => setOpenId(undefined)} />
      )}
    </>
  );
}
