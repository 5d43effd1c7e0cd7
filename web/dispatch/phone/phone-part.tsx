import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import type { LiveWorker } from '../../store/wire/dispatch.ts';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { phoneWords as words } from './texts/index.ts';

/** Part in which a dispatcher signs in the phone of a worker who stands beside them. */
export function PhonePart({ worker }: { worker: Pick<LiveWorker, 'id' | 'name'> }) {
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite.value) return null;
  return (
    <SheetPart title={words.title}>
      <p class="quiet-words">{words.lead}</p>
      <div>
        <Button icon="qr-code" disabled={whyNot() !== undefined} onClick={() => setOpen(true)}>
          {words.show}
        </Button>
      </div>
      {isOpen && <PhoneDialog worker={worker} onClose={() => setOpen(false)} />}
    </SheetPart>
  );
}
