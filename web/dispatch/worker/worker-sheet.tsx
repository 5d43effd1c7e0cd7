import { useState } from 'preact/hooks';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { List } from '../../shared/ui/list.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { addressLine, isLate, taskName } from '../../store/dispatch/select/tasks.ts';
import { listKey } from '../../store/outbox/moves.ts';
import type { Task, LiveWorker as Worker } from '../../store/wire/dispatch.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { floor, lists } from '../data/floor.ts';
import { usePosition } from '../data/positions.ts';
import { DeleteDialog } from '../fleet/delete-dialog.tsx';
import { EditMenu } from '../fleet/edit-menu.tsx';
import { InvitationPart } from '../fleet/invitation-part.tsx';
import { fleetWords } from '../fleet/texts/index.ts';
import { WorkerForm } from '../fleet/worker-form.tsx';
import { PhonePart } from '../phone/phone-part.tsx';
import { SchedulePart } from '../schedule/schedule-part.tsx';
import { lateText } from '../shared/lateness.ts';
import { LostPosition, PositionAge } from '../shared/position-age.tsx';
import { QuestionBadge, WorkerQuestions } from '../shared/question-badge.tsx';
import { TaskWindow } from '../shared/task-window.tsx';
import { Battery } from '../shared/worker-progress.tsx';
import { Sheet, SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';
import { DayPart } from './day-part.tsx';
import { DutyButton } from './duty-button.tsx';
import './worker.css';
import '../fleet/fleet.css';

/** The worker of the address: how they are, where they were last, what they have to do and what they have done today. */
export function WorkerSheet() {
  const [{ worker: id }] = useAddress();
  const worker = floor.value.state.workers.get(id!);
  if (worker) return <WorkerView key={id} worker={worker} />;
  return (
    <Sheet id={id!} title={words.worker.title}>
      <Empty icon="user" title={words.worker.gone} text={words.worker.goneText} />
    </Sheet>
  );
}

function WorkerView({ worker }: { worker: Worker }) {
  const { state } = floor.value;
  const tasks = [...state.tasks.values()];
  const active = tasks.filter((task) => task.state === 2 && task.worker === worker.id);
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const { closeSheet } = useSheet();
  const close = () => setOpen(undefined);
  const waiting = (lists.value.get(listKey({ type: 'WORKER', id: worker.id })) ?? []).flatMap(
    (taskId) => state.tasks.get(taskId) ?? [],
  );
  const duty = worker.onDuty ? (active.length > 0 ? 'active' : 'idle') : 'off';
  const teams = worker.teams.flatMap((teamId) => state.teams.get(teamId)?.name ?? []);
  if (open === 'edit') return <WorkerForm worker={worker} onClose={close} />;
  return (
    <Sheet
      id={worker.id}
      kind={words.worker.title}
      title={worker.name}
      tools={
        <>
          <span aria-hidden="true">
            <Avatar size="large" name={worker.name} id={worker.id} picture={worker.imageUrl ?? undefined} />
          </span>
          <EditMenu onEdit={() => setOpen('edit')} onDelete={() => setOpen('delete')} />
        </>
      }
    >
      <div class="sheet-badges">
        <Badge kind={duty === 'off' ? 'plain' : duty === 'active' ? 'accent' : 'good'}>{words.duty[duty]}</Badge>
        <PositionAge workerId={worker.id} />
        <Battery workerId={worker.id} />
        <WorkerQuestions worker={worker.id} />
        <DutyButton worker={worker} />
      </div>
      {worker.onDuty && <LostPosition workerId={worker.id} />}
      <Facts
        of={[
          [
            words.fields.phone,
            <a key="phone" href={`tel:${worker.phone}`} dir="ltr">
              {worker.phone}
            </a>,
          ],
          [words.worker.displayName, worker.displayName],
          [words.worker.teams, teams.join(', ')],
          [words.worker.vehicle, worker.vehicle && vehicleText(worker.vehicle)],
          [words.worker.capacity, worker.capacity > 0 && worker.capacity],
          [words.worker.skills, worker.skills.join(', ')],
          [words.worker.seen, <Seen key="seen" workerId={worker.id} />],
        ]}
      />
      <SheetPart title={words.worker.tasks({ count: active.length + waiting.length })}>
        <Stops tasks={[...active, ...waiting]} />
      </SheetPart>
      <InvitationPart
        key={worker.accountStatus}
        path={`/api/v2/workers/${worker.id}/invitation`}
        hasCome={worker.accountStatus === 'ACCEPTED'}
      />
      <PhonePart worker={worker} />
      <SchedulePart workerId={worker.id} />
      <DayPart worker={worker} />
      {open === 'delete' && (
        <DeleteDialog
          name={worker.name}
          path={`/api/v2/workers/${worker.id}`}
          text={fleetWords.deleteWorkerText}
          onDeleted={closeSheet}
          onClose={close}
        />
      )}
    </Sheet>
  );
}

/** Stops in order, the active one first. */
function Stops({ tasks }: { tasks: readonly Task[] }) {
  const { openTask } = useSheet();
  if (tasks.length === 0) return <p class="quiet-words">{words.nothingToDo}</p>;
  return (
    <List
      label={words.worker.tasks({ count: tasks.length })}
      items={tasks}
      idOf={({ id }) => id}
      onOpen={({ id }) => openTask(id)}
      render={(task) => (
        <span class="stop">
          <span class="stop-name" dir="auto">
            {taskName(task)}
          </span>
          <TaskWindow task={task} />
          <QuestionBadge task={task.id} />
          {isLate(task, Date.now()) && (
            <Badge kind="alarm" icon="clock">
              {lateText(task.delayTime)}
            </Badge>
          )}
          <span class="stop-address" dir="auto">
            {addressLine(task)}
          </span>
        </span>
      )}
    />
  );
}

function Seen({ workerId }: { workerId: string }) {
  const seen = usePosition(workerId)?.seen ?? null;
  return seen === null ? (
    <span class="quiet-words">{words.worker.neverSeen}</span>
  ) : (
    <RelativeTime at={new Date(seen)} />
  );
}

function vehicleText({ type, description, licensePlate, color }: NonNullable<Worker['vehicle']>): string {
  return [words.vehicles[type], description, color, licensePlate].filter(Boolean).join(', ');
}
