/** Faces made of punctuation and the emoji that they become for whoever wants it (setting `translate_emoticons`). */
const EMOTICONS: Readonly<Record<string, string>> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'expressionless',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':P': 'stuck_out_tongue',
  ':p': 'stuck_out_tongue',
  ':O': 'open_mouth',
  ':o': 'open_mouth',
};

const EMOTICON = /(?<!\S)(?::[)(|/DPpOo]|\(:|;\)|<3)(?=[.,;!?]{0,3}(?:\s|$))/g;

/**
 * Finds the emoticons of a text, each a word of its own (optionally at the end of its sentence), with the name of the
 * emoji.
 */
export function* findEmoticons(text: string): Generator<{ start: number; end: number; name: string }> {
  for (const { 0: found, index } of text.matchAll(EMOTICON)) {
    yield { start: index, end: index + found.length, name: EMOTICONS[found]! };
  }
}
