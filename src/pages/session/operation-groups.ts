import type { OperationGroup } from '../../platform/http/openapi.ts';

/** Groups of the session API's operations. */
export const sessionGroups: readonly OperationGroup[] = [
  { name: 'First run', description: 'The first organization of a new server.', slices: ['first-run'] },
  { name: 'Session', description: 'Signing in and out, and keys and browsers of the person.', slices: ['session'] },
  { name: 'Administration', description: 'People, sign-in and keys of an organization.', slices: ['admin'] },
];
