import { useState } from 'preact/hooks';
import { distance } from '../../shared/texts/distance.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { useSheet } from '../data/address.ts';
import { floor, positions } from '../data/floor.ts';
import { nameOfOwner, taskLabel } from '../data/names.ts';
import { TaskWindow } from '../shared/task-window.tsx';
import { duration } from '../texts/units.ts';
import { RouteSketch, type SketchRoute, signOf } from './route-sketch.tsx';
import type { PlannedRoute, Run } from './runs.ts';
import { routeWords } from './texts/index.ts';

/** The routes of a plan, a line each; the stops of one, and where all lead. */
export function PlannedRoutes({ run: { plan } }: { run: Run }) {
  const [chosen, choose] = useState<string>();
  const routes = plan?.routes ?? [];
  const open = routes.find(({ worker }) => worker === chosen);
  const words = routeWords.routes;
  if (routes.length === 0) return null;
  return (
    <div class="route-part">
      <h3 id="route-routes">{words.title}</h3>
      <div class="route-both">
        <div class="route-part">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1) */}
          <section class="route-scroll" tabIndex={0} aria-labelledby="route-routes">
            <table class="route-table">
              <thead>
                <tr>
                  <th scope="col">{words.worker}</th>
                  <th scope="col">{words.stops}</th>
                  <th scope="col">{words.time}</th>
                  <th scope="col">{words.distance}</th>
                  <th scope="col">{words.end}</th>
                  <th scope="col">{words.late}</th>
                </tr>
              </thead>
              <tbody>
                {routes.map((route, index) => (
                  <RouteRow
                    key={route.worker}
                    route={route}
                    sign={signOf(index)}
                    isChosen={route.worker === chosen}
                    onChoose={() => choose(route.worker === chosen ? undefined : route.worker)}
                  />
                ))}
              </tbody>
            </table>
          </section>
          {open && <Stops route={open} sign={signOf(routes.indexOf(open))} />}
        </div>
        <RouteSketch routes={routes.map(sketched)} chosen={chosen} />
      </div>
    </div>
  );
}

interface RouteRowProps {
  route: PlannedRoute;
  sign: string;
  isChosen: boolean;
  onChoose(): void;
}

function RouteRow({ route: { worker, tasks, tasksBefore, figures }, sign, isChosen, onChoose }: RouteRowProps) {
  const words = routeWords.routes;
  const name = nameOfOwner({ type: 'WORKER', id: worker });
  const was = (after: string, before: string) =>
    after === before || tasksBefore.length === 0 ? null : <small class="route-was">{words.was({ before })}</small>;
  const [time, length] = figures ? [duration(figures.travelTime), distance(figures.distance)] : ['–', '–'];
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          class="route-link"
          aria-expanded={isChosen}
          title={words.show({ name })}
          onClick={onChoose}
        >
          <span class="route-sign">{sign}</span>
          <span dir="auto">{name}</span>
        </button>
      </th>
      <td>{words.stopsOf({ stops: tasks.length, fresh: tasks.length - tasksBefore.length })}</td>
      <td>
        {time}
        {figures && was(time, duration(figures.before.travelTime))}
      </td>
      <td>
        {length}
        {figures && was(length, distance(figures.before.distance))}
      </td>
      <td>{figures ? <Time at={new Date(figures.timeCompleted)} /> : '–'}</td>
      <td>
        {figures && figures.lateTasks.length > 0 ? (
          <Badge kind="warning" icon="clock">
            {figures.lateTasks.length}
          </Badge>
        ) : (
          words.nobodyLate
        )}
      </td>
    </tr>
  );
}

/** The whole list of a worker in its new order. */
function Stops({ route: { worker, tasks, tasksBefore, figures }, sign }: { route: PlannedRoute; sign: string }) {
  const { openTask } = useSheet();
  const had = new Set(tasksBefore);
  const late = new Set(figures?.lateTasks);
  return (
    <ol class="route-stops" aria-label={nameOfOwner({ type: 'WORKER', id: worker })}>
      {tasks.map((id, index) => {
        const task = floor.value.state.tasks.get(id);
        return (
          <li key={id}>
            <span class="route-sign">
              {sign}
              {index + 1}
            </span>
            <button type="button" class="route-link" dir="auto" onClick={() => openTask(id)}>
              {taskLabel(id)}
            </button>
            {task && <TaskWindow task={task} />}
            {!had.has(id) && (
              <Badge kind="accent" icon="plus">
                {routeWords.routes.isNew}
              </Badge>
            )}
            {late.has(id) && (
              <Badge kind="warning" icon="clock">
                {routeWords.routes.isLate}
              </Badge>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function sketched({ worker, tasks }: PlannedRoute, index: number): SketchRoute {
  const { state } = floor.value;
  const { lon = null, lat = null } = positions.peek().positions.get(worker) ?? {};
  return {
    id: worker,
    sign: signOf(index),
    start: lon !== null && lat !== null ? [lon, lat] : undefined,
    stops: stopsOf(tasks, state.tasks),
  };
}

/** Returns the stops with a known place. */
export function stopsOf(
  ids: readonly string[],
  tasks: typeof floor.value.state.tasks,
): { id: string; at: readonly [number, number] }[] {
  return ids.flatMap((id) => {
    const location = tasks.get(id)?.destination.location;
    return location ? [{ id, at: location as [number, number] }] : [];
  });
}
