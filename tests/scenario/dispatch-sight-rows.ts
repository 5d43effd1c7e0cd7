import { destinationAt } from '../harness/fleet.ts';

/** Target of a request: objects of a team managed by somebody else, or objects that do not exist. */
export interface FleetAim {
  worker: string;
  team: string;
  task: string;
  shortId: string;
  container: string;
  plan: string;
  dispatch: string;
  upload: string;
  /** Everybody sees it. */
  hub: string;
}

/** Parts of a request beside its path. */
interface Inserted {
  query?: string;
  body?: object;
  /** Parts of the path that are not named like what they are. */
  path?: Record<string, string>;
}

const DAY_MS = 24 * 3_600_000;
const inPath = (): Inserted => ({});
const near = '?longitude=-122.4&latitude=37.78&radius=10000';
const byTag = () => ({ body: [{ name: 'tag', type: 'string', value: 'fleet' }] });
const destination = destinationAt();
const optimization = (team: string, worker: string, task: string) => ({
  ...{
    tasks: [task],
    teams: { [team]: [worker] },
    date: Date.now() + DAY_MS,
    timezone: 'UTC',
    mode: 0,
    serviceTime: 2,
  },
  ...{ maxViolationTime: 0, maxTasksPerRoute: 10, schedulingMethod: 2, routeEnd: 'teams://DEFAULT' },
});

/** Operations that name a worker, a team, a task or what belongs to one, or give lists of them. */
export const AIMED_AT_FLEET: Record<string, (aim: FleetAim) => Inserted> = {
  'get-worker': inPath,
  'list-workers': ({ team }) => ({ query: `?teams=${team}` }),
  'match-workers': byTag,
  'find-workers-by-location': () => ({ query: near }),
  'get-schedule': inPath,
  'put-schedule': () => ({ body: { entries: [] } }),
  'set-schedule': () => ({ body: { entries: [] } }),
  'list-shifts': () => ({ query: `?from=${Date.now() - DAY_MS}&to=${Date.now() + DAY_MS}` }),
  'list-worker-tasks': inPath,
  'get-track': () => ({ query: '?from=0&to=3600000' }),
  'update-worker': () => ({ body: { name: 'Renamed' } }),
  'create-worker': ({ team }) => ({ body: { name: 'Nell', phone: '+14155550199', teams: [team] } }),
  'remove-worker-picture': inPath,
  'create-sign-in-link': inPath,
  'invite-workers': inPath,
  'get-uninvited-workers': inPath,
  'send-worker-invitation': inPath,
  'get-worker-invitation': inPath,
  'revoke-worker-invitation': inPath,
  'set-worker-duty': () => ({ body: { onDuty: true } }),
  'get-team': inPath,
  'list-teams': inPath,
  'match-teams': byTag,
  'list-team-tasks': inPath,
  'estimate-team': () => ({ query: '?dropoffLocation=-122.4,37.78' }),
  'update-team': () => ({ body: { name: 'Renamed' } }),
  'dispatch-team': () => ({ body: {} }),
  'plan-dispatch': () => ({ body: {} }),
  'get-container': ({ worker }) => ({ path: { containerType: 'workers', entityId: worker } }),
  'update-container': ({ team, task }) => ({
    ...{ path: { containerType: 'teams', entityId: team }, body: { tasks: [-1, task] } },
  }),
  'update-container-by-id': ({ container }) => ({ path: { containerId: container }, body: { tasks: [-1] } }),
  'get-task': inPath,
  'get-task-by-short-id': ({ shortId }) => ({ path: { shortId } }),
  'list-tasks': ({ worker }) => ({ query: `?from=0&worker=${worker}` }),
  'match-tasks': byTag,
  'get-assignment': inPath,
  'list-task-history': inPath,
  'get-analytics': ({ worker }) => ({ query: `?from=1&to=2&worker=${worker}` }),
  'preview-assignment': () => ({ body: { mode: 'distance' } }),
  'create-task': ({ task }) => ({ body: { destination, dependencies: [task] } }),
  'create-tasks': ({ worker }) => ({ body: { tasks: [{ destination, container: { type: 'WORKER', worker } }] } }),
  'check-tasks': ({ worker }) => ({ body: { tasks: [{ destination, container: { type: 'WORKER', worker } }] } }),
  'auto-assign-tasks': ({ task }) => ({ body: { tasks: [task] } }),
  'clone-task': () => ({ body: {} }),
  'update-task': () => ({ body: { notes: 'changed' } }),
  'get-route-plan': inPath,
  'list-route-plans': ({ worker }) => ({ query: `?workerId=${worker}` }),
  'list-all-route-plans': inPath,
  'create-route-plan': ({ worker }) => ({ body: { name: 'Plan', startTime: 1, worker } }),
  'update-route-plan': () => ({ body: { name: 'Renamed' } }),
  'add-route-plan-tasks': ({ task }) => ({ body: { tasks: [task] } }),
  'call-marketplace': ({ worker, hub }) => ({
    body: { method: 'GET', path: `providers/manifest/generate?hubId=${hub}&workerId=${worker}` },
  }),
  'list-dispatches': inPath,
  'get-dispatch': inPath,
  'accept-dispatch': inPath,
  'cancel-dispatch': inPath,
  'schedule-optimization': ({ team, worker, task }) => ({ body: optimization(team, worker, task) }),
  'optimize-routes': ({ team, worker, task }) => ({ body: optimization(team, worker, task) }),
  'get-optimization-status': inPath,
  'start-optimization': inPath,
  'apply-optimization': inPath,
  'abort-optimization': inPath,
  'get-conversation': inPath,
  'open-conversation': inPath,
  'list-task-messages': inPath,
  'send-task-message': () => ({ body: { text: 'hello' } }),
  'mark-conversation-read': () => ({ body: { messageId: 1 } }),
  'get-task-of-message': () => ({ query: '?messageId=1' }),
  'list-questions': inPath,
  'get-inbox': inPath,
  'suggest-addresses': () => ({ query: '?q=market' }),
  'list-recipients': () => ({ query: '?q=see' }),
  'suggest-recipients': () => ({ query: '?q=see' }),
  'mark-handled': ({ task }) => ({ body: { item: 'late', task } }),
  'get-upload': inPath,
  'delete-route-plan': inPath,
  'complete-task': () => ({ body: { completionDetails: { success: true } } }),
  'renew-pin': inPath,
  'message-recipient': () => ({ body: { text: 'hello' } }),
  'delete-task': inPath,
  'delete-worker': inPath,
};

