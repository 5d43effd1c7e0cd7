import { useState } from 'preact/hooks';
import { GroupSetting } from '../../shared/group-setting/group-setting.tsx';
import type { Holders } from '../../shared/group-setting/holders.ts';
import { subjectOf } from '../../shared/group-setting/who.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { chat } from '../data/chat.ts';
import { holderDirectory } from '../data/holder-directory.ts';
import { type ChannelPermission, ruleOf } from './permissions.ts';
import { formWords as words } from './texts/index.ts';

interface PermissionDialogProps {
  permission: ChannelPermission;
  value: Holders;
  /** Holders whom the channel does not name. */
  others: readonly Holders[];
  /** On its button. */
  submit: string;
  /** @param before what was shown when it was opened @throws {Refusal} shown below what was chosen */
  save(value: Holders, before: Holders): Promise<void>;
  onClose(): void;
}

/** Changes who holds one permission of a channel. */
export function PermissionDialog({ permission, value: known, others, submit, save, onClose }: PermissionDialogProps) {
  const [before] = useState(known);
  const [value, setValue] = useState(known);
  const { state } = chat.value;
  const directory = holderDirectory();
  const { busy, failure, run } = useAction(async () => {
    await save(value, before);
    onClose();
  });
  return (
    <Dialog title={words.permissionNames[permission]} place="top" onClose={onClose}>
      {others.length > 0 && <p class="hint">{words.alwaysMay(subjectOf(directory, ...others))}</p>}
      <GroupSetting
        {...{ value, directory }}
        rule={ruleOf(state, permission)}
        sentence={others.length > 0 ? words.hereAlso : words.permissions[permission]}
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
