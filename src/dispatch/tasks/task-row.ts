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
  /** What is in the code, as text (on the wire it is base64); absent: any code will do. */
  data?: string;
  blockCompletion: boolean;
}

/** How and where a code was scanned, as far as the device said. */
export interface BarcodeScan {
  /** What is in the code, as text. */
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
  /** Where the worker was at the start and at the end: [longitude, latitude], or empty. */
  firstLocation: number[];
  lastLocation: number[];
  /** Metres that the worker went from the start on, by the positions that were there at the completion. */
  distance?: number;
  /** IDs of uploads. */
  photos?: string[];
  signature?: string | null;
  /** Proofs that the device could not send. */
  unavailable?: UnavailableAttachment[];
  /** What was in the barcodes that the worker scanned. */
  barcodes?: string[];
  /** Of those of which the device told more. */
  scans?: BarcodeScan[];
  /** Years: the recipient's age by a document that the worker has seen, or a lower bound of it. */
  verifiedAge?: number | null;
  /** Whether the PIN that was asked for was said. */
  isPinRight?: boolean;
  /** Who completed it. */
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
  /** What a worker must be able to do for it. */
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
  /** How often it was changed. */
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
  /** Where the worker was at the start. */
  startLocation: Location | null;
  /** When the worker said to be there. */
  arrivedAt: Date | null;
  arrivalLocation: Location | null;
  completedAt: Date | null;
  completion: Completion | null;
  completionReports: StoredReport[];
  /** How often the PIN was wrong since it was made. */
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
