import type { CustomValue } from '../custom-fields/value.ts';
import type { Location } from '../geography/location.ts';
import type { ActionContext } from '../http/caller.ts';
import type { Metadata } from '../metadata/metadata.ts';

/** Conditions of a task's completion (clients.md D.2). */
export interface Requirements {
  signature: boolean;
  photo: boolean;
  notes: boolean;
  minimumAge: number;
  /** Whether the recipient has to say a PIN. */
  pin: boolean;
}

/** A code that a task asks for. */
export interface Barcode {
  /** Content of the code as text (base64 in the API); absent: any code is accepted. */
  data?: string;
  blockCompletion: boolean;
}

/** Method and place of a scan, as far as the device reported them. */
export interface BarcodeScan {
  /** Content of the code as text. */
  data: string;
  symbology: string;
  /** Milliseconds since 1970, by the device's clock. */
  at: number | null;
  location: Location | null;
}

export interface AdditionalQuantities {
  quantityA: number;
  quantityB: number;
  quantityC: number;
}

/** A proof that a device has, or had, and could not send. */
export interface UnavailableAttachment {
  attachmentType: 'PHOTO' | 'SIGNATURE';
  /** As the device calls it. */
  attachmentId: string;
}

/** The completion of a task, as reported. */
export interface Completion {
  success: boolean;
  notes: string;
  failureReason: string;
  failureNotes: string;
  /** Worker's positions at start and end: [longitude, latitude], or empty. */
  firstLocation: number[];
  lastLocation: number[];
  /** Metres that the worker went from the start on, by the positions that were there at the completion. */
  distance?: number;
  /** IDs of uploads. */
  photos?: string[];
  signature?: string | null;
  /** Proofs that the device could not send. */
  unavailable?: UnavailableAttachment[];
  /** Contents of the barcodes that the worker scanned. */
  barcodes?: string[];
  /** Scans for which the device reported details. */
  scans?: BarcodeScan[];
  /** Years: the recipient's age by a document that the worker has seen, or a lower bound of it. */
  verifiedAge?: number | null;
  /** Whether the PIN that was asked for was said. */
  isPinRight?: boolean;
  /** Author of the completion. */
  by?: ActionContext;
}

/** A completion that a worker reported and that could not be carried out: it came too late, or its PIN was wrong. Times are milliseconds since 1970. */
export interface StoredReport extends Completion {
  id: string;
  workerId: string;
  actionId: string | null;
  /** By the device's clock. */
  at: number;
  receivedAt: number;
  /** It was not carried out because of its PIN. */
  wrongPin?: boolean;
}

/** The values that a creation sets and an update may change. */
export interface TaskValues {
  merchant: string;
  executor: string;
  destinationId: string;
  lon: number;
  lat: number;
  recipientId: string | null;
  completeAfter: Date | null;
  completeBefore: Date | null;
  pickupTask: boolean;
  notes: string;
  quantity: number;
  additionalQuantities: AdditionalQuantities;
  serviceTime: number;
  recipientName: string | null;
  recipientNotes: string | null;
  recipientSkipSms: boolean | null;
  requirements: Requirements;
  scanOnlyRequiredBarcodes: boolean;
  barcodes: Barcode[];
  triangleColor: number | null;
  metadata: Metadata[];
  /** The task template that it is under. */
  customFieldGroup: string | null;
  customFields: CustomValue[];
  orderShortId: string | null;
  /** Skills that a worker needs for the task. */
  skills: string[];
}

/** A recipient's feedback on a delivery. */
export interface Feedback {
  /** Stars, 1 to 5. */
  rating: number;
  comments: string;
  /** Milliseconds since 1970. */
  time: number;
}

/** A recipient's message to the driver. */
export interface RecipientMessage {
  text: string;
  /** Milliseconds since 1970. */
  time: number;
}

export interface TaskRow extends TaskValues {
  organizationId: string;
  id: string;
  shortId: string;
  seq: number;
  createdAt: Date;
  modifiedAt: Date;
  /** Number of changes. */
  version: number;
  state: number;
  containerId: string;
  position: number | null;
  workerId: string | null;
  creator: string;
  sourceTaskId: string | null;
  routePlanId: string | null;
  didAutoAssign: boolean | null;
  startedAt: Date | null;
  /** Worker's position at the start. */
  startLocation: Location | null;
  /** Time at which the worker reported the arrival. */
  arrivedAt: Date | null;
  arrivalLocation: Location | null;
  completedAt: Date | null;
  completion: Completion | null;
  completionReports: StoredReport[];
  /** Number of wrong attempts since the PIN was created. */
  wrongPins: number;
  trackingToken: string;
  trackingViewed: boolean;
  feedback: Feedback[];
  recipientMessage: RecipientMessage | null;
  /** The organization that had it created, where another one executes it, and that one's own destination and recipient. */
  orderedBy: string | null;
  orderedDestinationId: string | null;
  orderedRecipientId: string | null;
}
