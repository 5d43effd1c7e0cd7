import { Registry } from 'prom-client';
import { listQuestions } from '../../../src/bridge/questions/queries.ts';
import { loadTopicMessages } from '../../../src/bridge/topic-messages/queries.ts';
import { pageOfAdministrators } from '../../../src/dispatch/administrators/queries.ts';
import { countCompleted } from '../../../src/dispatch/analytics/completed-queries.ts';
import { findCandidates, findNearby } from '../../../src/dispatch/assignment/candidates.ts';
import { pageOfContainerLists } from '../../../src/dispatch/containers/live-queries.ts';
import { lockContainerRows } from '../../../src/dispatch/containers/queries.ts';
import type { DestinationRow } from '../../../src/dispatch/destinations/destination-row.ts';
import { listDestinations } from '../../../src/dispatch/destinations/queries.ts';
import * as estimates from '../../../src/dispatch/estimates/queries.ts';
import { type FleetTable, loadRecognised } from '../../../src/dispatch/fleet-imports/queries.ts';
import type { Location } from '../../../src/dispatch/geography/location.ts';
import { pageOfHubs } from '../../../src/dispatch/hubs/queries.ts';
import { listHandled } from '../../../src/dispatch/inbox/queries.ts';
import { findChanges } from '../../../src/dispatch/live/queries.ts';
import { matchesMetadata } from '../../../src/dispatch/metadata/fragments.ts';
import { hasFewer } from '../../../src/dispatch/organization/queries.ts';
import { nearestOnDuty } from '../../../src/dispatch/positions/access.ts';
import { packOnDutyAround } from '../../../src/dispatch/positions/queries.ts';
import { saveReports } from '../../../src/dispatch/positions/report-queries.ts';
import {
  isSeenRecipient,
  pageOfDeliveries,
  pageOfRecipients,
} from '../../../src/dispatch/recipients/delivery-queries.ts';
import { listRecipients } from '../../../src/dispatch/recipients/queries.ts';
import { listRoutePlans, pageOfLiveRoutePlans } from '../../../src/dispatch/route-plans/queries.ts';
import { listDispatchHeads } from '../../../src/dispatch/routing/list-queries.ts';
import { listAvailableWorkers } from '../../../src/dispatch/routing/queries.ts';
import { pageOfShifts } from '../../../src/dispatch/schedules/queries.ts';
import { seesTeam, seesWorker } from '../../../src/dispatch/sight/fragments.ts';
import { findUnseen } from '../../../src/dispatch/sight/queries.ts';
import { findKnownAddresses } from '../../../src/dispatch/suggestions/queries.ts';
import { findRecipientsWithPlace } from '../../../src/dispatch/suggestions/recipient-queries.ts';
import { insertTask, type NewTask } from '../../../src/dispatch/tasks/create/queries.ts';
import { pageOfReported } from '../../../src/dispatch/tasks/deleted/queries.ts';
import {
  findTaskIdsReferringTo,
  pageOfCompletedTasks,
  pageOfOpenTasks,
  pageOfOrderedTasks,
} from '../../../src/dispatch/tasks/live-queries.ts';
import * as tasks from '../../../src/dispatch/tasks/queries.ts';
import { pageOfTeams } from '../../../src/dispatch/teams/queries.ts';
import { findApproach, listTimedApproaches } from '../../../src/dispatch/thresholds/queries.ts';
import { listWebhookEvents } from '../../../src/dispatch/webhooks/attempt-queries.ts';
import * as deliveries from '../../../src/dispatch/webhooks/delivery-queries.ts';
import { PARALLEL } from '../../../src/dispatch/webhooks/limits.ts';
import { saveAnswers } from '../../../src/dispatch/webhooks/result-queries.ts';
import { countUninvited, lockUninvited } from '../../../src/dispatch/worker-invitations/queries.ts';
import { workerCondition } from '../../../src/dispatch/workers/filter.ts';
import { pageOfWorkers } from '../../../src/dispatch/workers/queries.ts';
import { Caches } from '../../../src/platform/caches.ts';
import { sql } from '../../../src/platform/db/sql.ts';
import type { Services } from '../../../src/platform/services.ts';
import type { Example, Examples } from '../compose.ts';
import { NOW, ORGANIZATION } from './reader.ts';