/**
 * Operations without a team: destinations, recipients, hubs, administrators, the organization's settings; or pending
 * ones.
 */
export const NO_TEAMS = new Set([
  ...['create-destination', 'get-destination', 'update-destination', 'find-destinations-by-metadata'],
  ...['create-recipients', 'check-recipients'],
  ...['create-recipient', 'get-recipient', 'get-recipient-by-name', 'get-recipient-by-phone', 'update-recipient'],
  ...[
    'list-recipient-deliveries',
    'match-recipients',
    'list-administrators',
    'match-administrators',
    'list-hubs',
    'create-hub',
    'update-hub',
  ],
  ...['get-organization', 'get-delegatee', 'test-key', 'get-travel-model', 'get-map', 'list-places'],
  ...[
    'get-notification-settings',
    'update-notification-settings',
    'get-tracking-appearance',
    'update-tracking-appearance',
  ],
  ...['create-custom-fields', 'list-custom-fields', 'update-custom-fields', 'delete-custom-fields'],
  ...['create-task-template', 'list-task-templates', 'update-task-template', 'delete-task-template'],
  // Its tasks are created by what `create-tasks` is; the answer is asked for by a number that its caller was given.
  ...['create-tasks-async', 'get-task-batch'],
  // For owners alone (audit.test.ts).
  ...['get-audit-log', 'get-audit-log-csv'],
  // Of tasks that are gone; what a limited sight has of them: deleted-tasks.test.ts.
  'list-deleted-tasks',
  // Takes a picture; the path is that of its neighbours.
  'set-worker-picture',
  // What it sends is compared with the store (live-law.test.ts).
  'watch-live',
]);
