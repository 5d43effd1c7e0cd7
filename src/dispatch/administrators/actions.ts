import type { Static } from 'typebox';
import { createCredential, revokeCredentialsOf } from '../../platform/credentials/credentials.ts';
import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { onUniqueViolation } from '../../platform/db/unique.ts';
import { newObjectId } from '../../platform/ids.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { loadPerson, loadVerifiedPerson } from '../../platform/people/access.ts';
import {
  doChangePassword,
  doEnsurePerson,
  doNameEmail,
  doReleasePerson,
  doSetEmail,
} from '../../platform/people/actions.ts';
import { doEndSessionsWithoutFactor } from '../../platform/people/demanded-factor.ts';
import { emailKeyOf } from '../../platform/people/email.ts';
import { doAskForProof } from '../../platform/people/proof.ts';
import { doEndPersonTokens } from '../../platform/people/tokens.ts';
import { doEndSessionsOf } from '../../platform/sessions/actions.ts';
import { emitChange } from '../events/emit.ts';
import type { ActionContext } from '../http/caller.ts';
import { duplicate, invalidValue, notFound } from '../http/errors.ts';
import { changedMetadata, newMetadata } from '../metadata/metadata.ts';
import { inOneOnly, isChange } from '../organization/changes.ts';
import { checkQuota } from '../organization/quotas.ts';
import { keyOfResent, resentTooSoon } from '../organization/sent-invitation.ts';
import { readPhone } from '../phones/phone.ts';
import { doSetTeamsOfManager } from '../teams/actions.ts';
import { accessAdministrator, accessAdministrators } from './access.ts';
import type { administratorInput, administratorUpdate } from './input.ts';
import { doInviteAdministrator } from './invitation.ts';
import {
  type AdministratorRow,
  activate,
  deleteAdministrator,
  findAdministratorIdByEmail,
  findAdministratorOfPerson,
  insertAdministrator,
  updateAdministrator,
  updatePersonOfAdministrator,
} from './queries.ts';

export { updatePersonOfAdministrator as doChangePersonOfAdministrator } from './queries.ts';

/** The dispatch side of a new organization: its creator, who can neither be deleted nor doubled. Gives the ID. */
export async function doCreateSuperAdministrator(tx: Tx, owner: { name: string; email: string }): Promise<string> {
  const { organizationId } = tx;

  const id = newObjectId();
  const { email } = owner;
  // The same person as the owner of the chat side.
  const personId = await doEnsurePerson(tx, { organizationId, email, passwordHash: null, isEmailVerified: true });
  await insertAdministrator(tx, id, {
    personId,
    type: 'super',
    email: owner.email,
    name: owner.name,
    phone: null,
    isActive: true,
    isReadOnly: false,
    metadata: [],
  });
  return id;
}

/** Fields of an administrator whose changes the audit log records. */
const AUDITED = ['email', 'name', 'phone', 'isReadOnly', 'teams'] as const;

const objectOf = ({ id, name }: Pick<AdministratorRow, 'id' | 'name'>) => ({ kind: 'administrator', id, name });

/**
 * Creates a dispatcher and sends the confirmation e-mail.
 * @throws {DispatchError} 1000 for a phone that is not valid, one administrator too many or a second super one, 1004 for
 *   an e-mail address that is taken, 1402 for a team that does not exist
 */
export async function doCreateAdministrator(
  tx: Tx,
  organization: Organization,
  body: Static<typeof administratorInput>,
  { publicUrl, by }: { publicUrl: string; by: ActionContext },
): Promise<AdministratorRow> {
  if (body.type === 'super') throw invalidValue('An organization has exactly one super administrator.');
  await checkQuota(tx, 'administrators');
  const person = { organizationId: organization.id, email: body.email, passwordHash: null };
  const created = await insertAdministrator(tx, newObjectId(), {
    personId: await doEnsurePerson(tx, person),
    type: 'standard',
    email: body.email,
    name: body.name,
    phone: body.phone ? readPhone(body.phone, organization.country) : null,
    isActive: false,
    isReadOnly: body.isReadOnly ?? false,
    metadata: newMetadata(body.metadata),
  });
  if (!created) throw duplicate('email', body.email);
  tx.audit({
    organizationId: organization.id,
    action: 'administrator.created',
    object: objectOf(created),
    details: changesBetween<AdministratorRow>(undefined, { ...created, teams: body.teams ?? [] }, AUDITED),
  });
  if (body.teams) await doSetTeamsOfManager(tx, created.id, body.teams, by);
  const teams = body.teams ?? [];
  emitChange(tx, 'administratorCreated', { id: created.id, teams }, { state: teams.length > 0 });
  await doInviteAdministrator(tx, organization, created, publicUrl);
  return accessAdministrator(tx, created.id);
}

