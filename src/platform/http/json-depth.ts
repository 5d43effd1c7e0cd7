/** Deepest nesting of arrays and objects in a request. Deeper JSON has no use here and costs stack. */
const MAX_DEPTH = 64;

/** JSON that is nested more deeply than is taken. */
export class NestingError extends SyntaxError {}

/** `JSON.parse` that refuses absurd nesting. @throws {SyntaxError}, {@link NestingError} */
export function parseJson(text: string): unknown {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_DEPTH) throw new NestingError(`JSON is nested more than ${MAX_DEPTH} deep`);
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return JSON.parse(text);
}
