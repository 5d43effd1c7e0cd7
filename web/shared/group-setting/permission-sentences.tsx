import { useState } from 'preact/hooks';
import { Button } from '../ui/button.tsx';
import type { Permission } from './permission.ts';
import { PermissionDialog } from './permission-dialog.tsx';
import './permission-sentences.css';
import { groupSettingWords as words } from './texts/index.ts';
import { type HolderDirectory, subjectOf } from './who.ts';

interface PermissionSentencesProps {
  permissions: readonly Permission[];
  directory: HolderDirectory;
  /** On the button of the dialog. */
  submit: string;
}

/** Permissions, a sentence for each; each is changed in a dialog. */
export function PermissionSentences({ permissions, directory, submit }: PermissionSentencesProps) {
  const [openId, setOpenId] = useState<string>();
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
        <PermissionDialog
          key={open.id}
          permission={open}
          {...{ directory, submit }}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  );
}
