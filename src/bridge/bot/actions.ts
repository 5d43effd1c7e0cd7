import type { Tx } from '../../platform/db/tx.ts';
import { insertPosts, type NewPost } from './queries.ts';

export type { NewPost };

/** The queue of the job that does what the bot has to do. */
export const POSTS_QUEUE = 'bridge-posts';

/** Has the bot do things in tasks' topics, in this order, after the commit. */
export async function doQueuePosts(tx: Tx, posts: readonly NewPost[]): Promise<void> {
  if (posts.length === 0) return;
  await insertPosts(tx, posts);
  tx.enqueue({ queue: POSTS_QUEUE, data: {} });
}
