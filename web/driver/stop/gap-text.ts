import type { CompletionGap } from '../../store/driver/requirements.ts';
import { stopWords } from './texts/index.ts';

/** Returns the sentence for what a completion lacks. */
export function gapText(gap: CompletionGap): string {
  const words = stopWords.gap;
  switch (gap.kind) {
    case 'age':
      return words.age({ years: gap.years });
    case 'barcode':
      return gap.code === undefined ? words.barcode : words.oneBarcode({ code: gap.code });
    case 'foreign barcode':
      return words.foreignBarcode({ code: gap.code });
    case 'field':
      return gap.problem === 'not yours' ? words.notYours : words[gap.problem];
    default:
      return words[gap.kind];
  }
}