/** The last object of the page before. */
const last = { id: 'a', createdAtText: '2026-01-01', createdAt: NOW, seq: 1 } as never;
const everything = sql<boolean>`true`;
const metadata = matchesMetadata('metadata', [{ name: 'gate', type: 'string', value: 'north' }]);
const workers = workerCondition({ teams: 'a'.repeat(24), states: '0,1', phones: '+15550100' }, 'US');
const services = { caches: new Caches(1, new Registry()) } as Services;
const place: Location = [-122.4, 37.8];
const pace = { now: NOW, speeds: [['CAR', 8]] } as const;
const candidates = { skills: [], excluded: [], among: undefined, maxAssigned: 5, teams: undefined };
const task = { id: 'a' } as NewTask;
const destination = { organization_id: ORGANIZATION, id: 'a' } as DestinationRow;
const reserved = sql`select 1::bigint as position, 1 as task_count, 1::bigint as version`;
const filter = { workerId: 'a', startTimeFrom: NOW, startTimeTo: NOW, createdTimeFrom: NOW, createdTimeTo: NOW };

const live = { organizationId: ORGANIZATION, sight: { teams: null }, completedSince: NOW };
const some = { sight: { teams: ['a'] } };
const delivery = { organizationId: ORGANIZATION, webhookId: 'a', eventId: 1 };
const receiver = { organizationId: ORGANIZATION, receiver: 'https://receiver.example' };
const topic = { channelId: 1, topic: 'a' };
const claim = { limits: PARALLEL, free: 100, until: NOW };

