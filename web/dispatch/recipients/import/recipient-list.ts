import {
  guessRecipientMeanings,
  type RecipientMeaning,
  readRecipientLine,
  recipientMeanings,
} from '../../../../rules/recipient-lines.ts';
import type { ListOfPeople } from '../../people-import/people-list.ts';
import { tableWords } from '../../table/texts/index.ts';
import { recipientWords } from '../texts/index.ts';

/** Lists of recipients. */
export function recipientList(): ListOfPeople<RecipientMeaning> {
  const words = recipientWords.import;
  const { problems: sentences } = tableWords.bring;
  return {
    ...{ words, person: recipientWords.recipient, path: '/api/v2/recipients/batch', member: 'recipients' },
    ...{ checkedAtOnce: 500, sentAtOnce: 250, guess: guessRecipientMeanings },
    meanings: recipientMeanings.map((value) => ({ value, name: words.meanings[value] })),
    read(cells, meanings) {
      const { recipient, problems } = readRecipientLine(cells, meanings);
      const reasons = problems.map(({ kind, text }) => {
        if (kind === 'language') return words.problems.language({ text });
        return kind === 'yesNo' ? sentences.yesNo({ text }) : sentences[kind];
      });
      return { person: recipient, problems: reasons };
    },
    nameOfField: (field) => words.fields[field as keyof typeof words.fields] ?? field,
  };
}
