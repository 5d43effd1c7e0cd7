import { useState } from 'preact/hooks';
import type { HolderRule, Holders } from '../../shared/group-setting/holders.ts';
import { groupSettingWords as words } from '../../shared/group-setting/texts/index.ts';
import { type Subject, subjectOf } from '../../shared/group-setting/who.ts';
import { Button } from '../../shared/ui/button.tsx';
import { holderDirectory } from '../data/holder-directory.ts';
import { PermissionDialog } from './permission-dialog.tsx';
import './permission-sentences.css';

/** A permission, as it is shown and changed. */
export interface Permission {
  id: string;
  name: string;
  value: Holders;
  /** Holders by another setting or by their role, whom the value does not name. */
  others?: readonly Holders[];
  rule: HolderRule;
  /** Returns what the holders may do. */
  sentence(subject: Subject): string;
  /** The same of the value's own holders, where there are others. */
  alsoSentence?(subject: Subject): string;
  /** Why the reader may not change it; an empty text for no reason to give. Absent: they may. */
  locked?: string | undefined;
  /** @param before what was shown when it was opened @throws {Refusal} */
  save(value: Holders, before: Holders): Promise<void>;
}

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
