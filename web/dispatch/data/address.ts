import { useLocation, useSearchParams } from 'wouter-preact';
import { unlessTyped } from './unsaved.ts';

/** Parts of the address beside the screen: its filters and the open side sheet. */
export interface AddressParts {
  task?: string;
  worker?: string;
  /** `new`: the form of a task; `new-like-ID`: as another one; `new-worker`, `new-team`, `new-hub`, `new-administrator`, `new-webhook`; `team-ID`, `hub-ID`, `admin-ID`, `webhook-ID`, `recipient-ID`: one of them. */
  open?: string;
  team?: string;
  q?: string;
  late?: string;
  everybody?: string;
  view?: string;
  /** The task of which it is said on the map where it is. */
  pin?: string;
  /** For the table: filters by owner, state, times and custom field. */
  of?: string;
  state?: string;
  from?: string;
  to?: string;
  doneFrom?: string;
  doneTo?: string;
  /** Skill that a task requires or a worker has. */
  skill?: string;
  field?: string;
  value?: string;
  /** By which column; with a minus from its end. */
  sort?: string;
  /** Visible hours of the timeline. */
  zoom?: string;
  /** The route plan, or the search for routes, that is shown. */
  plan?: string;
  run?: string;
  /** For the charts: days, and the selected worker. */
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
    openTaskLike: (id: string) => show({ open: `new-like-${id}` }),
    openTeam: (id: string) => show({ open: `team-${id}` }),
    openHub: (id: string) => show({ open: `hub-${id}` }),
    openAdministrator: (id: string) => show({ open: `admin-${id}` }),
    openWebhook: (id: string) => show({ open: `webhook-${id}` }),
    openRecipient: (id: string) => show({ open: `recipient-${id}` }),
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
