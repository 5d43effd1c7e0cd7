import { useRef, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import type { PlainRoutePlan as RoutePlan } from '../../store/wire/dispatch.ts';
import { inShownOrder } from '../board/drag.tsx';
import { floor } from '../data/floor.ts';
import { whyNot } from '../data/moves.ts';
import { select, selection } from '../data/selection.ts';
import { useAction } from '../data/use-action.ts';
import { localTime } from '../shared/local-time.ts';
import { words } from '../texts/index.ts';
import { addable } from './addable.ts';
import { ColorField } from './color-field.tsx';
import { planChangesOf, planOf } from './plan-input.ts';
import { routeWords } from './texts/index.ts';

const VEHICLES = ['CAR', 'MOTORCYCLE', 'BICYCLE', 'TRUCK'] as const;
const STARTS = ['WORKER_LOCATION', 'HUB', 'WORKER_ADDRESS', 'ANYWHERE'] as const;
const ENDS = ['ANYWHERE', 'HUB', 'WORKER_ADDRESS', 'WORKER_LOCATION'] as const;
const MINUTE_MS = 60_000;

interface PlanDialogProps {
  plan?: RoutePlan;
  onCreated?(id: string): void;
  onClose(): void;
}

/** A route plan as it is written; a new one takes along what is selected. */
export function PlanDialog({ plan, onCreated, onClose }: PlanDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const [idempotencyKey, setKey] = useState(uniqueId);
  const [opened] = useState(plan);
  const may = new Set(plan ? [] : addable().map(({ id }) => id));
  const tasks = plan ? [] : inShownOrder(selection.value).filter((id) => may.has(id));
  const { busy, failure, run } = useAction(async () => {
    const given = new FormData(form.current!);
    if (opened) {
      const body = planChangesOf(given, opened);
      const saved = await request<RoutePlan>(`/api/v2/routePlans/${opened.id}`, { method: 'PUT', body });
      showToast(routeWords.plan.saved({ name: saved.name }));
      onClose();
      return;
    }
    const body = { ...planOf(given), tasks };
    const made = await request<RoutePlan>('/api/v2/routePlans', { method: 'POST', body, idempotencyKey });
    select([]);
    showToast(routeWords.plan.created({ name: made.name }));
    onCreated?.(made.id);
  });
  const offline = whyNot();
  const of = routeWords.plan;
  return (
    <Dialog title={plan ? plan.name : routeWords.newPlan} onClose={onClose}>
      {plan?.timeLastModified !== opened?.timeLastModified && <p class="hint">{of.changed}</p>}
      <form
        ref={form}
        class="form"
        onInput={() => setKey(uniqueId())}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !offline) void run();
        }}
      >
        <Field label={of.name}>
          <input name="name" dir="auto" required maxLength={500} defaultValue={opened?.name ?? ''} />
        </Field>
        <PlanFields plan={opened} />
        {tasks.length > 0 && <p class="hint">{of.selected({ count: tasks.length })}</p>}
        <input type="submit" hidden />
      </form>
      {failure && <Failure {...failure} />}
      {offline && <p class="hint">{offline}</p>}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          kind="primary"
          busy={busy}
          disabled={offline !== undefined}
          onClick={() => form.current!.requestSubmit()}
        >
          {plan ? of.save : of.create}
        </Button>
      </div>
    </Dialog>
  );
}

function PlanFields({ plan }: { plan: RoutePlan | undefined }) {
  const of = routeWords.plan;
  const { workers, teams } = floor.value.state;
  const [start] = useState(() => plan?.startTime ?? Math.ceil(Date.now() / (15 * MINUTE_MS)) * 15 * MINUTE_MS);
  return (
    <div class="route-fields">
      <Field label={of.worker}>
        <NamedSelect name="worker" none={of.nobody} from={workers} value={plan?.worker} />
      </Field>
      <Field label={of.team}>
        <NamedSelect name="team" none={of.noTeam} from={teams} value={plan?.team} />
      </Field>
      <Field label={of.start}>
        <input type="datetime-local" name="startTime" required defaultValue={localTime(start)} />
      </Field>
      <Field label={of.end} optional>
        <input type="datetime-local" name="endTime" defaultValue={localTime(plan?.endTime)} />
      </Field>
      <Field label={of.vehicle}>
        <select name="vehicleType">
          <option value="">{of.anyVehicle}</option>
          {VEHICLES.map((each) => (
            <option key={each} value={each} selected={each === plan?.vehicleType}>
              {words.vehicles[each]}
            </option>
          ))}
        </select>
      </Field>
      <ColorField color={plan?.color ?? null} />
      <PlaceFields plan={plan} kind="start" />
      <PlaceFields plan={plan} kind="end" />
    </div>
  );
}

/** Fields for the start or end of a plan; for hubs also the hub. */
function PlaceFields({ plan, kind }: { plan: RoutePlan | undefined; kind: 'start' | 'end' }) {
  const of = routeWords.plan;
  const isStart = kind === 'start';
  const [at, setAt] = useState((isStart ? plan?.startAt : plan?.endAt) ?? (isStart ? 'WORKER_LOCATION' : 'ANYWHERE'));
  return (
    <>
      <Field label={isStart ? of.from : of.to}>
        <select name={`${kind}At`} value={at} onChange={(event) => setAt(event.currentTarget.value)}>
          {(isStart ? STARTS : ENDS).map((each) => (
            <option key={each} value={each}>
              {of.places[each]}
            </option>
          ))}
        </select>
      </Field>
      {at === 'HUB' && (
        <Field label={isStart ? of.startHub : of.endHub}>
          <NamedSelect
            name={isStart ? 'startingHubId' : 'endingHubId'}
            none={of.noHub}
            from={floor.value.state.hubs}
            value={isStart ? plan?.startingHubId : plan?.endingHubId}
          />
        </Field>
      )}
    </>
  );
}

interface NamedSelectProps {
  name: string;
  none: string;
  from: ReadonlyMap<string, { id: string; name: string }>;
  value: string | null | undefined;
}

/** One of several with names, or none; what is chosen already also where it is out of sight. What `Field` says of it goes to the control. */
function NamedSelect({ name, none, from, value, ...described }: NamedSelectProps) {
  return (
    <select name={name} {...described}>
      <option value="">{none}</option>
      {value && !from.has(value) && (
        <option value={value} selected>
          {words.unknown}
        </option>
      )}
      {[...from.values()]
        .sort((a, b) => a.name.localeCompare(b.name))
        .map((each) => (
          <option key={each.id} value={each.id} selected={each.id === value}>
            {each.name}
          </option>
        ))}
    </select>
  );
}
