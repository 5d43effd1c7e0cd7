import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { List } from '../../shared/ui/list.tsx';
import type { LiveWorker as Worker } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { words as consoleWords } from '../texts/index.ts';
import { fleetWords as words } from './texts/index.ts';

/** Workers, each a way to their sheet. */
export function People({
  label,
  of,
  selected,
}: {
  label: string;
  of: readonly Worker[];
  selected?: string | undefined;
}) {
  const { openWorker } = useSheet();
  if (of.length === 0) return <p class="quiet-words">{words.noMembers}</p>;
  return (
    <List
      label={label}
      items={of}
      idOf={({ id }) => id}
      selected={selected}
      onOpen={({ id }) => openWorker(id)}
      render={(worker) => (
        <>
          <span aria-hidden="true">
            <Avatar name={worker.name} id={worker.id} picture={worker.imageUrl ?? undefined} size="small" />
          </span>
          <span class="grow" dir="auto">
            {worker.name}
          </span>
          {worker.accountStatus === 'INVITED' && <Badge>{words.invited}</Badge>}
          <Badge kind={worker.onDuty ? 'good' : 'plain'}>{consoleWords.duty[worker.onDuty ? 'idle' : 'off']}</Badge>
        </>
      )}
    />
  );
}
