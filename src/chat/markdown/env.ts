import type { Env } from 'markdown-it';
import type { MentionDirectory, RenderOptions } from './types.ts';

/** What the rules of the shared parser need to know of the message at hand. */
export interface RenderEnv extends Env {
  directory: MentionDirectory;
  options: RenderOptions;
}
