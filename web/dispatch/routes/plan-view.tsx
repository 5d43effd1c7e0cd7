import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { locale, texts } from '../../shared/texts/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Empty, Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { isLate } from '../../store/dispatch/select/tasks.ts';
import type { PlainRoutePlan as RoutePlan } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { floor, positions } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { nameOfOwner, taskLabel } from '../data/names.ts';
import { useAction } from '../data/use-action.ts';
import { lateText } from '../shared/lateness.ts';
import { TaskWindow } from '../shared/task-window.tsx';
import { words } from '../texts/index.ts';
import { AddTasksDialog } from './add-tasks-dialog.tsx';
import { PlanColor } from './color-field.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { stopsOf } from './planned-routes.tsx';
import { RouteSketch } from './route-sketch.tsx';
import { routeWords } from './texts/index.ts';

/** A route plan: whose it is, its tasks in a row, and where it leads. */
export function PlanView({ id, onClose }: { id: string; onClose: () => void }) {
  const [open, setOpen] = useState<'edit' | 'add' | 'delete'>();
  const plan = floor.value.state.routePlans.get(id);
  if (!plan) return <Empty level={2} icon="route" title={routeWords.gone} text={routeWords.goneText} />;
  const close = () => setOpen(undefined);
  const mayChange = mayWrite.value && plan.state !== 'COMPLETED';
  return (
    <article class="route-view" aria-labelledby="route-title">
      <header class="route-head">
        <PlanColor color={plan.color} />
        <h2 id="route-title" tabIndex={-1} dir="auto">
          {plan.name}
        </h2>
        <PlanState state={plan.state} />
      </header>
      <PlanFacts plan={plan} />
      {mayWrite.value && (
        <div class="route-decision">
          {mayChange && (
            <>
              <Button icon="plus" onClick={() => setOpen('add')}>
                {routeWords.plan.add}
              </Button>
              <Button icon="pencil" onClick={() => setOpen('edit')}>
                {routeWords.plan.edit}
              </Button>
            </>
          )}
          <Button icon="trash-2" onClick={() => setOpen('delete')}>
            {routeWords.plan.delete}
          </Button>
        </div>
      )}
      <PlanTasks plan={plan} />
      {open === 'edit' && <PlanDialog plan={plan} onClose={close} />}
      {open === 'add' && <AddTasksDialog plan={plan} onClose={close} />}
      {open === 'delete' && <DeleteDialog plan={plan} onClose={close} onDeleted={onClose} />}
    </article>
  );
}

/** A state in a word and a sign. */
export function PlanState({ state }: { state: RoutePlan['state'] }) {
  const [kind, icon] = (
    { PENDING: ['plain', 'circle'], ACTIVE: ['accent', 'chevron-right'], COMPLETED: ['good', 'circle-check'] } as const
  )[state];
  return (
    <Badge kind={kind} icon={icon}>
      {routeWords.planStates[state]}
    </Badge>
  );
}

const dated = (time: number | null) =>
  time !== null && new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time);

function PlanFacts({ plan }: { plan: RoutePlan }) {
  const { places, ...of } = routeWords.plan;
  const hub = (id: string | null) => (id ? (floor.value.state.hubs.get(id)?.name ?? words.unknown) : places.HUB);
  const place = (at: string, hubId: string | null) =>
    at === 'HUB' ? hub(hubId) : (places[at as keyof typeof places] ?? at);
  return (
    <Facts
      of={[
        [of.worker, plan.worker ? nameOfOwner({ type: 'WORKER', id: plan.worker }) : of.nobody],
        [of.team, plan.team && nameOfOwner({ type: 'TEAM', id: plan.team })],
        [of.start, dated(plan.startTime)],
        [of.end, dated(plan.endTime)],
        [of.begun, dated(plan.actualStartTime)],
        [of.done, dated(plan.actualEndTime)],
        [
          of.vehicle,
          plan.vehicleType && (words.vehicles[plan.vehicleType as keyof typeof words.vehicles] ?? plan.vehicleType),
        ],
        [of.from, place(plan.startAt, plan.startingHubId)],
        [of.to, place(plan.endAt, plan.endingHubId)],
      ]}
    />
  );
}

function PlanTasks({ plan }: { plan: RoutePlan }) {
  const { openTask } = useSheet();
  const { state } = floor.value;
  const now = Date.now();
  return (
    <section class="route-part" aria-labelledby="route-tasks">
      <h3 id="route-tasks">{routeWords.plan.tasks({ count: plan.tasks.length })}</h3>
      {plan.tasks.length === 0 ? (
        <p class="hint">{routeWords.plan.noTasks}</p>
      ) : (
        <div class="route-both">
          <ol class="route-stops">
            {plan.tasks.map((id, index) => {
              const task = state.tasks.get(id);
              return (
                <li key={id}>
                  <span class="route-sign">{index + 1}</span>
                  <button type="button" class="route-link" dir="auto" onClick={() => openTask(id)}>
                    {taskLabel(id)}
                  </button>
                  {task && <TaskWindow task={task} />}
                  {task && task.state > 1 && <Badge>{words.taskStates[task.state]}</Badge>}
                  {task && isLate(task, now) && (
                    <Badge kind="warning" icon="clock">
                      {lateText(task.delayTime)}
                    </Badge>
                  )}
                </li>
              );
            })}
          </ol>
          <RouteSketch
            routes={[{ id: plan.id, sign: '', start: startOf(plan), stops: stopsOf(plan.tasks, state.tasks) }]}
          />
        </div>
      )}
    </section>
  );
}

/** Returns the start of the worker, if it is known. */
function startOf({ startAt, startingHubId, worker }: RoutePlan): [number, number] | undefined {
  const { state } = floor.value;
  if (startAt === 'ANYWHERE') return undefined;
  if (startAt === 'HUB') return state.hubs.get(startingHubId ?? '')?.location as [number, number] | undefined;
  if (startAt === 'WORKER_ADDRESS')
    return state.workers.get(worker ?? '')?.addresses.routing?.location as [number, number] | undefined;
  const { lon = null, lat = null } = positions.peek().positions.get(worker ?? '') ?? {};
  return lon !== null && lat !== null ? [lon, lat] : undefined;
}

interface DeleteDialogProps {
  plan: RoutePlan;
  onClose(): void;
  onDeleted(): void;
}

function DeleteDialog({ plan: { id, name }, onClose, onDeleted }: DeleteDialogProps) {
  const { busy, failure, run } = useAction(async () => {
    await request(`/api/v2/routePlans/${id}`, { method: 'DELETE' });
    showToast(routeWords.plan.deleted({ name }));
    onDeleted();
  });
  const offline = whyNot();
  return (
    <Dialog title={routeWords.plan.deleteTitle} onClose={onClose}>
      <p dir="auto">{routeWords.plan.deleteText({ name })}</p>
      {failure && <Failure {...failure} />}
      {offline && <p class="hint">{offline}</p>}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="danger" icon="trash-2" busy={busy} disabled={offline !== undefined} onClick={run}>
          {routeWords.plan.delete}
        </Button>
      </div>
    </Dialog>
  );
}
