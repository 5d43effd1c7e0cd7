import type { ComponentType } from 'preact';

/** A sheet beside the screen. Its part of the page comes when it is first opened. */
interface SheetEntry {
  /** Equal for sheets that stay in place when the address changes from one to the other. */
  key: string;
  load(): Promise<ComponentType>;
}

/** Parts of the console's address that open a sheet. */
interface SheetAddress {
  /** ID of a task. */
  task?: string | undefined;
  /** ID of a worker. */
  worker?: string | undefined;
  /** A form, or the kind and ID of a part of the fleet: `team-…`. */
  open?: string | undefined;
}

const task: SheetEntry = { key: 'task', load: async () => (await import('./task/task-sheet.tsx')).TaskSheet };
const worker: SheetEntry = { key: 'worker', load: async () => (await import('./worker/worker-sheet.tsx')).WorkerSheet };

/** Sheets of the fleet, by what the parameter `open` starts with. */
const byPrefix: Readonly<Record<string, SheetEntry>> = {
  'recipient-': {
    key: 'recipient',
    load: async () => (await import('./recipients/recipient-sheet.tsx')).RecipientSheet,
  },
  'team-': { key: 'team', load: async () => (await import('./fleet/team-sheet.tsx')).TeamSheet },
  'webhook-': { key: 'webhook', load: async () => (await import('./webhooks/webhook-sheet.tsx')).WebhookSheet },
  'admin-': {
    key: 'administrator',
    load: async () => (await import('./fleet/administrator-sheet.tsx')).AdministratorSheet,
  },
  'hub-': { key: 'hub', load: async () => (await import('./fleet/hub-sheet.tsx')).HubSheet },
};

/** Forms for what is new, by the parameter `open`. They need permission to write. */
const forms: Readonly<Record<string, () => Promise<ComponentType>>> = {
  new: async () => (await import('./task/new-task.tsx')).NewTaskSheet,
  'new-worker': async () => (await import('./fleet/new-forms.tsx')).NewWorkerSheet,
  'new-team': async () => (await import('./fleet/new-forms.tsx')).NewTeamSheet,
  'new-hub': async () => (await import('./fleet/new-forms.tsx')).NewHubSheet,
  'new-administrator': async () => (await import('./fleet/new-forms.tsx')).NewAdministratorSheet,
  'new-webhook': async () => (await import('./webhooks/webhook-form.tsx')).NewWebhookSheet,
};

/** The sheet that an address opens; undefined if none is open, or it is a form and the person may not write. */
export function sheetAt({ task: taskId, worker: workerId, open = '' }: SheetAddress, mayWrite: boolean) {
  if (taskId) return task;
  if (workerId) return worker;
  const prefix = Object.keys(byPrefix).find((one) => open.startsWith(one));
  if (prefix !== undefined) return byPrefix[prefix];
  const form = open.startsWith('new-like-') ? 'new' : open;
  const load = mayWrite && Object.hasOwn(forms, form) ? forms[form] : undefined;
  return load && { key: open, load };
}
