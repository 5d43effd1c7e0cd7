import { request } from '../../shared/session/session.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { movedOn } from '../../store/dispatch/select/moved-on.ts';
import type { AcceptDispatchAnswer } from '../../store/wire/dispatch.ts';
import { floor } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { nameOfOwner, taskLabel } from '../data/names.ts';
import { useAction } from '../data/use-action.ts';
import { duration, percentage } from '../texts/units.ts';
import { Comparison } from './comparison.tsx';
import { LeftOut } from './left-out.tsx';
import { PlannedRoutes } from './planned-routes.tsx';
import { type Run, useRun } from './runs.ts';
import { routeWords } from './texts/index.ts';

interface RunViewProps {
  id: string;
  /** Something was done to it: the list of searches is another one. */
  onChanged(): void;
  onAgain(): void;
}

/** A search for routes: how far it is, what it found, and what became of it. */
export function RunView({ id, onChanged, onAgain }: RunViewProps) {
  const { answer: run, isGone, failure, retry } = useRun(id);
  if (isGone) return <Empty level={2} icon="route" title={routeWords.gone} text={routeWords.goneText} />;
  if (!run) return failure ? <Failure {...failure} onRetry={retry} /> : <Loading rows={8} />;
  const changed = () => {
    retry();
    onChanged();
  };
  return (
    <>
      {failure && <Failure {...failure} onRetry={retry} />}
      <RunArticle run={run} onChanged={changed} onAgain={onAgain} />
    </>
  );
}

interface RunProps {
  run: Run;
  onChanged(): void;
  onAgain(): void;
}

function RunArticle({ run, onChanged, onAgain }: RunProps) {
  const decision = useDecision(run.id, onChanged);
  return (
    <article class="route-view" aria-labelledby="route-title">
      <header class="route-head">
        <h2 id="route-title" tabIndex={-1} dir="auto">
          {routeWords.runOf({ team: nameOfOwner({ type: 'TEAM', id: run.team }) })}
        </h2>
        <RunState state={run.state} />
        <span class="quiet-words">
          <RelativeTime at={new Date(run.timeCreated)} />
        </span>
      </header>
      {run.state === 'WAITING' && <Searching run={run} decision={decision} />}
      {run.state === 'PROPOSED' && <Deciding run={run} decision={decision} onAgain={onAgain} />}
      {/* It stays when it is seen how it is by now: somebody else decided. */}
      {decision.failure && <Failure {...decision.failure} />}
      {(run.state === 'CANCELLED' || run.state === 'FAILED') && <p>{routeWords.ended[run.state]}</p>}
      {run.plan && run.state !== 'CANCELLED' && (
        <>
          <Comparison run={run} />
          <PlannedRoutes key={run.id} run={run} />
        </>
      )}
      {run.state !== 'CANCELLED' && <LeftOut run={run} />}
    </article>
  );
}

/** Actions for a search; its state is loaded again afterwards, also after a refusal. */
function useDecision(id: string, onChanged: () => void) {
  const path = `/api/v2/dispatches/${id}`;
  const accept = useAction(async () => {
    try {
      const answer = await request<AcceptDispatchAnswer>(`${path}/accept`, { method: 'POST' });
      const given = answer.assignedTasks.reduce((sum, { tasks }) => sum + tasks.length, 0);
      showToast(routeWords.accepted({ given, left: answer.unassignedTasks.length }));
    } finally {
      onChanged();
    }
  });
  const refuse = useAction(async () => {
    try {
      await request(path, { method: 'DELETE' });
      showToast(routeWords.refused);
    } finally {
      onChanged();
    }
  });
  return { accept, refuse, failure: accept.failure ?? refuse.failure };
}
type Decision = ReturnType<typeof useDecision>;

/** A state in a word and a sign. */
export function RunState({ state }: { state: Run['state'] }) {
  const [kind, icon] = (
    {
      WAITING: ['accent', 'search'],
      PROPOSED: ['warning', 'circle-alert'],
      COMPLETED: ['good', 'circle-check'],
      CANCELLED: ['plain', 'x'],
      FAILED: ['bad', 'triangle-alert'],
    } as const
  )[state];
  return (
    <Badge kind={kind} icon={icon}>
      {routeWords.runStates[state]}
    </Badge>
  );
}

/** Progress of a search, which can be cancelled. */
function Searching({ run: { progress }, decision: { refuse } }: { run: Run; decision: Decision }) {
  const words = routeWords.progress;
  const offline = whyNot();
  return (
    <section class="route-progress">
      <progress aria-label={words.label} {...(progress && { value: progress.share, max: 1 })} />
      <p role="status">{progress ? words.share({ share: percentage(progress.share) }) : words.waiting}</p>
      {progress && <p>{words.best({ time: duration(progress.travelTime), left: progress.unassignedTasks })}</p>}
      {mayWrite.value && (
        <Button icon="x" busy={refuse.busy} disabled={offline !== undefined} onClick={refuse.run}>
          {words.cancel}
        </Button>
      )}
      {offline && <p class="hint">{offline}</p>}
    </section>
  );
}

interface DecidingProps {
  run: Run;
  decision: Decision;
  onAgain(): void;
}

/** Accepts the plan or refuses it, knowing what has become another one meanwhile. */
function Deciding({ run, decision: { accept, refuse }, onAgain }: DecidingProps) {
  const offline = whyNot();
  const isDisabled = (other: Decision['accept']) => offline !== undefined || other.busy;
  return (
    <>
      {!accept.busy && <MovedOnNote run={run} onAgain={onAgain} />}
      {mayWrite.value && (
        <div class="route-decision">
          <Button kind="primary" icon="check" busy={accept.busy} disabled={isDisabled(refuse)} onClick={accept.run}>
            {routeWords.accept}
          </Button>
          <Button icon="x" busy={refuse.busy} disabled={isDisabled(accept)} onClick={refuse.run}>
            {routeWords.refuse}
          </Button>
        </div>
      )}
      {offline && <p class="hint">{offline}</p>}
    </>
  );
}

/** So many names are said; the others are in the lists below. */
const MAX_NAMES = 5;

function MovedOnNote({ run, onAgain }: { run: Run; onAgain: () => void }) {
  const { tasks, lists, gone } = movedOn(floor.value.state, run);
  if (tasks.length + lists.length + gone.length === 0) return null;
  const words = routeWords.movedOn;
  const names = (all: readonly string[]) =>
    [...all.slice(0, MAX_NAMES), ...(all.length > MAX_NAMES ? ['…'] : [])].join(', ');
  const workers = (ids: readonly string[]) => names(ids.map((id) => nameOfOwner({ type: 'WORKER', id })));
  return (
    <div class="route-note" role="status">
      <Icon name="triangle-alert" />
      <div>
        <strong>{words.title}</strong>
        {tasks.length > 0 && (
          <p dir="auto">{words.tasks({ count: tasks.length, names: names(tasks.map(taskLabel)) })}</p>
        )}
        {lists.length > 0 && <p dir="auto">{words.lists({ names: workers(lists) })}</p>}
        {gone.length > 0 && <p dir="auto">{words.gone({ names: workers(gone) })}</p>}
        {mayWrite.value && (
          <Button icon="refresh-cw" onClick={onAgain}>
            {words.again}
          </Button>
        )}
      </div>
    </div>
  );
}
