import { Button } from '../../shared/ui/button.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { stopWords as words } from './texts/index.ts';

/** Proofs that a driver may add although nobody asked. */
export type OptionalProof = 'photo' | 'signature' | 'barcode' | 'note';

const ICONS: Record<OptionalProof, IconName> = {
  photo: 'camera',
  signature: 'pen-line',
  barcode: 'scan-barcode',
  note: 'file-text',
};

interface AddPartsProps {
  proofs: readonly OptionalProof[];
  onAdd(proof: OptionalProof): void;
}

/** One button for each proof that the stop does not ask for: its form opens at a touch. */
export function AddParts({ proofs, onAdd }: AddPartsProps) {
  if (proofs.length === 0) return null;
  return (
    <section class="stop-add" aria-label={words.add.title}>
      <h2 class="stop-add-title">{words.add.title}</h2>
      {proofs.map((proof) => (
        <Button key={proof} kind="quiet" icon={ICONS[proof]} onClick={() => onAdd(proof)}>
          {words.add[proof]}
        </Button>
      ))}
    </section>
  );
}
