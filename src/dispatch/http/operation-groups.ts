import type { OperationGroup } from '../../platform/http/openapi.ts';

/** Groups of the dispatch API's operations, in the order in which an integrator meets them. */
export const dispatchGroups: readonly OperationGroup[] = [
  {
    name: 'Tasks',
    description: 'Deliveries and pickups: create, find, change, complete and delete them.',
    slices: ['tasks', 'uploads'],
  },
  {
    name: 'Custom fields',
    description: 'Fields of your own on tasks, and templates of such fields.',
    slices: ['custom-fields', 'task-templates'],
  },
  {
    name: 'Destinations and recipients',
    description: 'Where tasks go, and the people there.',
    slices: ['destinations', 'recipients', 'suggestions'],
  },
  {
    name: 'Workers',
    description: 'Drivers: their profiles, schedules, positions and invitations.',
    slices: ['workers', 'worker-invitations', 'positions', 'schedules'],
  },
  {
    name: 'Teams and hubs',
    description: 'Teams of workers, and the depots they start from.',
    slices: ['teams', 'hubs'],
  },
  {
    name: 'Assignment',
    description: 'The lists of tasks (containers) of workers, teams and the organization, and automatic assignment.',
    slices: ['containers', 'assignment', 'estimates'],
  },
  {
    name: 'Routes',
    description: 'Route plans, dispatches of whole teams, and optimizations.',
    slices: ['route-plans', 'routing', 'manifests'],
  },
  {
    name: 'Webhooks',
    description: 'Your addresses that receive events, and the record of their deliveries.',
    slices: ['webhooks'],
  },
  {
    name: 'Notifications and tracking',
    description: 'SMS to recipients, and the page on which a recipient follows a delivery.',
    slices: ['notifications', 'tracking'],
  },
  {
    name: 'Organization',
    description: 'Your organization, its administrators and its audit log.',
    slices: ['organization', 'administrators', 'audit-log'],
  },
  {
    name: 'Driver app',
    description: "Operations for a driver's phone or tracker, with the worker's token.",
    slices: ['driver', 'pushes', 'driver-messages'],
  },
  {
    name: 'Conversations',
    description: 'Topics in the team chat about tasks.',
    slices: ['conversations', 'dispatcher-messages', 'questions', 'settings'],
  },
  {
    name: 'Console',
    description: "The dispatchers' console: the live feed of the fleet, the inbox, the map and charts.",
    slices: ['live', 'inbox', 'analytics', 'map', 'pretend-fleet'],
  },
];
