import type { ActionRefusal } from '../outbox/outbox.ts';

/** A picture that belongs to an action; its bytes lie beside it. */
export interface ActionFile {
  id: string;
  kind: 'photo' | 'signature';
  /** Bytes. */
  size: number;
  /** URL of its started upload, to resume after an interruption. */
  uploadUrl?: string | undefined;
  /** Server's ID of the complete upload. */
  uploadId?: string | undefined;
  /** The browser has lost its bytes: dispatch is told that there was one. */
  isLost?: boolean | undefined;
}

/** Method and time of a camera scan. */
export interface Scan {
  data: string;
  /** As the API has it: `CODE39`. */
  symbology: string;
  /** By the phone's clock. */
  time: number;
}

/** Driver's report about a completed or failed task. */
export interface Completion {
  success: boolean;
  notes?: string;
  failureReason?: string;
  failureNotes?: string;
  barcodes?: readonly string[];
  scans?: readonly Scan[];
  verifiedAge?: number;
  /** As the recipient has said it; only the server knows whether it is right. */
  pin?: string;
  customFields?: readonly { key: string; value: unknown }[];
}

/** Action of a driver. */
export type DriverAction =
  | { kind: 'start' | 'arrive' | 'take'; taskId: string }
  | { kind: 'complete'; taskId: string; completion: Completion }
  | { kind: 'message'; taskId: string; text: string }
  | { kind: 'duty'; onDuty: boolean };

/** Why an action was not accepted. */
export interface DriverRefusal extends ActionRefusal {
  /** Dispatch was quicker (the task is somebody else's, or was completed there): nothing that follows is held up by it. */
  isOverruled: boolean;
  /** Dispatch has it all the same, as a report on the task. */
  isReported: boolean;
  /** That is why: its PIN was wrong. Absent in what an earlier version of the app has left. */
  isWrongPin?: boolean;
}

/**
 * Something that a driver did, kept on the phone until the server has answered. It has happened, so it is never given up by
 * itself.
 *
 *   saved → sent
 *         ↘ refused → saved (tried again) or gone (dropped by the driver)
 */
export interface QueuedAction {
  /** Given on the phone; the server does an action of one ID once. */
  id: string;
  /** The order in which things were done. */
  seq: number;
  action: DriverAction;
  /** By the phone's clock. */
  madeAt: number;
  location?: readonly [lon: number, lat: number] | undefined;
  /** Short description of the subject, for when the task is no longer on the phone. */
  title: string;
  files: readonly ActionFile[];
  stage: 'saved' | 'sent' | 'refused';
  /** Milliseconds by which the phone's clock was ahead of the server's then; absent in what earlier versions wrote. */
  clockAhead?: number | undefined;
  /** Time of the server's answer by the phone's clock. */
  answeredAt?: number | undefined;
  refusal?: DriverRefusal | undefined;
}

/** The version of what is written on the phone: an app of another version reads it too (V6). */
const ACTION_FORMAT = 1;

/** An action as it lies on the phone, where what the driver did has the name that it had first. */
export interface StoredAction {
  format: number;
  action: Omit<QueuedAction, 'seq' | 'action'> & { deed: DriverAction };
}

/** Returns an action as it is written on the phone. */
export function storedAction({ action: deed, ...rest }: Omit<QueuedAction, 'seq'>): StoredAction {
  return { format: ACTION_FORMAT, action: { ...rest, deed } };
}

/** Reads an action that this version of the app or another one has written. */
export function readStoredAction({ action: { deed: action, ...rest } }: StoredAction, seq: number): QueuedAction {
  return { ...rest, action, seq };
}

/** The task that an action is about; undefined of duty. */
export function taskOf({ action }: Pick<QueuedAction, 'action'>): string | undefined {
  return action.kind === 'duty' ? undefined : action.taskId;
}
