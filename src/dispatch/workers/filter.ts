import { type Sql, sql } from '../../platform/db/sql.ts';
import { invalidValue } from '../http/errors.ts';
import { checkId } from '../http/validate.ts';
import { readPhone } from '../phones/phone.ts';
import { readSkills } from '../skills/skills.ts';
import type { Worker } from './present.ts';

/** A comma-separated list of a query. */
function list(text: string): string[] {
  return text.split(',').filter((part) => part.trim() !== '');
}

/** The fields that `filter` names; undefined for all of them. Names that are no field give nothing. */
export function readFields(filter: string | undefined): Set<string> | undefined {
  return filter === undefined ? undefined : new Set(list(filter).map((name) => name.trim()));
}

export function pick(worker: Worker, fields: Set<string> | undefined): Partial<Worker> {
  if (!fields) return worker;
  return Object.fromEntries(Object.entries(worker).filter(([name]) => fields.has(name)));
}

/** Conditions of a list of workers. */
export interface WorkerQuery {
  teams?: string;
  states?: string;
  phones?: string;
  skills?: string;
  /** IDs, separated by commas. */
  ids?: string;
  /** Part of the name. */
  name?: string;
}

const MAX_IDS = 100;

/**
 * The condition of a worker list (spec: dispatch 4), on `dispatch.workers`.
 * @param country how numbers without a plus are read
 * @throws {DispatchError} 1000 for a state that is none or a skill that is not valid, 1005 for a team ID of wrong form
 */
export function workerCondition(query: WorkerQuery, country: string): Sql<boolean> {
  const conditions: Sql[] = [sql`true`];
  if (query.teams !== undefined) {
    const teams = list(query.teams).map((id) => id.trim());
    for (const id of teams) checkId('teams', id);
    conditions.push(sql`exists (
      select from dispatch.team_workers as member
      where member.organization_id = workers.organization_id and member.worker_id = workers.id
        and member.team_id = any(${teams}::text[]))`);
  }
  if (query.states !== undefined) {
    const states = list(query.states).map((state) => Number(state));
    if (states.some((state) => ![0, 1, 2].includes(state))) throw invalidValue('states must be 0, 1 or 2.');
    // 0 off duty, 1 idle, 2 with an active task (spec: dispatch 3)
    conditions.push(sql`case
      when not workers.on_duty then 0
      when exists (
        select from dispatch.containers
        where containers.organization_id = workers.organization_id and containers.owner_id = workers.id
          and containers.type = 'WORKER' and containers.active_task is not null) then 2
      else 1 end = any(${states}::int[])`);
  }
  if (query.phones !== undefined) {
    const phones = list(query.phones).flatMap((phone) => phoneForms(phone, country));
    conditions.push(sql`workers.phone = any(${phones}::text[])`);
  }
  if (query.ids !== undefined) {
    const ids = list(query.ids).map((id) => id.trim());
    if (ids.length > MAX_IDS) throw invalidValue(`ids can have at most ${MAX_IDS} IDs.`);
    for (const id of ids) checkId('ids', id);
    conditions.push(sql`workers.id = any(${ids}::text[])`);
  }
  if (query.name !== undefined) conditions.push(sql`strpos(lower(workers.name), lower(${query.name})) > 0`);
  if (query.skills !== undefined) conditions.push(sql`workers.skills @> ${readSkills(list(query.skills))}::text[]`);
  return sql<boolean>`${sql.join(conditions, ' and ')}`;
}

/** The numbers that a text may mean. A plus that was not percent-encoded comes as a space, as may a real space. */
function phoneForms(text: string, country: string): string[] {
  const forms = text.startsWith(' ') ? [text, `+${text.trim()}`] : [text];
  return forms.flatMap((form) => {
    try {
      return [readPhone(form, country)];
    } catch {
      return [];
    }
  });
}
