import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { newObjectId } from '../../../platform/ids.ts';
import { doInsertPeople } from '../../../platform/people/actions.ts';
import { superAdministratorOf } from '../../administrators/access.ts';
import { emitChange, emitWithoutTrigger } from '../../events/emit.ts';
import type { ActionContext } from '../../http/caller.ts';
import { DispatchError } from '../../http/errors.ts';
import { accessOrganization } from '../../organization/access.ts';
import { inOneOnly } from '../../organization/changes.ts';
import { checkQuota } from '../../organization/quotas.ts';
import { readWorkerPhone } from '../../phones/phone.ts';
import { accessMemberships, loadTeamNames } from '../../teams/access.ts';
import { doNoteTeamsChanged } from '../../teams/actions.ts';
import { audienceOfWorker, auditWorker } from '../actions.ts';
import { presentWorkers } from '../present.ts';
import { findWorkers, type WorkerRow } from '../queries.ts';
import { type FoldedWorker, foldLines } from './fold-lines.ts';
import { listedWorker, type WorkerLineResults } from './input.ts';
import {
  findIdsByPhones,
  insertTeams,
  insertWorkers,
  lockIdsByPhones,
  replaceTeamsOfWorkers,
  updateWorkers,
} from './queries.ts';

/**
 * Says what {@link doWriteWorkers} would do; nothing is written.
 * @param now as the server has it
 * @throws {DispatchError} 1000 for more workers or teams than an organization may have
 */
export async function checkWorkers(
  reader: Reader,
  lines: readonly unknown[],
  { onlyNew, now }: { onlyNew: boolean; now: Date },
): Promise<WorkerLineResults> {
  const { country } = await accessOrganization(reader);
  const ids = await findIdsByPhones(reader, phonesOf(lines, country));
  const fleet = { workers: byPhone(await findWorkers(reader, ids)), teams: await loadTeamNames(reader), country, now };
  const { results, written, newTeams } = foldLines(lines, fleet, onlyNew);
  await checkRoom(reader, written, newTeams);
  return { results, newTeams: newTeams.map(({ name }) => name) };
}

/**
 * Creates the workers of lines whose numbers are new, with the teams that nobody has made yet, and brings the others up to
 * date; all with the same number of statements. Nobody is notified: no SMS is sent, and webhooks receive nothing.
 * New teams are managed by the super administrator.
 * @throws {DispatchError} 1000 for more workers or teams than an organization may have
 */
export async function doWriteWorkers(
  tx: Tx,
  lines: readonly unknown[],
  { onlyNew, publicUrl, by }: { onlyNew: boolean; publicUrl: string; by: ActionContext },
): Promise<WorkerLineResults> {
  await accessMemberships(tx);
  const { country } = await accessOrganization(tx);
  const ids = await lockIdsByPhones(tx, phonesOf(lines, country));
  const fleet = {
    ...{ workers: byPhone(await findWorkers(tx, ids)), teams: await loadTeamNames(tx) },
    ...{ country, now: tx.now },
  };
  const { results, written, newTeams } = foldLines(lines, fleet, onlyNew);
  await checkRoom(tx, written, newTeams);
  await createTeams(tx, newTeams);
  if (written.length > 0) await writeWorkers(tx, written, newTeams, { publicUrl, by });
  return { results, newTeams: newTeams.map(({ name }) => name) };
}

async function checkRoom(reader: Reader, written: readonly FoldedWorker[], teams: readonly object[]): Promise<void> {
  const fresh = written.filter(({ before }) => !before).length;
  if (fresh > 0) await checkQuota(reader, 'workers', fresh);
  if (teams.length > 0) await checkQuota(reader, 'teams', teams.length);
}

async function createTeams(tx: Tx, teams: readonly { id: string; name: string }[]): Promise<void> {
  if (teams.length === 0) return;
  if ((await insertTeams(tx, teams, await superAdministratorOf(tx))) < teams.length) throw taken('a team');
  const { organizationId } = tx;
  for (const { id, name } of teams) {
    emitChange(tx, 'teamCreated', { id, workers: [] }, { state: true });
    tx.audit({ organizationId, action: 'team.created', object: { kind: 'team', id, name } });
  }
}

async function writeWorkers(
  tx: Tx,
  written: readonly FoldedWorker[],
  newTeams: readonly { id: string }[],
  { publicUrl, by }: { publicUrl: string; by: ActionContext },
): Promise<void> {
  const fresh = written.flatMap((each) => (each.before ? [] : [{ ...each, personId: newObjectId() }]));
  const known = written.filter(({ before }) => before);
  const people = fresh.map(({ personId, phone }) => ({ id: personId, email: null, phone }));
  if (fresh.length > 0) {
    await doInsertPeople(tx, people);
    if ((await insertWorkers(tx, fresh)) < fresh.length) throw taken('a number');
  }
  if (known.length > 0) await updateWorkers(tx, known, by);
  const moved = written.filter(({ before, teams }) => before?.teams !== teams);
  if (moved.length > 0) await replaceTeamsOfWorkers(tx, moved);
  const made = new Set(newTeams.map(({ id }) => id));
  const changed = new Set(moved.flatMap(({ before, teams }) => inOneOnly(before?.teams ?? [], teams)));
  await doNoteTeamsChanged(
    tx,
    [...changed].filter((id) => !made.has(id)),
    by,
  );
  await emitWorkers(tx, written, { publicUrl, by });
}

/** Emits each worker for live views, and notes the changes for the audit log. */
async function emitWorkers(
  tx: Tx,
  written: readonly FoldedWorker[],
  { publicUrl, by }: { publicUrl: string; by: ActionContext },
): Promise<void> {
  const rows = await findWorkers(
    tx,
    written.map(({ id }) => id),
  );
  const shown = await presentWorkers(tx, rows, publicUrl);
  const before = new Map(written.map((each) => [each.id, each.before]));
  const { organizationId } = tx;
  for (const [n, row] of rows.entries()) {
    const known = before.get(row.id);
    const worker = shown[n]!;
    const audience = audienceOfWorker(row).filter((tag) => tag !== 'webhooks');
    const event = { organizationId, audience, by };
    if (known)
      emitWithoutTrigger(tx, { ...event, kind: 'workerUpdated', payload: { workerId: row.id, data: { worker } } });
    else
      emitWithoutTrigger(tx, {
        ...{ ...event, kind: 'workerCreated' },
        ...{ payload: { workerId: row.id, taskId: null, data: { worker } }, state: true },
      });
    auditWorker(tx, known ? 'worker.changed' : 'worker.created', known, row);
  }
}

/** Somebody else was quicker: the database runs the transaction again. */
const taken = (what: string): Error => Object.assign(new Error(`${what} was taken`), { code: '40001' });

const HasPhone = Type.Pick(listedWorker, ['phone']);

function phonesOf(lines: readonly unknown[], country: string): string[] {
  return lines.flatMap((line) => {
    if (!Value.Check(HasPhone, line)) return [];
    try {
      return [readWorkerPhone(line.phone, country)];
    } catch (error) {
      if (error instanceof DispatchError) return [];
      throw error;
    }
  });
}

const byPhone = (rows: readonly WorkerRow[]): Map<string, WorkerRow> => new Map(rows.map((row) => [row.phone, row]));
