import { useLocation, useSearchParams } from 'wouter-preact';
import { unlessTyped } from './unsaved.ts';

/** What stands in the address beside the screen: what is shown of it, and what is open at its side. */
export interface AddressParts {
  task?: string;
  worker?: string;
  /** `new`: the form of a task; `new-worker`, `new-team`, `new-hub`, `new-administrator`, `new-webhook`; `team-ID`, `hub-ID`, `admin-ID`, `webhook-ID`: one of them. */
  open?: string;
  team?: string;
  q?: string;
  late?: string;
  everybody?: string;
  view?: string;
  /** The task of which it is said on the map where it is. */
  pin?: string;
  /** Of the table: whose tasks, in what state, by what times and by which custom field. */
  of?: string;
  state?: string;
  from?: string;
  to?: string;
  doneFrom?: string;
  doneTo?: string;
  /** What a task asks for, or a worker can do. */
  skill?: string;
  field?: string;
  value?: string;
  /** By which column; with a minus from its end. */
  sort?: string;
  /** How many hours of the timeline are seen. */
  zoom?: string;
  /** The route plan, or the search for routes, that is shown. */
  plan?: string;
  run?: string;
  /** Of the charts: days, and the worker whose numbers are shown. */
  since?: string;
  until?: string;
  driver?: string;
}

/** The parts of the address, and how to change some of them; an empty one goes. */
export function useAddress(): [
  AddressParts,
  (changes: Partial<Record<keyof AddressParts, string | undefined>>) => void,
] {
  const [params, setParams] = useSearchParams();
  const change = (changes: Partial<Record<keyof AddressParts, string | undefined>>) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes))
        if (value) next.set(name, value);
        else next.delete(name);
      return next;
    });
  return [Object.fromEntries(params) as AddressParts, change];
}

/**
 * Opens something of the fleet, or the form of a new one, beside the screen, and closes what was open; a form into which something
 * was typed only when whoever typed it says so.
 */
export function useSheet() {
  const [{ task, worker, open }, change] = useAddress();
  const nothing = { task: undefined, worker: undefined, open: undefined };
  const show = (what: Partial<Record<'task' | 'worker' | 'open', string>>) => {
    const isThere = what.task === task && what.worker === worker && what.open === open;
    if (!isThere) unlessTyped(() => change({ ...nothing, ...what }));
  };
  return {
    openTask: (id: string) => show({ task: id }),
    openWorker: (id: string) => show({ worker: id }),
    openNewTask: () => show({ open: 'new' }),
    openTeam: (id: string) => show({ open: `team-${id}` }),
    openHub: (id: string) => show({ open: `hub-${id}` }),
    openAdministrator: (id: string) => show({ open: `admin-${id}` }),
    openWebhook: (id: string) => show({ open: `webhook-${id}` }),
    openNew: (what: 'worker' | 'team' | 'hub' | 'administrator' | 'webhook') => show({ open: `new-${what}` }),
    closeSheet: () => show({}),
  };
}

/** Goes to another screen, and keeps what is open and what the screens are narrowed to. */
export function useGo(): (path: string) => void {
  const [, navigate] = useLocation();
  return (path) => navigate(`/${path}${location.search}`);
}

/** Goes to the map, to say there where a task is. */
export function usePin(): (taskId: string) => void {
  const [, navigate] = useLocation();
  return (taskId) => {
    const params = new URLSearchParams(location.search);
    for (const part of ['task', 'worker', 'open']) params.delete(part);
    params.set('pin', taskId);
    navigate(`/map?${params}`);
  };
}
