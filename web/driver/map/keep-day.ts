import { computed, effect } from '@preact/signals';
import { taskPlace } from '../../store/dispatch/select/tasks.ts';
import { accountHere } from '../data/account.ts';
import { isFree, keepMap, onDataCost } from '../data/service-worker.ts';
import { known, tasks } from '../data/tasks.ts';

/** Keeps the streets of the day on the phone where data cost nothing, whenever its stops or the server's map are others. */
export function startKeepingArea(): void {
  const area = computed(() => {
    const map = known.value?.map ?? known.value?.tileServer;
    const stops = tasks.value.flatMap(({ task, state }) =>
      state === 'done' || !task.destination.located ? [] : [taskPlace(task)],
    );
    return map && stops.length > 0 ? JSON.stringify({ map, stops }) : undefined;
  });
  let ending: AbortController | undefined;
  const keep = () => {
    ending?.abort();
    const day = area.value;
    const account = accountHere();
    if (day === undefined || !account || !isFree()) return;
    const own = new AbortController();
    ending = own;
    const { map, stops } = JSON.parse(day);
    void import('./map-view.ts').then(
      async ({ keepArea }) => {
        if (await keepArea(account, map, stops, own.signal)) keepMap();
      },
      () => undefined,
    );
  };
  // Also at a sign-out, and where the phone leaves its Wi-Fi: then it ends.
  effect(keep);
  onDataCost(keep);
  addEventListener('online', keep);
}
