/*
 * Requirements of a task that a completion must meet. A driver who has left the door cannot get a signature any more, so
 * the phone and the server check by the same rules. Only the server knows whether a PIN is right (docs/decisions/0091-pins.md).
 */

/** A barcode that a task asks for. */
export interface AskedBarcode {
  /** Text in the code; undefined: any code will do. */
  data?: string | undefined;
  /** Whether the task cannot be completed without it. */
  blockCompletion: boolean;
}

/** What a task requires of a successful completion. */
export interface RequiredProof {
  requirements: { signature: boolean; photo: boolean; notes: boolean; minimumAge: number; pin: boolean };
  barcodes: readonly AskedBarcode[];
}

/** What a completion brings. */
export interface GivenProof {
  hasSignature: boolean;
  photos: number;
  notes: string;
  /** Years. */
  verifiedAge: number;
  hasPin: boolean;
  /** Texts of the codes that were scanned. */
  barcodes: readonly string[];
}

/** One requirement that a completion does not meet. */
export type MissingProof =
  | { kind: 'signature' | 'photo' | 'notes' | 'pin' }
  | { kind: 'age'; years: number }
  /** `code` is undefined if any code will do. */
  | { kind: 'barcode'; code: string | undefined };

/** Whether a task asks for a code. */
export function isAskedFor(asked: readonly AskedBarcode[], code: string): boolean {
  return asked.some(({ data }) => data === undefined || data === code);
}

/** Whether an asked barcode was scanned. */
export function isScanned({ data }: AskedBarcode, scanned: readonly string[]): boolean {
  return data === undefined ? scanned.length > 0 : scanned.includes(data);
}

/** Scanned codes that the task does not ask for, if it takes only those that it asks for. */
export function foreignCodes(
  task: { scanOnlyRequiredBarcodes: boolean; barcodes: readonly AskedBarcode[] },
  scanned: readonly string[],
): string[] {
  return task.scanOnlyRequiredBarcodes ? scanned.filter((code) => !isAskedFor(task.barcodes, code)) : [];
}

/** Requirements that a successful completion does not meet. */
export function missingProof({ requirements, barcodes: asked }: RequiredProof, proof: GivenProof): MissingProof[] {
  const { signature, photo, notes, minimumAge, pin } = requirements;
  const unscanned = asked.filter((one) => one.blockCompletion && !isScanned(one, proof.barcodes));
  return [
    ...(signature && !proof.hasSignature ? [{ kind: 'signature' } as const] : []),
    ...(photo && proof.photos === 0 ? [{ kind: 'photo' } as const] : []),
    ...(notes && proof.notes.trim() === '' ? [{ kind: 'notes' } as const] : []),
    ...(minimumAge > 0 && proof.verifiedAge < minimumAge ? [{ kind: 'age', years: minimumAge } as const] : []),
    ...(pin && !proof.hasPin ? [{ kind: 'pin' } as const] : []),
    ...unscanned.map(({ data }) => ({ kind: 'barcode', code: data }) as const),
  ];
}
