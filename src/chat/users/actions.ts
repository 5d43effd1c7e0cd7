import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { UserId } from '../../platform/ids.ts';
import type { Role } from '../http/caller.ts';

export interface NewUser {
  organizationId: string;
  email: string;
  fullName: string;
  role: Role;
  /** In the form of `hashPassword`; null: no sign-in by password. */
  passwordHash: string | null;
  /** 1 to 4 for bots. */
  botType: number | null;
  botOwnerId: number | null;
}

/** Makes an account. Its API key is made apart (`createCredential`). */
export async function doCreateUser(tx: Tx, user: NewUser): Promise<UserId> {
  const position = await tx.position(user.organizationId);
  const created = await tx.first(sql<{ id: UserId }>`
    insert into chat.users (organization_id, email, full_name, role, password_hash, bot_type, bot_owner_id, date_joined, first_message_id)
    values (${user.organizationId}, ${user.email}, ${user.fullName}, ${user.role}, ${user.passwordHash}, ${user.botType},
      ${user.botOwnerId}, ${tx.now}, ${position.messageId})
    returning id`);
  tx.emit({
    organizationId: user.organizationId,
    part: 'chat',
    kind: 'realm_user_add',
    audience: ['organization'],
    payload: { user_id: created!.id },
    state: true,
  });
  return created!.id;
}
