import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import type { FactorDemand } from './factor-demand.ts';

/** Whether the second factor of `p` is demanded by `o`, their organization. */
const IS_DEMANDED = sql`
  case o.second_factor_of when 'everyone' then true when 'staff' then platform.is_staff(p.organization_id, p.id) else false end`;

/** Sign-in rules of an organization. */
export interface SignInRulesRow {
  takesPasswords: boolean;
  isFactorDemanded: boolean;
}

export function loadSignInRules(
  reader: PlainReader,
  organizationId: string,
  personId: string,
): Promise<SignInRulesRow | undefined> {
  return reader.first(sql<SignInRulesRow>`
    select o.password_sign_in as "takesPasswords", ${IS_DEMANDED} as "isFactorDemanded"
    from platform.organizations o join platform.people p on p.organization_id = o.id
    where o.id = ${organizationId} and p.id = ${personId}`);
}

/** Whether a second factor is demanded of one of some people, who may have it. */
export async function isDemandedOfAny(
  reader: PlainReader,
  organizationId: string,
  ids: readonly string[],
): Promise<boolean> {
  const row = await reader.first(sql`
    select from platform.people p join platform.organizations o on o.id = p.organization_id
    where p.organization_id = ${organizationId} and p.id = any(${ids}::text[]) and ${IS_DEMANDED} limit 1`);
  return row !== undefined;
}

/** Loads the people who lack a required second factor. @param personId null: everybody in the organization */
export async function loadThoseWithout(
  reader: PlainReader,
  organizationId: string,
  personId: string | null,
): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select p.id from platform.people p join platform.organizations o on o.id = p.organization_id
    where p.organization_id = ${organizationId} and (${personId}::text is null or p.id = ${personId})
      and p.second_factor_at is null and ${IS_DEMANDED}`);
  return rows.map(({ id }) => id);
}

export async function loadFactorDemand(reader: PlainReader, organizationId: string): Promise<FactorDemand> {
  const row = await reader.first(sql<{ of: FactorDemand }>`
    select second_factor_of as of from platform.organizations where id = ${organizationId}`);
  return row?.of ?? 'nobody';
}

export async function updateFactorDemand(tx: PlainTx, organizationId: string, of: FactorDemand): Promise<void> {
  await tx.run(sql`update platform.organizations set second_factor_of = ${of} where id = ${organizationId}`);
}
