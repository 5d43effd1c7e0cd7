import { defineFact } from '../../platform/events/facts.ts';
import type { OrganizationState } from '../../platform/events/organization-state.ts';
import { findReadOnly } from './queries.ts';

const readOnly = defineFact('read-only', ['dispatch.administrators']);

/**
 * Whether this administrator may only read (spec: dispatch 2, `isReadOnly`). Kept until somebody's changes, since it is
 * asked before each request that writes; one who is gone may not write either.
 */
export function isReadOnly(
  state: OrganizationState,
  organizationId: string,
  administratorId: string,
): Promise<boolean> {
  return state.of(organizationId).read(readOnly, administratorId, (reader) => findReadOnly(reader, administratorId));
}
