import type { ComponentType } from 'preact';
import { Lazy } from '../../shared/ui/lazy.tsx';
import { useAddress } from '../data/address.ts';
import { isWhole } from '../data/floor.ts';
import { mayWrite } from '../data/me.ts';

const loadTask = async () => (await import('../task/task-sheet.tsx')).TaskSheet;
const loadWorker = async () => (await import('../worker/worker-sheet.tsx')).WorkerSheet;
const loadNewTask = async () => (await import('../task/new-task.tsx')).NewTaskSheet;

const loadNewWorker = async () => (await import('../fleet/new-forms.tsx')).NewWorkerSheet;
const loadNewTeam = async () => (await import('../fleet/new-forms.tsx')).NewTeamSheet;
const loadNewHub = async () => (await import('../fleet/new-forms.tsx')).NewHubSheet;
const loadNewAdministrator = async () => (await import('../fleet/new-forms.tsx')).NewAdministratorSheet;
const loadNewWebhook = async () => (await import('../webhooks/webhook-form.tsx')).NewWebhookSheet;
const loadWebhook = async () => (await import('../webhooks/webhook-sheet.tsx')).WebhookSheet;
const loadTeam = async () => (await import('../fleet/team-sheet.tsx')).TeamSheet;
const loadAdministrator = async () => (await import('../fleet/administrator-sheet.tsx')).AdministratorSheet;
const loadHub = async () => (await import('../fleet/hub-sheet.tsx')).HubSheet;

/** The forms of what is new, which only those see who may write. */
const forms: Record<string, () => Promise<ComponentType>> = {
  new: loadNewTask,
  'new-worker': loadNewWorker,
  'new-team': loadNewTeam,
  'new-hub': loadNewHub,
  'new-administrator': loadNewAdministrator,
  'new-webhook': loadNewWebhook,
};

/** What is open beside the screen: something of the fleet, or a form. */
export function SideSheet() {
  const [{ task, worker, open = '' }] = useAddress();
  if (!isWhole.value) return null;
  if (task) return <Lazy key="task" load={loadTask} />;
  if (worker) return <Lazy key="worker" load={loadWorker} />;
  if (open.startsWith('team-')) return <Lazy key="team" load={loadTeam} />;
  if (open.startsWith('webhook-')) return <Lazy key="webhook" load={loadWebhook} />;
  if (open.startsWith('admin-')) return <Lazy key="administrator" load={loadAdministrator} />;
  if (open.startsWith('hub-')) return <Lazy key="hub" load={loadHub} />;
  const form = mayWrite.value && Object.hasOwn(forms, open) && forms[open];
  return form ? <Lazy key={open} load={form} /> : null;
}