/**
 * Changes what is given of an administrator. Who is the super administrator, and who has confirmed the account, is not
 * for anybody to say.
 * @throws {DispatchError} 1000 for a phone that is not valid, another type or activity, or a team that would be left
 *   without a manager, 1004 for an e-mail address that is taken, 1402 for a team that does not exist, 2300 when who has not
 *   confirmed the account was invited anew within the minute
 */
export async function doUpdateAdministrator(
  tx: Tx,
  organization: Organization,
  row: AdministratorRow,
  body: Static<typeof administratorUpdate>,
  { publicUrl, by }: { publicUrl: string; by: ActionContext },
): Promise<AdministratorRow> {
  if (row.type === 'super' && body.isReadOnly) throw invalidValue('The super administrator cannot be read-only.');
  if (body.type !== undefined && body.type !== row.type) throw invalidValue('The type cannot be changed.');
  if (body.isActive !== undefined && body.isActive !== row.isActive)
    throw invalidValue('isActive cannot be changed: it becomes true when the account is confirmed.');
  const teams = [...new Set(body.teams ?? row.teams)];
  const isOfOtherTeams = isChange({ teams: row.teams.toSorted() }, { teams: teams.toSorted() });
  const email = body.email ?? row.email;
  const values = {
    email,
    name: body.name ?? row.name,
    phone: body.phone === undefined ? row.phone : body.phone ? readPhone(body.phone, organization.country) : null,
    isReadOnly: body.isReadOnly ?? row.isReadOnly,
    metadata: changedMetadata(row.metadata, body.metadata),
  };
  if (!isOfOtherTeams && !isChange(row, values)) return row;
  if (isOfOtherTeams) await doSetTeamsOfManager(tx, row.id, teams, by);
  if (values.isReadOnly !== row.isReadOnly) {
    const [from, to] = [row.isReadOnly, values.isReadOnly].map((readOnly) => (readOnly ? 'read-only' : 'full'));
    const subject = row.id;
    const line = {
      event: 'role_changed',
      api: 'dispatch',
      organization: organization.id,
      subject,
      from: from!,
      to: to!,
    } as const;
    const details = { role: { from, to } };
    tx.audit(
      { organizationId: organization.id, action: 'administrator.role_changed', object: objectOf(row), details },
      line,
    );
    await doEndSessionsOf(tx, organization.id, row.personId);
  }
  const details = changesBetween<AdministratorRow>(
    row,
    { ...row, ...values, isReadOnly: row.isReadOnly, teams },
    AUDITED,
  );
  tx.audit({ organizationId: organization.id, action: 'administrator.changed', object: objectOf(row), details });
  if (email !== row.email) await doChangeAddress(tx, organization, { ...row, email }, publicUrl);
  // Their next request is authorized by what holds now.
  const moved = inOneOnly(row.teams, teams);
  emitChange(tx, 'administratorUpdated', { id: row.id, teams: moved }, { state: true });
  return onUniqueViolation('administrators_email', updateAdministrator(tx, row.id, values), () =>
    duplicate('email', email),
  );
}

/**
 * Notes another address of an administrator. Who has not confirmed the account is invited anew, at the new one. Who signs in
 * by the old one gets a link there by which the new one becomes theirs: until then it is only said to be.
 * @throws {DispatchError} 2300 when an invitation was sent anew within the minute
 */
