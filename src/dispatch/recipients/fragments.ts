import { type Sql, sql } from '../../platform/db/sql.ts';
import { seesTask, type Viewer } from '../sight/fragments.ts';

/** Shorter parts of a name are looked for at its beginning only: an index of three letters does not have them. */
const MIN_WITHIN = 3;

/**
 * The condition that a recipient `r` has a text in the name, or digits in the phone number. A number may be written as one
 * dials it at home.
 */
export function isNamedOrReached(text: string): Sql<boolean> {
  const trimmed = text.trim().toLowerCase();
  const digits = /^[+\d\s()/.-]+$/.test(trimmed) ? trimmed.replaceAll(/\D/g, '').replace(/^0+/, '') : '';
  if (digits.length >= MIN_WITHIN) return sql<boolean>`r.phone like ${`%${digits}%`}`;
  const literal = trimmed.replaceAll(/[\\%_]/g, String.raw`\$&`);
  if ([...trimmed].length >= MIN_WITHIN) return sql<boolean>`r.name_key like ${`%${literal}%`}`;
  return sql<boolean>`(r.name_key collate "C" >= ${trimmed} and r.name_key collate "C" < ${`${trimmed}\u{10FFFF}`})`;
}

/** The condition that a recipient `r` is in sight: by a task that is; who sees everything sees those without a task too. */
export function seesRecipient(viewer: Viewer): Sql<boolean> {
  const isThere = sql<boolean>`r.phone <> 'deleted ' || r.id`;
  if (viewer.sight.teams === null) return isThere;
  return sql<boolean>`(${isThere} and exists (
    select from dispatch.tasks t
    where t.organization_id = r.organization_id and t.recipient_id = r.id and ${seesTask(viewer)}))`;
}
