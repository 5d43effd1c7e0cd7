import { useState } from 'preact/hooks';
import { useAction } from '../session/use-action.ts';
import { texts } from '../texts/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { GroupSetting } from './group-setting.tsx';
import type { Permission } from './permission.ts';
import { groupSettingWords as words } from './texts/index.ts';
import { type HolderDirectory, subjectOf } from './who.ts';

interface PermissionDialogProps {
  permission: Permission;
  directory: HolderDirectory;
  /** On its button. */
  submit: string;
  onClose(): void;
}

/** Changes who holds one permission. What the server refuses is said below what was chosen. */
export function PermissionDialog({ permission, directory, submit, onClose }: PermissionDialogProps) {
  const { name, rule, others = [], sentence, alsoSentence = sentence, save } = permission;
  const [before] = useState(permission.value);
  const [value, setValue] = useState(permission.value);
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
