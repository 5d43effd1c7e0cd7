import { isIndex, isText, type ReadChange } from './widget-change.ts';

export interface PollOption {
  /** Name of it in votes. */
  key: string;
  text: string;
  /** In the order of their votes. */
  voterIds: readonly number[];
}

export interface Poll {
  kind: 'poll';
  question: string;
  options: readonly PollOption[];
  /** By person, the number of the next option that they add. */
  nextIndexes: ReadonlyMap<number, number>;
}

/** Options of the poll's own text have this in the place of a person. */
const CANNED = 'canned';

/**
 * Returns a poll as it is after the changes, in their order. What does not fit is left out, as other clients do: votes for
 * options that are not there, an option that is there already, a question by somebody who is not the author.
 * @returns undefined if it is no poll
 */
export function pollOf(
  given: Readonly<Record<string, unknown>>,
  changes: readonly ReadChange[],
  authorId: number,
): Poll | undefined {
  const { question: asked = '', options: offered = [] } = given;
  if (!isText(asked) || !Array.isArray(offered) || !offered.every(isText)) return undefined;
  let question = asked;
  const options = new Map<string, { text: string; voters: Set<number> }>();
  const texts = new Set<string>();
  const nextIndexes = new Map<number, number>();
  const add = (owner: number | typeof CANNED, index: unknown, text: unknown) => {
    if (!isIndex(index) || !isText(text)) return;
    if (owner !== CANNED) nextIndexes.set(owner, Math.max(nextIndexes.get(owner) ?? 0, index + 1));
    const key = `${owner},${index}`;
    if (texts.has(text) || options.has(key)) return;
    texts.add(text);
    options.set(key, { text, voters: new Set() });
  };
  for (const [index, text] of offered.entries()) add(CANNED, index, text);
  for (const { senderId, fields } of changes) {
    const voters = isText(fields.key) ? options.get(fields.key)?.voters : undefined;
    if (fields.type === 'new_option') add(senderId, fields.idx, fields.option);
    else if (fields.type === 'vote' && fields.vote === 1) voters?.add(senderId);
    else if (fields.type === 'vote' && fields.vote === -1) voters?.delete(senderId);
    else if (fields.type === 'question' && senderId === authorId && isText(fields.question)) question = fields.question;
  }
  return {
    ...{ kind: 'poll', question, nextIndexes },
    options: [...options].map(([key, { text, voters }]) => ({ key, text, voterIds: [...voters] })),
  };
}
