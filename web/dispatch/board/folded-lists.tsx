import { Button } from '../../shared/ui/button.tsx';
import { useAddress } from '../data/address.ts';
import { words } from '../texts/index.ts';

interface FoldedProps {
  /** Number of lists without a match. */
  folded: number;
  isUnfolded: boolean;
  onUnfold(isUnfolded: boolean): void;
  /** Number of workers without tasks who are off duty and not shown. */
  offDuty: number;
}

/** Lists that the board does not show, and how to show them: nobody is invisible without a word. */
export function FoldedLists({ folded, isUnfolded, onUnfold, offDuty }: FoldedProps) {
  const [, change] = useAddress();
  if (folded === 0 && offDuty === 0) return null;
  return (
    <div class="board-folded">
      {folded > 0 && (
        <p>
          {words.board.folded({ count: folded })}
          <Button kind="quiet" size="small" onClick={() => onUnfold(!isUnfolded)}>
            {isUnfolded ? words.board.fold : words.board.unfold}
          </Button>
        </p>
      )}
      {offDuty > 0 && (
        <p>
          {words.board.offDuty({ count: offDuty })}
          <Button kind="quiet" size="small" onClick={() => change({ everybody: '1' })}>
            {words.board.unfold}
          </Button>
        </p>
      )}
    </div>
  );
}
