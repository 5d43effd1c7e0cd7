import { useState } from 'preact/hooks';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { addressLine, isLate, recipientName, taskName } from '../../store/dispatch/select/tasks.ts';
import { askedBarcodes } from '../../store/driver/barcodes.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { floor } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { nameOfActor } from '../data/names.ts';
import { lateText } from '../shared/lateness.ts';
import { TaskWindow } from '../shared/task-window.tsx';
import { Sheet, SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';
import { inMinutes } from '../texts/units.ts';
import { AssignmentPart } from './assignment-part.tsx';
import { CompleteDialog } from './complete-dialog.tsx';
import { ConversationPart } from './conversation-part.tsx';
import { HistoryPart } from './history-part.tsx';
import { PinPart } from './pin-part.tsx';
import { ProofPart } from './proof-part.tsx';
import './task.css';
import { TaskForm } from './task-form.tsx';
import { TaskMenu } from './task-menu.tsx';
import { UnplacedPart } from './unplaced-part.tsx';

/** A task in full: what is to be done, who does it, what became of it; and everything that a dispatcher may do about it. */
export function TaskView({ task }: { task: Task }) {
  const [isEditing, setEditing] = useState(false);
  const [completing, setCompleting] = useState<'success' | 'failure'>();
  const { id } = task;
  const canComplete = mayWrite.value && task.state === 2;
  if (isEditing) return <TaskForm task={task} onClose={() => setEditing(false)} />;
  return (
    <Sheet
      id={id}
      kind={words.task.kind({ shortId: task.shortId })}
      title={taskName(task)}
      tools={<TaskMenu task={task} onEdit={() => setEditing(true)} />}
      footer={
        canComplete && (
          <>
            <Button kind="primary" icon="check" onClick={() => setCompleting('success')}>
              {words.task.complete}
            </Button>
            <Button icon="x" onClick={() => setCompleting('failure')}>
              {words.task.fail}
            </Button>
          </>
        )
      }
    >
      <Badges task={task} />
      <UnplacedPart task={task} />
      <Facts
        of={[
          [words.fields.recipient, recipientName(task)],
          [words.fields.phone, <Phone key="phone" phone={task.recipients[0]?.phone} />],
          [words.fields.address, addressLine(task)],
          [words.fields.placeNotes, task.destination.notes],
          [words.fields.window, <Window key="window" task={task} />],
          [
            words.fields.arrival,
            task.estimatedArrivalTime && <RelativeTime at={new Date(task.estimatedArrivalTime)} />,
          ],
          [words.fields.notes, task.notes],
          [words.fields.recipientNotes, task.overrides.recipientNotes || task.recipients[0]?.notes],
          [words.fields.serviceTime, task.serviceTime > 0 && inMinutes(task.serviceTime)],
          [words.fields.quantity, task.quantity > 0 && task.quantity],
          [words.fields.skills, task.skills.join(', ')],
          [words.fields.requirements, requirementsOf(task)],
          [
            words.fields.barcodes,
            askedBarcodes(task)
              .map(({ data }) => data ?? words.anyBarcode)
              .join(', '),
          ],
          [words.fields.order, task.orderShortId],
          ...task.customFields.map((field): [string, string] => [field.name, String(field.value ?? '')]),
          ...task.metadata.map(({ name, value }): [string, string] => [name, text(value)]),
        ]}
      />
      <Dependencies task={task} />
      <PinPart task={task} />
      <AssignmentPart task={task} />
      <ConversationPart task={task} />
      <HistoryPart task={task} />
      <ProofPart task={task} />
      {completing && (
        <CompleteDialog task={task} isSuccess={completing === 'success'} onClose={() => setCompleting(undefined)} />
      )}
    </Sheet>
  );
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function Badges({ task }: { task: Task }) {
  const { state, completionDetails: details } = task;
  const isFailed = state === 3 && details.success === false;
  const last = floor.value.taskChanges.get(task.id);
  return (
    <div class="sheet-badges">
      {state === 3 ? (
        <Badge kind={isFailed ? 'bad' : 'good'} icon={isFailed ? 'circle-x' : 'check'}>
          {isFailed ? words.failed : words.taskStates[3]}
        </Badge>
      ) : (
        <Badge kind={state === 2 ? 'accent' : 'plain'} icon={state === 2 ? 'chevron-right' : 'circle'}>
          {words.taskStates[state]}
        </Badge>
      )}
      {task.pickupTask && <Badge icon="package">{words.pickup}</Badge>}
      {isLate(task, Date.now()) && (
        <Badge kind="alarm" icon="clock">
          {lateText(task.delayTime)}
        </Badge>
      )}
      {!task.destination.located && (
        <Badge kind="warning" icon="map-pin">
          {words.notFound}
        </Badge>
      )}
      {last && (
        <span class="quiet-words">
          {words.task.changedBy({ name: nameOfActor(last.by) })} <RelativeTime at={new Date(last.at)} />
        </span>
      )}
    </div>
  );
}

function Phone({ phone }: { phone: string | undefined }) {
  return phone ? (
    <a href={`tel:${phone}`} dir="ltr">
      {phone}
    </a>
  ) : null;
}

function Window({ task }: { task: Task }) {
  return task.completeAfter === null && task.completeBefore === null ? (
    <span class="quiet-words">{words.window.any}</span>
  ) : (
    <TaskWindow task={task} />
  );
}

function requirementsOf({ requirements: { signature, photo, notes, minimumAge, pin } }: Task): string {
  return [
    signature && words.requirements.signature,
    photo && words.requirements.photo,
    notes && words.requirements.notes,
    minimumAge > 0 && words.requirements.minimumAge({ years: minimumAge }),
    pin && words.requirements.pin,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Links to the tasks that must be completed first. */
function Dependencies({ task: { dependencies } }: { task: Task }) {
  const { openTask } = useSheet();
  if (dependencies.length === 0) return null;
  return (
    <SheetPart title={words.task.dependencies}>
      <ul>
        {dependencies.map((id) => {
          const other = floor.value.state.tasks.get(id);
          return (
            <li key={id}>
              <Button kind="quiet" onClick={() => openTask(id)}>
                {other ? taskName(other) : id}
              </Button>
            </li>
          );
        })}
      </ul>
    </SheetPart>
  );
}
