import type { RenderEnv } from './env.ts';
import { parser } from './parser.ts';
import type { MentionDirectory, Rendered, RenderOptions } from './types.ts';
import { HtmlWriter } from './write-html.ts';

/** The whole way, for any text. */
export function renderFully(content: string, directory: MentionDirectory, options: RenderOptions = {}): Rendered {
  const env: RenderEnv = { directory, options };
  const tokens = parser.parse(content.toWellFormed(), env);
  const writer = new HtmlWriter(content, options);
  writer.writeBlocks(tokens);
  const oneParagraph = tokens.length === 3 && tokens[0]!.type === 'paragraph_open';
  return writer.result(oneParagraph && /^\/me \s*\S/.test(content));
}
