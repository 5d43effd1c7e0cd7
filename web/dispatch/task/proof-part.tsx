import { Facts } from '../../shared/ui/facts.tsx';
import { codeOf } from '../../store/driver/barcodes.ts';
import type { Task } from '../../store/wire/dispatch.ts';
import { SheetPart } from '../shell/sheet.tsx';
import { words } from '../texts/index.ts';
import { ProofPictures } from './proof-pictures.tsx';

/** Proofs of a task: pictures, the signature, scans. Empty for a task without any. */
export function ProofPart({ task }: { task: Task }) {
  const { photoUploadIds, signatureUploadId, verifiedAge } = task.completionDetails;
  const captured = task.barcodes?.captured ?? [];
  const isEmpty = !photoUploadIds?.length && !signatureUploadId && captured.length === 0 && verifiedAge === undefined;
  if (isEmpty) return null;
  return (
    <SheetPart title={words.proof.title}>
      <ProofPictures of={task.completionDetails} />
      <Facts
        of={[
          [words.fields.barcodes, captured.map(({ data }) => codeOf(data)).join(', ')],
          [words.proof.age, verifiedAge],
        ]}
      />
    </SheetPart>
  );
}