export const dispatch: Examples = [
  ['the newest', (tx) => loadTopicMessages(tx, topic, { limit: 1 })],
  ['after one', (tx) => loadTopicMessages(tx, topic, { after: 1, limit: 1 })],
  (tx) => pageOfAdministrators(tx, everything, undefined, 1),
  ['after the super administrator', (tx) => pageOfAdministrators(tx, everything, { type: 'super' } as never, 1)],
  ['by metadata, a further page', (tx) => pageOfAdministrators(tx, metadata, last, 1)],
  (tx) => listDestinations(tx, metadata, 1),
  ['that waits', (tx) => lockContainerRows(tx, { ids: ['a'], taskIds: [] }, { milliseconds: 3000, waits: true })],
  [
    'that does not wait',
    (tx) => lockContainerRows(tx, { ids: ['a'], taskIds: [] }, { milliseconds: 3000, waits: false }),
  ],
  (tx) => estimates.findStopTimes(tx, ['a'], pace),
  (tx) => estimates.findStopTime(tx, { workerId: 'a', taskId: 'b' }, pace),
  (tx) => estimates.findTimesUpTo(tx, ['a'], pace),
  (tx) => estimates.updateDelays(tx, true, pace.speeds),
  (tx) => pageOfHubs(tx, undefined, 1),
  ['a further page', (tx) => pageOfHubs(tx, last, 1)],
  ['workers', (tx) => hasFewer(tx, 'workers', 1)],
  ['teams', (tx) => hasFewer(tx, 'teams', 1)],
  ...(['hubs', 'administrators', 'teams', 'workers', 'recipients', 'destinations', 'tasks'] as const).map(
    (table): readonly [string, Example] => [table, (tx) => loadRecognised<FleetTable>(tx, table, 'id', ['a'])],
  ),
  ['administrators by address', (tx) => loadRecognised(tx, 'administrators', 'email_key', ['a'])],
  ['teams by name', (tx) => loadRecognised(tx, 'teams', 'name', ['a'])],
  ['workers by number', (tx) => loadRecognised(tx, 'workers', 'phone', ['a'])],
  ['recipients by number', (tx) => loadRecognised(tx, 'recipients', 'phone', ['a'])],
  ['tasks by short ID', (tx) => loadRecognised(tx, 'tasks', 'short_id', ['a'])],
  ['candidates', (tx) => findCandidates(tx, services, place, candidates, 1)],
  [
    'candidates of teams',
    (tx) =>
      findCandidates(
        tx,
        services,
        place,
        { ...candidates, excluded: ['a'], among: ['b'], teams: ['c'], skills: ['d'] },
        1,
      ),
  ],
  ['everybody, with their tasks', (tx) => findNearby(tx, services, place, 1)],
  ['who may come', (tx) => nearestOnDuty(tx, services, place, estimates.isEligibleWorker('a', ['TRUCK']), 1)],
  (tx) => packOnDutyAround(tx, place, 1000, undefined),
  ['with more of each', (tx) => packOnDutyAround(tx, place, 1000, sql`count(*) as n`)],
  ['wait', () => saveReports([], NOW, 'wait')],
  ['skip those who are held', () => saveReports([], NOW, 'skip')],
  (tx) => findChanges(tx, 0, 1000, 500),
  (tx) => listRecipients(tx, metadata, 1),
  (tx) => pageOfRecipients(tx, live, { text: undefined, lastId: undefined }, 1),
  ['found, a further page', (tx) => pageOfRecipients(tx, live, { text: 'kim', lastId: 'a' }, 1)],
  ['of one team', (tx) => pageOfRecipients(tx, { ...live, ...some }, { text: undefined, lastId: undefined }, 1)],
  (tx) => pageOfDeliveries(tx, live, { recipientId: 'a', lastId: undefined }, 1),
  [
    'of one team, a further page',
    (tx) => pageOfDeliveries(tx, { ...live, ...some }, { recipientId: 'a', lastId: 'b' }, 1),
  ],
  (tx) => isSeenRecipient(tx, { ...live, ...some }, 'a'),
  (tx) => findKnownAddresses(tx, live, ['a'], ['b'], 1),
  ['of one team', (tx) => findKnownAddresses(tx, { ...live, ...some }, ['a'], ['b'], 1)],
  (tx) => findRecipientsWithPlace(tx, live, 'kim', 1),
  ['by number', (tx) => findRecipientsWithPlace(tx, live, '0199', 1)],
  ['by a short beginning, of one team', (tx) => findRecipientsWithPlace(tx, { ...live, ...some }, 'k', 1)],
  (tx) => listRoutePlans(tx, live, {}, undefined, 1),
  ['with every condition', (tx) => listRoutePlans(tx, { ...live, ...some }, { ...filter, hasTasks: true }, 'a', 1)],
  (tx) => tasks.listTasks(tx, live, {}, undefined, 1),
  [
    'with every condition',
    (tx) =>
      tasks.listTasks(
        tx,
        { ...live, ...some },
        {
          from: NOW,
          to: NOW,
          states: [0],
          worker: 'a',
          completeBeforeBefore: NOW,
          completeAfterAfter: NOW,
          dependencies: ['a'],
          containers: ['a'],
        },
        last,
        1,
      ),
  ],
  (tx) => tasks.listTasksOfContainer(tx, 'a', undefined, { from: undefined, to: undefined, isPickup: undefined }, 1),
  ['with every condition', (tx) => tasks.listTasksOfContainer(tx, 'a', 1, { from: NOW, to: NOW, isPickup: true }, 1)],
  (tx) => tasks.listTasksThat(tx, live, matchesMetadata('t.metadata', []), 1),
  (tx) => pageOfTeams(tx, everything, undefined, 1),
  ['by metadata, a further page', (tx) => pageOfTeams(tx, metadata, last, 1)],
  (tx) => findUnseen(tx, { ...live, ...some }, ['a']),
  (tx) => pageOfOpenTasks(tx, live, undefined, 1),
  ['of some teams, a further page', (tx) => pageOfOpenTasks(tx, { ...live, ...some }, last, 1)],
  (tx) => pageOfCompletedTasks(tx, live, undefined, 1),
  [
    'of some teams, a further page',
    (tx) => pageOfCompletedTasks(tx, { ...live, ...some }, { completedAt: NOW, seq: 1 } as never, 1),
  ],
  (tx) => pageOfOrderedTasks(tx, live, undefined, 1),
  ['a further page', (tx) => pageOfOrderedTasks(tx, live, last, 1)],
  (tx) => findTaskIdsReferringTo(tx, { destinations: ['a'], recipients: ['a'], routePlans: ['a'] }, NOW),
  (tx) => pageOfContainerLists(tx, everything, undefined, 1),
  [
    'of some teams, a further page',
    (tx) => pageOfContainerLists(tx, seesTeam({ ...live, ...some }, sql`c.owner_id`), 'a', 1),
  ],
  ['of a team', (tx) => listAvailableWorkers(tx, { team: 'a' }, [NOW, NOW], 1)],
  ['who were chosen', (tx) => listAvailableWorkers(tx, { workers: ['a'] }, [NOW, NOW], 1)],
  (tx) => listDispatchHeads(tx, live, 1),
  ['of some teams', (tx) => listDispatchHeads(tx, { ...live, ...some }, 1)],
  (tx) => pageOfShifts(tx, live, [NOW, NOW], undefined, 1),
  ['of the workers of some teams, a further page', (tx) => pageOfShifts(tx, { ...live, ...some }, [NOW, NOW], 'a', 1)],
  (tx) => listHandled(tx, live, 1),
  ['of some teams', (tx) => listHandled(tx, { ...live, ...some }, 1)],
  (tx) => listQuestions(tx, live, 1),
  ['of some teams', (tx) => listQuestions(tx, { ...live, ...some }, 1)],
  (tx) => pageOfReported(tx, live, undefined, 1),
  [
    'of some teams, a further page',
    (tx) => pageOfReported(tx, { ...live, ...some }, { id: 'a', reportedAtText: 'b' }, 1),
  ],
  (tx) => pageOfLiveRoutePlans(tx, everything, undefined, 1),
  ['a further page', (tx) => pageOfLiveRoutePlans(tx, everything, last, 1)],
  ['of some teams', (tx) => pageOfWorkers(tx, seesWorker({ ...live, ...some }, sql`workers.id`), undefined, 1)],
  (tx) => countUninvited(tx, live),
  (tx) => lockUninvited(tx, live, 1),
  ['of some teams', (tx) => lockUninvited(tx, { ...live, ...some }, 1)],
  (tx) => countCompleted(tx, live, { from: NOW, to: NOW, teamId: undefined, workerId: undefined }),
  [
    'of a team and a worker, of some teams',
    (tx) => countCompleted(tx, { ...live, ...some }, { from: NOW, to: NOW, teamId: 'a', workerId: 'b' }),
  ],
  ['of a worker', (tx) => findApproach(tx, 'a')],
  ['with a latest time', (tx) => listTimedApproaches(tx, 1)],
  ['one', (tx) => listWebhookEvents(tx, { id: 'a' }, { eventId: 1 }, 1)],
  ['since a time', (tx) => listWebhookEvents(tx, { id: 'a' }, { since: NOW }, 1)],
  (tx) => pageOfWorkers(tx, everything, undefined, 1),
  ['filtered, a further page', (tx) => pageOfWorkers(tx, workers, last, 1)],
  (tx) =>
    insertTask(tx, task, () => 'a', {
      reserved,
      destination: undefined,
      dependencies: [],
      sealedPin: undefined,
      decision: undefined,
    }),
  [
    'with a destination, dependencies, a PIN and a decision',
    (tx) =>
      insertTask(tx, task, () => 'a', {
        reserved,
        destination,
        dependencies: ['b'],
        sealedPin: Buffer.of(0),
        decision: { options: {}, outcome: 'assigned', workerId: 'a', candidates: [] },
      }),
  ],
  (tx) => deliveries.insertDeliveries(tx, [], claim),
  (tx) => deliveries.claimDeliveries(tx, [receiver], claim),
  (tx) => deliveries.deleteDeliveries(tx, [delivery]),
  (tx) => deliveries.releaseDeliveries(tx, [delivery], NOW),
  (tx) => saveAnswers(tx, [receiver], [receiver], 10_000),
];
