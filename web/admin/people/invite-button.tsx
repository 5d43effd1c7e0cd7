import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { InviteDialog } from '../invite/invite-dialog.tsx';
import { peopleWords } from './texts/index.ts';

/** Begins to invite somebody. */
export function InviteButton({ onInvited }: { onInvited(): void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
        {peopleWords.invite}
      </Button>
      {isOpen && <InviteDialog onInvited={onInvited} onClose={() => setOpen(false)} />}
    </>
  );
}
