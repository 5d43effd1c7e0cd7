import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../../shared/keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { List } from '../../shared/ui/list.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import type { PlainRoutePlan as RoutePlan } from '../../store/wire/dispatch.ts';
import { useAddress } from '../data/address.ts';
import { floor } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';
import { nameOfOwner } from '../data/names.ts';
import { words } from '../texts/index.ts';
import { PlanColor } from './color-field.tsx';
import { OptimizeDialog } from './optimize-dialog.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { PlanState, PlanView } from './plan-view.tsx';
import './routes.css';
import { RunState, RunView } from './run-view.tsx';
import { type RunHead, useRuns } from './runs.ts';
import { routeWords } from './texts/index.ts';

/** Routes that are looked for, compared and decided on, and those that somebody puts together. */
export function RoutesScreen() {
  const [{ run, plan }, change] = useAddress();
  const [open, setOpen] = useState<'optimize' | 'plan'>();
  const [changes, setChanges] = useState(0);
  const content = useRef<HTMLElement>(null);
  const writes = mayWrite.value;
  const hasTeams = floor.value.state.teams.size > 0;
  const show = (what: { run?: string; plan?: string }) => change({ run: undefined, plan: undefined, ...what });
  const close = () => setOpen(undefined);
  const optimize = () => setOpen('optimize');
  useKeys({ ...(writes && hasTeams && { optimize }) });
  const isOpen = Boolean(run ?? plan);
  useEffect(() => {
    content.current!.scrollTop = 0;
  }, [run, plan]);
  return (
    <div class={isOpen ? 'routes-screen open' : 'routes-screen'}>
      <h1 class="unseen">{words.screens.routes}</h1>
      <aside class="routes-lists" aria-label={words.screens.routes}>
        {writes && (
          <div class="routes-tools">
            <Button kind="primary" icon="route" disabled={!hasTeams} onClick={optimize}>
              {routeWords.optimize}
            </Button>
            <Button icon="plus" onClick={() => setOpen('plan')}>
              {routeWords.newPlan}
            </Button>
          </div>
        )}
        <Runs changes={changes} selected={run} onOpen={(id) => show({ run: id })} />
        <Plans selected={plan} onOpen={(id) => show({ plan: id })} />
      </aside>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1) */}
      <section ref={content} class="routes-content" tabIndex={0} aria-label={routeWords.details}>
        {isOpen && (
          <div class="routes-back">
            <Button kind="quiet" icon="route" onClick={() => show({})}>
              {routeWords.back}
            </Button>
          </div>
        )}
        {run ? (
          <RunView key={run} id={run} onChanged={() => setChanges(changes + 1)} onAgain={optimize} />
        ) : plan ? (
          <PlanView key={plan} id={plan} onClose={() => show({})} />
        ) : (
          <Empty level={2} icon="route" title={routeWords.choose} text={routeWords.chooseText} />
        )}
      </section>
      {open === 'optimize' && (
        <OptimizeDialog
          onClose={close}
          onStarted={(id) => {
            close();
            setChanges(changes + 1);
            show({ run: id });
          }}
        />
      )}
      {open === 'plan' && (
        <PlanDialog
          onClose={close}
          onCreated={(id) => {
            close();
            show({ plan: id });
          }}
        />
      )}
    </div>
  );
}

interface ListedProps {
  selected: string | undefined;
  onOpen(id: string): void;
}

function Runs({ changes, selected, onOpen }: ListedProps & { changes: number }) {
  const { answer: runs, failure, retry } = useRuns(changes);
  return (
    <section aria-labelledby="routes-runs">
      <h2 id="routes-runs">{routeWords.runs}</h2>
      {failure && <Failure {...failure} onRetry={retry} />}
      {runs ? (
        runs.length > 0 ? (
          <List
            label={routeWords.runs}
            items={runs}
            idOf={({ id }) => id}
            selected={selected}
            onOpen={({ id }) => onOpen(id)}
            render={(run) => <RunRow run={run} />}
          />
        ) : (
          <p class="hint">{routeWords.noRuns}</p>
        )
      ) : (
        !failure && <Loading rows={3} />
      )}
    </section>
  );
}

function RunRow({ run: { team, state, timeCreated } }: { run: RunHead }) {
  return (
    <span class="route-row">
      <span class="route-row-name" dir="auto">
        {nameOfOwner({ type: 'TEAM', id: team })}
      </span>
      <RunState state={state} />
      <small>
        <RelativeTime at={new Date(timeCreated)} />
      </small>
    </span>
  );
}

const STATES = ['ACTIVE', 'PENDING', 'COMPLETED'] as const;

function Plans({ selected, onOpen }: ListedProps) {
  const plans = [...floor.value.state.routePlans.values()].sort(
    (a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || a.startTime - b.startTime,
  );
  return (
    <section aria-labelledby="routes-plans">
      <h2 id="routes-plans">{routeWords.plans}</h2>
      {plans.length > 0 ? (
        <List
          label={routeWords.plans}
          items={plans}
          idOf={({ id }) => id}
          selected={selected}
          onOpen={({ id }) => onOpen(id)}
          render={(plan) => <PlanRow plan={plan} />}
        />
      ) : (
        <p class="hint">{routeWords.noPlans}</p>
      )}
    </section>
  );
}

function PlanRow({ plan: { name, color, worker, tasks, state } }: { plan: RoutePlan }) {
  return (
    <span class="route-row">
      <span class="route-row-name" dir="auto">
        <PlanColor color={color} /> {name}
      </span>
      <PlanState state={state} />
      <small dir="auto">
        {worker ? nameOfOwner({ type: 'WORKER', id: worker }) : routeWords.plan.nobody}
        {' · '}
        {words.countOfTasks({ count: tasks.length })}
      </small>
    </span>
  );
}
