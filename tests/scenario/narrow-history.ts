import { markReadByMove } from '../../src/chat/messages/edit/moved-flags-queries.ts';
import { moveMessages } from '../../src/chat/messages/edit/queries.ts';
import { sql } from '../../src/platform/db/sql.ts';
import type { Tx } from '../../src/platform/db/tx.ts';
import { type NarrowModel, topicKey } from './narrow-model.ts';
import { type Step, TOPICS, WORDS } from './narrow-steps.ts';

/** Makes a step happen in the database and in the model. */
export async function takeStep(
  tx: Tx,
  organizationId: string,
  model: NarrowModel,
  given: Exclude<Step, { do: 'index' }>,
): Promise<void> {
  const person = (n: number) => model.people[n % model.people.length]!;
  const channel = (n: number) => model.channels[n % model.channels.length]!;
  const message = (n: number) => model.messages[n % model.messages.length];
  const head = async () => (await tx.first(sql<{ id: number }>`select last_value as id from chat.message_ids`))!.id;
  switch (given.do) {
    case 'subscribe':
    case 'unsubscribe': {
      const who = person(given.who);
      const { id } = channel(given.channel);
      const subscribed = model.subscribed(who, id);
      const at = await head();
      if (given.do === 'subscribe' && !subscribed) {
        who.periods.push({ channelId: id, after: at, until: null, at: model.tick() });
        await tx.run(sql`insert into chat.subscriptions (organization_id, channel_id, user_id, color, is_muted)
          values (${organizationId}, ${id}, ${who.id}, '#76ce90', ${who.muted.has(id)})`);
        await tx.run(sql`insert into chat.subscription_periods (organization_id, channel_id, user_id, after_message_id, after_event_id)
          values (${organizationId}, ${id}, ${who.id}, ${at}, ${who.periods.at(-1)!.at})`);
      } else if (given.do === 'unsubscribe' && subscribed) {
        const period = who.periods.find(({ channelId, until }) => channelId === id && until === null)!;
        period.until = at;
        who.muted.delete(id);
        await tx.run(
          sql`delete from chat.subscriptions where organization_id = ${organizationId} and channel_id = ${id} and user_id = ${who.id}`,
        );
        await tx.run(sql`update chat.subscription_periods set until_message_id = ${at}, until_event_id = 1000
          where organization_id = ${organizationId} and channel_id = ${id} and user_id = ${who.id} and until_message_id is null`);
      }
      return;
    }
    case 'mute channel': {
      const who = person(given.who);
      const { id } = channel(given.channel);
      if (!model.subscribed(who, id)) return;
      who.muted.add(id);
      await tx.run(
        sql`update chat.subscriptions set is_muted = true where organization_id = ${organizationId} and channel_id = ${id} and user_id = ${who.id}`,
      );
      return;
    }
    case 'send':
    case 'direct': {
      const sender = person(given.who);
      const people =
        given.do === 'direct'
          ? [...new Set([sender.id, ...given.to.map((n) => person(n).id)])].sort((a, b) => a - b)
          : [];
      const into = given.do === 'send' ? channel(given.channel) : undefined;
      const recipientId = into?.recipientId ?? (await conversation(tx, organizationId, people));
      const text = given.words.map((n) => WORDS[n]).join(' ');
      const bits = given.marks;
      const { id } = (await tx.first(sql<{ id: number }>`
        insert into chat.messages (organization_id, id, recipient_id, channel_id, topic, sender_id, client, content,
          rendered_content, plain_text, sent_at, read_by_sender, has_link, has_image, has_attachment, wildcard)
        values (${organizationId}, nextval('chat.message_ids'), ${recipientId}, ${into?.id ?? null},
          ${given.do === 'send' ? TOPICS[given.topic] : ''}, ${sender.id}, 'test', ${text}, ${`<p>${text}</p>`}, ${text},
          ${tx.now}, ${given.readBySender}, ${(bits & 1) > 0}, ${(bits & 2) > 0}, ${(bits & 4) > 0}, ${bits & 8 ? 1 : 0})
        returning id`))!;
      model.messages.push({
        id,
        channelId: into?.id ?? null,
        recipientId,
        sentIn: into?.id ?? null,
        movedAt: undefined,
        topic: given.do === 'send' ? TOPICS[given.topic]! : '',
        senderId: sender.id,
        readBySender: given.readBySender,
        people,
        text,
        link: (bits & 1) > 0,
        image: (bits & 2) > 0,
        attachment: (bits & 4) > 0,
        channelWildcard: (bits & 8) > 0,
        reacted: false,
      });
      if (given.do === 'send' && given.mention !== undefined) {
        const named = person(given.mention);
        named.mentioned.add(id);
        await setFlag(tx, organizationId, named.id, id, 4);
      }
      return;
    }
    case 'edit': {
      const edited = message(given.message);
      if (!edited) return;
      edited.text = given.words.map((n) => WORDS[n]).join(' ');
      await tx.run(sql`update chat.messages set plain_text = ${edited.text}, content = ${edited.text}
        where organization_id = ${organizationId} and id = ${edited.id}`);
      return;
    }
    case 'move': {
      const moved = message(given.message);
      if (!moved || moved.channelId === null) return;
      const to = channel(given.channel);
      const from = moved.channelId;
      const leaves = to.id !== from;
      model.move(moved, to, TOPICS[given.topic]!);
      if (leaves) await markReadByMove(tx, [moved.id], { id: from }, to);
      const history = { user_id: null, timestamp: 0 };
      const eventId = leaves ? moved.movedAt! : null;
      await moveMessages(tx, [moved.id], { ...moved, channelId: to.id }, history, true, undefined, eventId);
      return;
    }
    case 'delete': {
      const gone = message(given.message);
      if (!gone) return;
      model.messages.splice(model.messages.indexOf(gone), 1);
      await tx.run(sql`delete from chat.messages where organization_id = ${organizationId} and id = ${gone.id}`);
      return;
    }
    case 'react': {
      const liked = message(given.message);
      if (!liked) return;
      liked.reacted = true;
      await tx.run(sql`insert into chat.reactions (organization_id, message_id, user_id, emoji_name, emoji_code, reaction_type, at)
        values (${organizationId}, ${liked.id}, ${model.people[0]!.id}, 'smile', '1f642', 'unicode_emoji', ${tx.now}) on conflict do nothing`);
      return;
    }
    case 'privacy': {
      const changed = channel(given.channel);
      Object.assign(changed, {
        inviteOnly: given.inviteOnly,
        webPublic: given.webPublic && !given.inviteOnly,
        historyPublic: given.historyPublic || !given.inviteOnly,
        archived: given.archived,
      });
      await tx.run(sql`update chat.channels set invite_only = ${changed.inviteOnly}, is_archived = ${changed.archived},
        is_web_public = ${changed.webPublic}, history_public_to_subscribers = ${changed.historyPublic} where organization_id = ${organizationId} and id = ${changed.id}`);
      return;
    }
    case 'entry': {
      const opened = channel(given.channel);
      opened.entry = person(given.who).id;
      const group = { direct_members: [opened.entry], direct_subgroups: [] };
      await tx.run(sql`update chat.channels
        set permissions = jsonb_set(permissions, '{can_subscribe_group}', ${JSON.stringify(group)}::jsonb)
        where organization_id = ${organizationId} and id = ${opened.id}`);
      return;
    }
    case 'star':
    case 'alert': {
      const flagged = message(given.message);
      if (!flagged) return;
      const who = person(given.who);
      who[given.do === 'star' ? 'starred' : 'alerted'].add(flagged.id);
      await setFlag(tx, organizationId, who.id, flagged.id, given.do === 'star' ? 1 : 32);
      return;
    }
    case 'read': {
      const first = message(given.from);
      const last = message(given.to);
      if (!first || !last || first.id > last.id) return;
      const who = person(given.who);
      // Marks are kept with where messages were sent.
      for (const { id, channelId, sentIn, recipientId } of model.messages) {
        const isThere = first.sentIn === null ? recipientId === first.recipientId : sentIn === first.sentIn;
        if (isThere && (channelId === null) === (first.channelId === null) && id >= first.id && id <= last.id)
          who.read.add(id);
      }
      await tx.run(sql`insert into chat.read_ranges as r (organization_id, user_id, recipient_id, ranges)
        select ${organizationId}, ${who.id}, coalesce(sent_recipient_id, recipient_id),
          int8multirange(int8range(${first.id}, ${last.id}, '[]'))
        from chat.messages where organization_id = ${organizationId} and id = ${first.id}
        on conflict (organization_id, user_id, recipient_id) do update set ranges = r.ranges + excluded.ranges`);
      return;
    }
    case 'policy': {
      const who = person(given.who);
      const { id } = channel(given.channel);
      const name = TOPICS[given.topic]!;
      who.policies.set(topicKey(id, name), given.policy);
      await tx.run(sql`delete from chat.topic_visibility where organization_id = ${organizationId} and user_id = ${who.id}
        and channel_id = ${id} and lower(topic) = lower(${name})`);
      if (given.policy > 0)
        await tx.run(sql`insert into chat.topic_visibility (organization_id, user_id, channel_id, topic, policy, updated_at)
          values (${organizationId}, ${who.id}, ${id}, ${name}, ${given.policy}, ${tx.now})`);
      return;
    }
    case 'role': {
      const who = person(given.who);
      if (who.role === 100) return;
      who.role = given.role;
      await tx.run(
        sql`update chat.users set role = ${given.role} where organization_id = ${organizationId} and id = ${who.id}`,
      );
      return;
    }
  }
}

async function setFlag(tx: Tx, organizationId: string, userId: number, messageId: number, bit: number): Promise<void> {
  await tx.run(sql`insert into chat.message_flags as f (organization_id, user_id, message_id, flags)
    values (${organizationId}, ${userId}, ${messageId}, ${bit})
    on conflict (organization_id, user_id, message_id) do update set flags = f.flags | excluded.flags`);
}

async function conversation(tx: Tx, organizationId: string, people: readonly number[]): Promise<number> {
  const known = await tx.first(sql<{ recipient_id: number }>`
    select recipient_id from chat.direct_conversations where organization_id = ${organizationId} and user_ids = ${people}::bigint[]`);
  if (known) return known.recipient_id;
  const made = await tx.first(sql<{ recipient_id: number }>`
    insert into chat.direct_conversations (organization_id, user_ids) values (${organizationId}, ${people}::bigint[]) returning recipient_id`);
  await tx.run(sql`insert into chat.direct_conversation_members (organization_id, user_id, recipient_id)
    select ${organizationId}, id, ${made!.recipient_id} from unnest(${people}::bigint[]) as id`);
  return made!.recipient_id;
}