async function doChangeAddress(
  tx: Tx,
  organization: Organization,
  administrator: Pick<AdministratorRow, 'id' | 'personId' | 'name' | 'email' | 'isActive'>,
  publicUrl: string,
): Promise<void> {
  const { personId, email, isActive } = administrator;
  await doNameEmail(tx, organization.id, personId, email);
  if (!isActive) {
    const key = keyOfResent(tx, administrator.id);
    if (!(await doInviteAdministrator(tx, organization, administrator, publicUrl, key))) throw resentTooSoon();
    return;
  }
  const person = (await loadPerson(tx, organization.id, personId))!;
  const signsInByIt = person.email !== null && emailKeyOf(person.email) === emailKeyOf(email);
  if (!signsInByIt) await doAskForProof(tx, organization, person, email, publicUrl);
}

/**
 * Completes an administrator's registration: whoever opened the link reads mail at the address. Where somebody of the
 * organization has proven the same address, it is them, and the password that they have stays.
 * @param passwordHash null: they sign in by a provider
 * @returns the administrator's ID, and whether the password given counts; undefined when the account was confirmed before
 */
export async function doActivateAdministrator(
  tx: Tx,
  personId: string,
  passwordHash: string | null,
): Promise<{ id: string; isPasswordSet: boolean } | undefined> {
  const { organizationId } = tx;

  // Two who prove one address wait for each other here.
  await tx.position();
  const administrator = await activate(tx, personId);
  if (!administrator) return undefined;
  const { id, email } = administrator;
  tx.audit({ organizationId, action: 'administrator.joined', object: { kind: 'administrator', id, name: email } });
  emitChange(tx, 'administratorActivated', { id }, { state: true });
  const owner = await loadVerifiedPerson(tx, organizationId, email);
  const isOther = owner !== undefined && owner.id !== administrator.personId;
  const joins = isOther && !(await findAdministratorOfPerson(tx, owner.id));
  if (joins) {
    await updatePersonOfAdministrator(tx, administrator.personId, owner.id);
    await doReleasePerson(tx, organizationId, administrator.personId);
  }
  const person = { organizationId, id: joins ? owner.id : administrator.personId };
  if (!joins) await doSetEmail(tx, person, email, true);
  const before = joins ? owner.passwordHash : null;
  const isPasswordSet =
    passwordHash !== null && before === null && (await doChangePassword(tx, person, { before, after: passwordHash }));
  await doEndSessionsWithoutFactor(tx, organizationId, person.id);
  return { id, isPasswordSet };
}

/**
 * Takes the invitation of an administrator back who has not confirmed the account: its link opens nothing any more.
 * @throws {DispatchError} 1000 for one who has
 */
export async function doEndAdministratorInvitation(tx: Tx, row: AdministratorRow): Promise<void> {
  if (row.isActive) throw invalidValue('This administrator has already confirmed the account and needs no invitation.');
  const { organizationId, personId } = row;
  await doEndPersonTokens(tx, { organizationId, personId, purpose: 'join' });
}

/**
 * Makes an API key of an administrator, which does what the organization's does, or only reads.
 * @throws {DispatchError} 1402 when nobody has this e-mail address
 */
export async function doCreateAdministratorKey(
  tx: Tx,
  email: string,
  label: string,
): Promise<{ id: string; key: string }> {
  const { organizationId } = tx;

  const administratorId = await findAdministratorIdByEmail(tx, email);
  if (!administratorId) throw notFound(`No administrator has the address ${email}.`);
  const [subject] = await accessAdministrators(tx, [administratorId]);
  return createCredential(tx, { organizationId, kind: 'administrator', subject: subject!, label });
}

/**
 * Deletes an administrator and makes their keys useless.
 * @throws {DispatchError} 1000 for the super administrator and for the only manager of a team (spec: dispatch 4)
 */
export async function doDeleteAdministrator(tx: Tx, row: AdministratorRow, by: ActionContext): Promise<void> {
  if (row.type === 'super') throw invalidValue('The super administrator cannot be deleted.');
  await doSetTeamsOfManager(tx, row.id, [], by);
  await deleteAdministrator(tx, row.id);
  await doReleasePerson(tx, row.organizationId, row.personId);
  await revokeCredentialsOf(tx, row.organizationId, 'administrator', row.id);
  const { id, teams } = row;
  tx.audit({
    organizationId: row.organizationId,
    action: 'administrator.deleted',
    object: objectOf(row),
    details: changesBetween<AdministratorRow>(row, undefined, AUDITED),
  });
  emitChange(tx, 'administratorDeleted', { id, teams }, { state: true });
}
