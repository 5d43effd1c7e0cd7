/**
 * Imports that a rule does not allow and that are still to be removed, by the rule's name. The list only shrinks: an entry
 * that its rule no longer needs fails the tests. For circles an entry is an import without which the circle is open.
 */
export const KNOWN: Record<string, readonly string[]> = {
  groundImportsNoResource: ['dispatch/http/admit.ts → dispatch/administrators/read-only.ts'],
  noCircleOfFiles: [
    'dispatch/custom-fields/field.ts → dispatch/custom-fields/value.ts',
    'dispatch/tasks/batch/queries.ts → dispatch/tasks/batch/actions.ts',
  ],
  noCircleOfFolders: [
    'dispatch/administrators/actions.ts → dispatch/teams/actions.ts',
    'dispatch/assignment/auto-assign.ts → dispatch/workers/access.ts',
    'dispatch/containers/owners.ts → dispatch/teams/access.ts',
    'dispatch/containers/owners.ts → dispatch/workers/access.ts',
    'dispatch/http/admit.ts → dispatch/administrators/read-only.ts',
    'dispatch/organization/actions.ts → dispatch/administrators/actions.ts',
    'dispatch/tasks/assign.ts → dispatch/teams/access.ts',
    'dispatch/tasks/assign.ts → dispatch/workers/access.ts',
    'dispatch/teams/actions.ts → dispatch/hubs/access.ts',
    'dispatch/teams/actions.ts → dispatch/workers/access.ts',
  ],
  noImportFromAbove: [
    'dispatch/assignment/queries.ts → dispatch/positions/access.ts',
    'dispatch/tasks/batch/queries.ts → dispatch/tasks/batch/actions.ts',
    'dispatch/tasks/batch/run-batch.ts → dispatch/tasks/batch/get-task-batch.ts',
    'dispatch/tasks/create/queries.ts → dispatch/destinations/actions.ts',
    'dispatch/thresholds/queries.ts → dispatch/webhooks/access.ts',
  ],
  offeredSqlStandsInFragments: [
    'dispatch/administrators/match-administrators.ts → dispatch/metadata/match.ts',
    'dispatch/destinations/queries.ts → dispatch/metadata/match.ts',
    'dispatch/recipients/match-recipients.ts → dispatch/metadata/match.ts',
    'dispatch/tasks/queries.ts → dispatch/metadata/match.ts',
    'dispatch/teams/match-teams.ts → dispatch/metadata/match.ts',
    'dispatch/workers/match-workers.ts → dispatch/metadata/match.ts',
  ],
  queriesArePrivate: [
    'chat/messages/query/compile-narrow.ts → chat/messages/search/queries.ts',
    'chat/messages/send/direct-permission.ts → chat/messages/mentions/queries.ts',
    'chat/reactions/access.ts → chat/messages/edit/queries.ts',
  ],
};
