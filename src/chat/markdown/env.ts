import type { Env } from 'markdown-it';
import type { MentionDirectory, RenderOptions } from './types.ts';

/** Message data that the rules of the shared parser need. */
export interface RenderEnv extends Env {
  directory: MentionDirectory;
  options: RenderOptions;
}
