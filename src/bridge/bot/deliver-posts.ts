import { type Delivery, type DueWork, deliverDue } from '../../chat/messages/due/deliver-due.ts';
import { lockMessageMoves } from '../../chat/messages/edit/move-lock.ts';
import type { Author } from '../../chat/messages/send/compose.ts';
import { doPrepareNotices, noticeTo } from '../../chat/notification-bot/actions.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { conversationsOf, findUsableChannel } from '../conversations/access.ts';
import { doSaveConversations, freeTopic } from '../conversations/actions.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { POSTS_QUEUE } from './actions.ts';
import { deletePosts, loadPosts, nextPosts, organizationsWithPosts, type PostRow } from './queries.ts';
import { doResolveTopic } from './resolve.ts';

/** Shared state of the posts of one transaction. */
interface Round {
  bot: Author;
  conversations: ReadonlyMap<string, Conversation>;
  /** Conversations that the transaction starts. */
  begun: Set<Conversation>;
}

/** The bot's posts: each is written and taken from what it has to do in one transaction, so it is written once. */
const posts: DueWork<PostRow, Round> = {
  organizations: organizationsWithPosts,
  lockNext: lockNextPosts,
  async begin({ tx, services, facts }, due) {
    const taskIds = [...new Set(due.map(({ taskId }) => taskId))];
    return {
      bot: await doPrepareNotices(tx, services),
      conversations: await conversationsOf(tx, facts, taskIds),
      begun: new Set(),
    };
  },
  async deliver(delivery, post, round) {
    const conversation = round.conversations.get(post.taskId);
    if (!conversation) return;
    if (post.kind === 'say') await postText(delivery, post, conversation, round);
    else await resolve(delivery, conversation, round);
  },
  async finish({ tx }, done, { begun }) {
    await deletePosts(
      tx,
      done.map(({ id }) => id),
    );
    const rows = [...begun].map(({ taskId, begins, anchorId, isDone }) => ({ taskId, ...begins, anchorId, isDone }));
    if (rows.length > 0) await doSaveConversations(tx, rows);
  },
  /** A post that the chat refuses is of no use later either. */
  fail: ({ tx }, { id }) => deletePosts(tx, [id]),
};

/**
 * The next posts. The log is held from here on, so of two processes the second comes when the first is done, and the posts keep their
 * order; what keeps others from moving messages is taken before, as everybody does. A post that moves some and was not there at the first
 * look comes with the next ones.
 */
async function lockNextPosts(tx: Tx, _now: Date, limit: number): Promise<PostRow[]> {
  const next = await nextPosts(tx, limit);
  if (!next?.upto) return [];
  if (next.moves) await lockMessageMoves(tx);
  await tx.position();
  const rows = await loadPosts(tx, next.upto);
  const isMove = ({ kind }: PostRow) => kind !== 'say';
  return next.moves || !rows.some(isMove) ? rows : rows.slice(0, rows.findIndex(isMove));
}

/** Says something in a task's topic, and begins the topic where it is not begun. Where it is nowhere any more nothing is said. */
async function postText(
  { tx, facts, batch }: Delivery,
  { opening, text }: PostRow,
  conversation: Conversation,
  { bot, begun }: Round,
): Promise<void> {
  if (conversation.anchorId !== null || begun.has(conversation)) {
    if (conversation.place && text) await batch.add(bot, noticeTo(conversation.place, text));
    return;
  }
  const { channelId } = conversation.begins;
  if (!(await findUsableChannel(facts, channelId))) return;
  conversation.begins.topic = await freeTopic(tx, conversation.begins);
  conversation.place = conversation.begins;
  begun.add(conversation);
  const content = [opening, text].filter(Boolean).join('\n\n');
  await batch.add(bot, noticeTo(conversation.begins, content), (id) => {
    conversation.anchorId = id;
  });
}

async function resolve({ tx, services, batch }: Delivery, conversation: Conversation, { bot }: Round): Promise<void> {
  // The topic is moved with what was said before.
  await batch.flush();
  const { place, anchorId } = conversation;
  if (place && anchorId !== null) conversation.place = await doResolveTopic(tx, services, bot, { place, anchorId });
}

export const deliverPosts = defineJob({
  queue: POSTS_QUEUE,
  // For what was left in the hands of a process that died.
  cron: '* * * * *',
  expireInSeconds: 600,
  retryLimit: 3,
  retryDelay: 5,
  concurrency: 1,
  handle: (services, _data, signal) => deliverDue(services, posts, signal),
});
