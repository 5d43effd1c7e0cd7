import type { PlainTx } from '../../db/tx.ts';
import type { SpooledFile } from '../spool.ts';

/** Metadata that a client sends with a new upload. */
export type UploadMetadata = Record<string, string | null>;

/** A file that comes in parts, over several requests. */
export interface ResumableUpload {
  organizationId: string;
  /** In its address; also the ID of the file that keeps its parts. */
  id: string;
  /** Whoever began it: nobody else reaches it. */
  owner: string;
  metadata: UploadMetadata;
  /** Bytes that are to come in all. */
  size: number;
  /** Bytes that are kept. */
  received: number;
  createdAt: Date;
  /** Result in the words of its API; null: not complete yet. */
  result: string | null;
}

export type ResumableKey = Pick<ResumableUpload, 'organizationId' | 'id'>;

/**
 * Says what an upload became, in the transaction that makes it so; its parts are gone with the commit.
 * @throws when somebody else finished it before, or it is gone
 */
export type FinishUpload = (tx: PlainTx, result: string) => Promise<void>;

/** Intake of an API for the files of one caller that arrive in parts. */
export interface ResumableIntake {
  organizationId: string;
  /** As `ResumableUpload` has it; two APIs never have the same. */
  owner: string;
  /** @throws the API's refusal of a file, by what is said of it at its beginning */
  checkMetadata(metadata: UploadMetadata): void;
  /** @throws when the caller may no longer upload: bytes take their time */
  checkCaller(): Promise<void>;
  /**
   * Checks a file that has come whole, and makes of it what it is for.
   * @throws the API's refusal
   */
  take(file: SpooledFile, upload: ResumableUpload, finish: FinishUpload): Promise<void>;
  /** The body of the last answer. */
  present(upload: ResumableUpload): string;
  /** A refusal of what the client sent. */
  refuse(text: string): Error;
  /** The refusal when the organization's files have no room left. */
  refuseQuota(): Error;
  /** Whether a refusal stays one however often the last part comes: then nothing of the upload is kept. */
  isFinal(error: unknown): boolean;
}
