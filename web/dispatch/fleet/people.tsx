import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { List } from '../../shared/ui/list.tsx';
import type { LiveWorker as Worker } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { floor } from '../data/floor.ts';
import { PositionAge } from '../shared/position-age.tsx';
import { Battery, WorkerProgress } from '../shared/worker-progress.tsx';
import { words as consoleWords } from '../texts/index.ts';
import { fleetWords as words } from './texts/index.ts';

/** Returns the teams and the vehicle of a worker. */
function aboutWorker({ teams, vehicle }: Worker, known: ReadonlyMap<string, { name: string }>): string {
  const names = teams.flatMap((id) => known.get(id)?.name ?? []).sort((one, other) => one.localeCompare(other));
  return [...names, vehicle ? consoleWords.vehicles[vehicle.type] : consoleWords.onFoot].join(' · ');
}

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
  const { teams } = floor.value.state;
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
            <Avatar name={worker.name} id={worker.id} picture={worker.imageUrl ?? undefined} />
          </span>
          <span class="grow fleet-person">
            <span dir="auto">{worker.name}</span>
            <small dir="auto">{aboutWorker(worker, teams)}</small>
          </span>
          {worker.onDuty && (
            <span class="fleet-facts">
              <WorkerProgress workerId={worker.id} />
              <PositionAge workerId={worker.id} />
              <Battery workerId={worker.id} />
            </span>
          )}
          {worker.accountStatus === 'INVITED' && <Badge>{words.invited}</Badge>}
          <Badge kind={worker.onDuty ? 'good' : 'plain'}>{consoleWords.duty[worker.onDuty ? 'idle' : 'off']}</Badge>
        </>
      )}
    />
  );
}
