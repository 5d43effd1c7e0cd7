import { renderPlain } from './plain.ts';
import { renderFully } from './render.ts';
import type { MentionDirectory, Rendered, RenderOptions } from './types.ts';

export { findReferences } from './references.ts';
export { topicLinks } from './topic-links.ts';
export type { MentionDirectory, References, Rendered, RenderOptions } from './types.ts';

/** Markdown to HTML. Names become mentions and links as far as the directory holds them; see `findReferences`. */
export function renderMessage(content: string, directory: MentionDirectory, options?: RenderOptions): Rendered {
  return renderPlain(content) ?? renderFully(content, directory, options);
}
