import { request } from '../../shared/session/session.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { RenewPinAnswer, Task } from '../../store/wire/dispatch.ts';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { useAction } from '../data/use-action.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';

/** PIN of an uncompleted task: the remaining attempts, and a button for a new one. The PIN itself is not shown. */
export function PinPart({ task: { id, pinTriesLeft: left } }: { task: Task }) {
  const renew = useAction(async () => {
    const { isPinSent } = await request<RenewPinAnswer>(`/api/v2/tasks/${id}/pin`, { method: 'POST', body: {} });
    showToast(isPinSent ? words.pin.sent : words.pin.notSent);
  });
  if (left === undefined) return null;
  const offline = whyNot();
  return (
    <SheetPart title={words.pin.title}>
      <p>
        <Badge kind={left === 0 ? 'bad' : 'plain'} icon="key-round">
          {left === 0 ? words.pin.locked : words.pin.left({ count: left })}
        </Badge>
      </p>
      <p class="hint">{left === 0 ? words.pin.lockedHint : words.pin.hint}</p>
      {mayWrite.value && (
        <Button icon="key-round" busy={renew.busy} disabled={offline !== undefined} onClick={() => void renew.run()}>
          {words.pin.renew}
        </Button>
      )}
      {renew.failure && <Failure {...renew.failure} />}
    </SheetPart>
  );
}
