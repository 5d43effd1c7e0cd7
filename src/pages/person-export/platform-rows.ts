import { sql } from '../../platform/db/sql.ts';
import { auditedAs, keyOwnersOf } from '../erasure/self.ts';
import { DERIVED, type Exported, isIn, isOf, NOBODYS, type PersonRows } from './person-rows.ts';

const OBJECT = ['object_kind', 'object_id'];
const DIGESTS = 'is of digests, of which nobody can read an account or a network';

/** Returns the data of a person below both sides: sign-ins, messages to them, and actions by and on them. */
export function platformRows({ organizationId, self }: Exported): PersonRows {
  const { personIds, userIds, dispatch, emails, phones } = self;
  const ofPerson = isIn('person_id', personIds);
  const accounts = keyOwnersOf(self).map(({ kind, id }) => `${kind} ${id}`);
  const audited = auditedAs(self);
  const owners = [...userIds.map((id) => `user ${id}`), ...dispatch.workerIds.map((id) => `worker ${id}`)];
  const ofOwnKey = sql`exists (select from platform.credentials c where c.organization_id = t.organization_id
    and c.id = t.credential_id and c.kind || ' ' || c.subject = any(${accounts}::text[]))`;
  return {
    'bridge.administrator_users': [{ where: isIn('administrator_id', dispatch.administratorIds) }],
    'bridge.commands': [{ where: isOf('sender_id', userIds) }],
    'bridge.conversations': NOBODYS,
    'bridge.driver_users': [{ where: isIn('worker_id', dispatch.workerIds) }],
    'bridge.posts': DERIVED,
    'bridge.questions': DERIVED,
    'bridge.task_channels': NOBODYS,
    'platform.assistant_keys': [{ where: ofOwnKey }],
    'platform.audit_log': [
      {
        where: sql`t.actor_kind || ' ' || t.actor_id = any(${audited}::text[])`,
        only: ['id', 'at', 'actor_kind', 'actor_id', 'actor_name', 'action', ...OBJECT, 'address', 'client'],
        as: 'actor',
      },
      {
        // By whom, and from where, is theirs.
        where: sql`t.object_kind || ' ' || t.object_id = any(${audited}::text[])`,
        only: ['id', 'at', 'actor_kind', 'action', ...OBJECT, 'object_name', 'details'],
        as: 'object',
      },
    ],
    'platform.backups': NOBODYS,
    'platform.cell': NOBODYS,
    'platform.credentials': [{ where: sql`t.kind || ' ' || t.subject = any(${accounts}::text[])` }],
    'platform.erasures': 'is sealed, and of whoever is being erased',
    'platform.event_log': `${DERIVED}; up to 22 days`,
    'platform.failed_attempts': DIGESTS,
    'platform.file_usage': NOBODYS,
    'platform.files': 'is how large files are; the files are where they are referred to',
    'platform.first_run_codes': NOBODYS,
    'platform.hosts': NOBODYS,
    'platform.idempotent_answers': 'is sealed; a day',
    'platform.known_addresses': DIGESTS,
    'platform.log_cursors': NOBODYS,
    'platform.log_heads': NOBODYS,
    'platform.move_changes': `${DERIVED}; while the organization moves`,
    'platform.openid_links': [{ where: ofPerson }],
    'platform.openid_returns': DIGESTS,
    'platform.organizations': [
      {
        where: sql`t.id = ${organizationId} and lower(t.email) = any(${emails}::text[])`,
        only: ['id', 'name', 'email'],
        as: 'contact',
      },
    ],
    'platform.outbox': [
      {
        where: sql`lower(t.recipient) = any(${[...emails, ...phones]}::text[])`,
        only: ['id', 'channel', 'recipient', 'subject', 'created_at', 'sent_at', 'state', 'sender', 'segments'],
      },
    ],
    'platform.people': [{ where: isIn('id', personIds) }],
    'platform.person_tokens': [{ where: ofPerson }],
    'platform.planned_writes': `${DERIVED}; ten minutes`,
    'platform.processes': NOBODYS,
    'platform.push_subscriptions': [{ where: ofOwnKey }],
    'platform.resumable_upload_parts': DERIVED,
    'platform.import_runs': NOBODYS,
    'platform.organization_imports': NOBODYS,
    'platform.organization_moves': NOBODYS,
    'platform.resumable_uploads': [
      { where: isIn('owner', owners), only: ['metadata', 'size', 'received', 'created_at'] },
    ],
    'platform.sealed_secrets': 'is secrets',
    'platform.sealing_check': NOBODYS,
    'platform.sms_days': NOBODYS,
    'platform.sms_inbound': [{ where: isIn('phone', phones) }],
    'platform.sms_opt_outs': [{ where: isIn('phone', phones) }],
    'platform.sms_settings': NOBODYS,
  };
}
