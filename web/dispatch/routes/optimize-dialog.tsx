import { useRef, useState } from 'preact/hooks';
import { MAX_SHIFT_HOURS, MAX_TASK_HOURS } from '../../../rules/limits.ts';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import { listKey } from '../../store/outbox/moves.ts';
import type { DispatchTeamAnswer } from '../../store/wire/dispatch.ts';
import { useAddress } from '../data/address.ts';
import { floor, lists } from '../data/floor.ts';
import { whyNot } from '../data/moves.ts';
import { useAction } from '../data/use-action.ts';
import { routeWords } from './texts/index.ts';

const HOUR_S = 3600;
/** Hours less than the server allows: its clock may differ from this one. */
const SPARE_HOURS = 1;

/** Dialog for a route search, optionally with a preview of its plan. */
export function OptimizeDialog({ onStarted, onClose }: { onStarted: (id: string) => void; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [{ team: narrowedTo }] = useAddress();
  // One key for all tries of one form: a search that was begun is not begun again.
  const [idempotencyKey, setKey] = useState(uniqueId);
  const { state } = floor.value;
  const teams = [...state.teams.values()].sort((a, b) => a.name.localeCompare(b.name));
  const waitingOf = (id: string) => lists.value.get(listKey({ type: 'TEAM', id }))?.length ?? 0;
  const most = teams.reduce((best, { id }) => (waitingOf(id) > waitingOf(best) ? id : best), teams[0]?.id ?? '');
  const [team, setTeam] = useState(narrowedTo && state.teams.has(narrowedTo) ? narrowedTo : most);
  const { busy, failure, run } = useAction(async () => {
    const given = new FormData(form.current!);
    const path = given.get('mode') === 'now' ? 'dispatch' : 'dispatch/plan';
    const answer = await request<DispatchTeamAnswer>(`/api/v2/teams/${team}/${path}`, {
      method: 'POST',
      body: inputOf(given),
      idempotencyKey,
    });
    showToast(routeWords.form.started({ team: state.teams.get(team)?.name ?? '' }));
    onStarted(answer.dispatchId);
  });
  const offline = whyNot();
  const words = routeWords.form;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        ref={form}
        class="form"
        // Another question is another search.
        onInput={() => setKey(uniqueId())}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !offline) void run();
        }}
      >
        <Field label={words.team} hint={words.waiting({ count: waitingOf(team) })}>
          <select value={team} onChange={(event) => setTeam(event.currentTarget.value)}>
            {teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field label={words.mode}>
          <select name="mode">
            <option value="plan">{words.modes.plan}</option>
            <option value="now">{words.modes.now}</option>
          </select>
        </Field>
        <div class="route-fields">
          <Field label={words.hours}>
            <input
              type="number"
              name="hours"
              min="1"
              max={MAX_TASK_HOURS - SPARE_HOURS}
              step="1"
              required
              defaultValue="4"
            />
          </Field>
          <Field label={words.shift}>
            <input
              type="number"
              name="shift"
              min="1"
              max={MAX_SHIFT_HOURS - SPARE_HOURS}
              step="1"
              required
              defaultValue="6"
            />
          </Field>
          <Field label={words.most}>
            <input type="number" name="most" min="1" max="200" step="1" required defaultValue="100" />
          </Field>
          <Field label={words.service}>
            <input type="number" name="service" min="0" max="1440" step="1" required defaultValue="2" />
          </Field>
          <Field label={words.delay}>
            <input type="number" name="delay" min="0" max="1440" step="1" required defaultValue="10" />
          </Field>
          <Field label={words.end}>
            <select name="end">
              <option value="teams://DEFAULT">{words.ends.team}</option>
              <option value="workers://ROUTING_ADDRESS">{words.ends.worker}</option>
              <option value="null">{words.ends.anywhere}</option>
              {[...state.hubs.values()].map(({ id, name }) => (
                <option key={id} value={`hub://${id}`}>
                  {words.ends.hub({ name })}
                </option>
              ))}
            </select>
          </Field>
        </div>
        <input type="submit" hidden />
      </form>
      {failure && <Failure {...failure} />}
      {offline && <p class="hint">{offline}</p>}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          kind="primary"
          icon="route"
          busy={busy}
          disabled={offline !== undefined || team === ''}
          onClick={() => form.current!.requestSubmit()}
        >
          {words.start}
        </Button>
      </div>
    </Dialog>
  );
}

/** As `POST /teams/{teamId}/dispatch` takes it; what is overdue by a few hours is due all the same. */
function inputOf(form: FormData): Record<string, unknown> {
  const number = (name: string) => Number(form.get(name));
  const now = Math.floor(Date.now() / 1000);
  return {
    taskTimeWindow: [now - 4 * HOUR_S, now + number('hours') * HOUR_S],
    scheduleTimeWindow: [now, now + number('shift') * HOUR_S],
    maxTasksPerRoute: number('most'),
    serviceTime: number('service'),
    maxAllowedDelay: number('delay'),
    routeEnd: form.get('end') === 'null' ? null : form.get('end'),
  };
}
