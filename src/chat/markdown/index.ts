import { renderPlain } from './plain.ts';
import { renderFully } from './render.ts';
import type { MentionDirectory, Rendered, RenderOptions } from './types.ts';

export { findReferences } from './references.ts';
export { type TopicLink, topicLinks } from './topic-links.ts';
export type { Linkifier, MentionDirectory, References, Rendered, RenderOptions } from './types.ts';
export { PLACEHOLDER_PICTURE, replacePlaceholder, type UploadPreview } from './write-preview.ts';
export { appendSite, type SiteFacts } from './write-site.ts';

/** Markdown to HTML. Names become mentions and links as far as the directory holds them; see `findReferences`. */
export function renderMessage(content: string, directory: MentionDirectory, options?: RenderOptions): Rendered {
  // A linkifier may find anything, also in plain words.
  const plain = options?.linkifiers?.length ? undefined : renderPlain(content);
  return plain ?? renderFully(content, directory, options);
}

export { topicKey } from './types.ts';
