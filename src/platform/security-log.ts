import type { Logger } from 'pino';

/**
 * Reason for refusing a request: the caller lacks a right; it would use a browser's session but does not come from our
 * own pages; its signature is wrong; its address leads out of its folder.
 */
export type RefusedFor = 'no right' | 'foreign page' | 'bad signature' | 'path outside';

/** Place of a sign-in: one of the APIs, a browser, or `/mcp`. */
export type SignInApi = 'chat' | 'dispatch' | 'session' | 'assistant';

/** Security events for operators. Fields are IDs and network addresses; never a typed password, key or name. */
export type SecurityEvent =
  | {
      event: 'sign_in';
      api: SignInApi;
      organization: string;
      /** The user or worker. */
      subject: string;
      address: string;
    }
  | {
      event: 'sign_in_refused';
      api: SignInApi;
      reason: 'wrong password' | 'wrong code' | 'wrong key' | 'no account' | 'deactivated' | 'too many wrong ones';
      address: string;
      /** Accounts of the name that was given: `ORGANIZATION/SUBJECT`. */
      accounts?: readonly string[];
    }
  | {
      /** The author of the request is included as far as it was known. */
      event: 'request_refused';
      reason: RefusedFor;
      api?: string;
      operation?: string;
      organization?: string;
      /** Kind of a key, or a person for a browser's session. */
      kind?: string;
      subject?: string | null;
      key?: string;
      address: string;
      request: string;
      /** More of this minute are left out. */
      silentAfter?: boolean;
    }
  | {
      /** A link that signs a worker's phone in; `by` made it: an administrator, or the organization's own key. */
      event: 'sign_in_link_made';
      organization: string;
      subject: string;
      by: string;
    }
  | {
      event: 'password_changed';
      organization: string;
      /** The person. */
      subject: string;
    }
  | {
      /** By a command: the organization is shut; all of it is gone; all of it was written out. */
      event: 'organization_deletion_begun' | 'organization_deleted' | 'organization_exported';
      organization: string;
    }
  | {
      /** By a command: all that is kept of one person was written out; `subject` is an account of theirs. */
      event: 'person_exported';
      organization: string;
      subject: string;
    }
  | { event: 'key_made'; organization: string; key: string; kind: string; subject: string | null }
  | {
      event: 'key_revoked';
      organization: string;
      /** One key, or all that were in use of a subject. */
      key?: string;
      kind?: string;
      subject?: string;
      /** Number of keys. */
      keys: number;
    }
  | {
      /** Shown to `by`, an owner, who said why; or changed: begun, confirmed, cancelled. */
      event: 'webhook_secret_shown' | 'webhook_secret_changed';
      organization: string;
      by: string;
      reason?: string;
      step?: 'begin' | 'confirm' | 'cancel';
    }
  | {
      /** Done by an administrator to somebody else: all their browsers signed out, one of them, a link for a new password sent. */
      event: 'sessions_ended' | 'session_ended' | 'reset_link_sent';
      organization: string;
      subject: string;
      by: string;
    }
  | {
      /** The data of an organization is written out; asked for by `subject`. */
      event: 'export';
      organization: string;
      subject: string;
      export: string;
      exportType: number;
    }
  | {
      event: 'role_changed';
      api: 'chat' | 'dispatch';
      organization: string;
      subject: string;
      from: string;
      to: string;
      /** Author of the change; undefined: a command, or the organization's own key. */
      by?: string;
    };

/** Writes one line at `info`. Of what a transaction does it is written after the commit (`Tx.logAtCommit`). */
export function logSecurityEvent(log: Logger, event: SecurityEvent): void {
  log.info({ security: event }, `security: ${event.event.replaceAll('_', ' ')}`);
}
