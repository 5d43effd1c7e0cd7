import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import type { LiveWorker as Worker } from '../../store/wire/dispatch.ts';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { useAction } from '../data/use-action.ts';
import { words } from '../texts/index.ts';

/** Puts a worker on duty whose phone cannot, or takes off duty who forgot to; nothing for whoever may only read. */
export function DutyButton({ worker: { id, onDuty } }: { worker: Pick<Worker, 'id' | 'onDuty'> }) {
  const { busy, failure, run } = useAction(async () => {
    await request(`/api/v2/workers/${id}/duty`, { method: 'PUT', body: { onDuty: !onDuty } });
  });
  if (!mayWrite.value) return null;
  return (
    <>
      <Button busy={busy} disabled={whyNot() !== undefined} onClick={() => void run()}>
        {words.setDuty[onDuty ? 'off' : 'on']}
      </Button>
      {failure && <Failure {...failure} />}
    </>
  );
}
