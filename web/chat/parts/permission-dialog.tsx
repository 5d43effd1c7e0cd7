import { useState } from 'preact/hooks';
import { GroupSetting } from '../../shared/group-setting/group-setting.tsx';
import { groupSettingWords as words } from '../../shared/group-setting/texts/index.ts';
import { subjectOf } from '../../shared/group-setting/who.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { holderDirectory } from '../data/holder-directory.ts';
import type { Permission } from './permission.ts';

interface PermissionDialogProps {
  permission: Permission;
  /** On its button. */
  submit: string;
  onClose(): void;
}

/** Changes who holds one permission. What the server refuses is said below what was chosen. */
export function PermissionDialog({ permission, submit, onClose }: PermissionDialogProps) {
  const { name, rule, others = [], sentence, alsoSentence = sentence, save } = permission;
  const [before] = useState(permission.value);
  const [value, setValue] = useState(permission.value);
  const directory = holderDirectory();
  const { busy, failure, run } = useAction(async () => {
    await save(value, before);
    onClose();
  });
  return (
    <Dialog title={name} place="top" onClose={onClose}>
      {others.length > 0 && <p class="hint">{words.alwaysMay(subjectOf(directory, ...others))}</p>}
      <GroupSetting
        {...{ value, directory, rule }}
        sentence={others.length > 0 ? alsoSentence : sentence}
        problem={failure && (failure.sentence ?? texts.states.unreachable)}
        onChange={setValue}
      />
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="primary" busy={busy} onClick={() => void run()}>
          {submit}
        </Button>
      </div>
    </Dialog>
  );
}
