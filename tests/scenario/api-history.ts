import { indexMessages } from '../../src/chat/messages/search/index-job.ts';
import { createCredential } from '../../src/platform/credentials/credentials.ts';
import { sql } from '../../src/platform/db/sql.ts';
import { type Answer, ChatClient } from '../harness/clients.ts';
import type { TestServer } from '../harness/server.ts';
import { moveInModel } from './api-moves.ts';
import { ALERT_WORDS, type ApiStep, type Text } from './api-steps.ts';
import { type ModelMessage, type ModelPerson, type NarrowModel, sameTopic, topicKey } from './narrow-model.ts';
import { TOPICS, WORDS } from './narrow-steps.ts';

/*
 * Histories that clients make, through the API alone, and what the model makes of the same. What is refused changes
 * nothing; what is allowed is for other tests to judge.
 */

/** Whoever sends follows; whoever is named follows. The others follow by hand. */
export const SENDING_FOLLOWS = 1;
export const NAMING_FOLLOWS = 2;

export class ApiHistory {
  readonly #server: TestServer;
  readonly #organizationId: string;
  readonly #model: NarrowModel;
  readonly #clients: ChatClient[];
  readonly #names: readonly string[];
  /** Deactivated people, with the channels that they are subscribed to when they come back. */
  readonly #inactive = new Map<number, number[]>();
  readonly #alertWords = new Map<number, Set<string>>();
  #lastId = 0;

  constructor(server: TestServer, organizationId: string, model: NarrowModel, clients: ChatClient[], names: string[]) {
    this.#server = server;
    this.#organizationId = organizationId;
    this.#model = model;
    this.#clients = clients;
    this.#names = names;
  }

  async take(given: ApiStep): Promise<void> {
    const model = this.#model;
    const at = given.who % model.people.length;
    const person = model.people[at]!;
    const client = this.#clients[at]!;
    const owner = this.#clients[0]!;
    const channel = 'channel' in given ? model.channels[given.channel % model.channels.length]! : model.channels[0]!;
    const message = 'message' in given ? model.messages[given.message % model.messages.length] : undefined;
    if ('message' in given && !message) return;
    if (this.#inactive.has(at) && given.do !== 'reactivate' && given.do !== 'index') return;
    switch (given.do) {
      case 'send':
      case 'direct': {
        const name = given.do === 'send' ? TOPICS[given.topic]! : '';
        const people = given.do === 'direct' ? this.#peopleOf(person, given.to) : [];
        const { content, plain } = this.#textOf(given, given.do === 'direct');
        const answer = await client.post('/messages', {
          ...(given.do === 'send' ? { type: 'channel', to: channel.id, topic: name } : { type: 'direct', to: people }),
          content,
          read_by_sender: given.readBySender,
        });
        if (!wasDone(answer)) return;
        const into = given.do === 'send' ? channel : undefined;
        const sent: ModelMessage = {
          id: answer.json.id,
          channelId: into?.id ?? null,
          recipientId: into?.recipientId ?? -Number(people.join('')),
          sentIn: into?.id ?? null,
          movedAt: undefined,
          topic: name,
          senderId: person.id,
          readBySender: given.readBySender,
          people,
          text: plain,
          link: given.link,
          image: false,
          attachment: false,
          channelWildcard: into !== undefined && given.mention === 'channel',
          reacted: false,
        };
        this.#name(sent, given);
        for (const [index, each] of model.people.entries())
          if (this.#isAlerted(index, sent) && (into ? model.subscribed(each, into.id) : people.includes(each.id)))
            each.alerted.add(sent.id);
        if (into) this.#follow(at, sent, given);
        model.messages.push(sent);
        this.#lastId = sent.id;
        return;
      }
      case 'subscribe': {
        // Its name is free: a new channel would be made.
        if (channel.archived) return;
        const principals = [person.id];
        const subscriptions = [{ name: channel.name }];
        // The model has no messages of the notification bot.
        const silently = { subscriptions, principals, send_new_subscription_messages: false };
        const answer = await owner.post('/users/me/subscriptions', silently);
        if (wasDone(answer) && !model.subscribed(person, channel.id) && answer.json.subscribed[person.id])
          person.periods.push({ channelId: channel.id, after: this.#lastId, until: null, at: model.tick() });
        return;
      }
      case 'unsubscribe': {
        const answer = await client.delete('/users/me/subscriptions', { subscriptions: [channel.name] });
        if (!wasDone(answer) || answer.json.removed.length === 0) return;
        person.periods.find(({ channelId, until }) => channelId === channel.id && until === null)!.until = this.#lastId;
        person.muted.delete(channel.id);
        return;
      }
      case 'edit': {
        const sender = model.people.findIndex(({ id }) => id === message!.senderId);
        // Nobody edits what the notification bot said.
        if (sender < 0 || this.#inactive.has(sender)) return;
        const { content, plain } = this.#textOf(given, message!.channelId === null);
        if (!wasDone(await this.#clients[sender]!.patch(`/messages/${message!.id}`, { content }))) return;
        message!.text = plain;
        message!.link = given.link;
        message!.channelWildcard = message!.channelId !== null && given.mention === 'channel';
        this.#name(message!, given);
        for (const [index, each] of model.people.entries()) {
          const came =
            message!.channelId === null
              ? message!.people.includes(each.id)
              : model.wasIn(each, message!, message!.sentIn);
          // Who was alerted where it was before stays so as long as the text has the word.
          if (!this.#isAlerted(index, message!)) each.alerted.delete(message!.id);
          else if (came) each.alerted.add(message!.id);
        }
        return;
      }
      case 'move': {
        const name = TOPICS[given.topic]!;
        const to = given.elsewhere ? channel : model.channels.find(({ id }) => id === message!.channelId);
        const answer = await client.patch(`/messages/${message!.id}`, {
          topic: name,
          ...(given.elsewhere ? { stream_id: channel.id } : {}),
          propagate_mode: given.mode,
          send_notification_to_new_thread: false,
        });
        if (wasDone(answer))
          moveInModel(model, this.#inactive, person, message!, { to: to!, topic: name, mode: given.mode });
        return this.#addNotices();
      }
      case 'delete':
        if (wasDone(await client.delete(`/messages/${message!.id}`)))
          model.messages.splice(model.messages.indexOf(message!), 1);
        return;
      case 'react':
        if (wasDone(await client.post(`/messages/${message!.id}/reactions`, { emoji_name: 'tada' })))
          message!.reacted = true;
        return;
      case 'star': {
        const change = { messages: [message!.id], flag: 'starred', op: given.op };
        if (!wasDone(await client.post('/messages/flags', change))) return;
        if (given.op === 'add') person.starred.add(message!.id);
        else person.starred.delete(message!.id);
        return;
      }
      case 'read': {
        if (model.messages.length === 0) return;
        const chosen = given.messages.map((n) => model.messages[n % model.messages.length]!);
        const messages = chosen.map(({ id }) => id);
        if (wasDone(await client.post('/messages/flags', { messages, flag: 'read', op: given.op })))
          for (const each of new Set(chosen)) this.#mark(person, each, given.op === 'add');
        return;
      }
      case 'privacy': {
        const historyPublic = given.historyPublic || !given.inviteOnly;
        const change = { is_private: given.inviteOnly, history_public_to_subscribers: historyPublic };
        if (wasDone(await owner.patch(`/streams/${channel.id}`, change)))
          Object.assign(channel, { inviteOnly: given.inviteOnly, historyPublic });
        return this.#addNotices();
      }
      case 'archive':
        if (given.really === 0 && wasDone(await owner.delete(`/streams/${channel.id}`))) channel.archived = true;
        return;
      case 'policy': {
        const name = TOPICS[given.topic]!;
        const change = { stream_id: channel.id, topic: name, visibility_policy: given.policy };
        if (wasDone(await client.post('/user_topics', change)))
          person.policies.set(topicKey(channel.id, name), given.policy);
        return;
      }
      case 'mute': {
        const subscription_data = [{ stream_id: channel.id, property: 'is_muted', value: given.isMuted }];
        if (!wasDone(await client.post('/users/me/subscriptions/properties', { subscription_data }))) return;
        if (given.isMuted) person.muted.add(channel.id);
        else person.muted.delete(channel.id);
        return;
      }
      case 'role':
        if (at > 0 && wasDone(await owner.patch(`/users/${person.id}`, { role: given.role }))) person.role = given.role;
        return;
      case 'deactivate':
        if (at === 0 || !wasDone(await owner.delete(`/users/${person.id}`))) return;
        this.#inactive.set(
          at,
          person.periods.filter(({ until }) => until === null).map(({ channelId }) => channelId),
        );
        for (const period of person.periods) period.until ??= this.#lastId;
        return;
      case 'reactivate':
        if (this.#inactive.has(at)) await this.#reactivate(at);
        return;
      case 'alert': {
        const word = ALERT_WORDS[given.word % ALERT_WORDS.length]!;
        const own = this.#alertWords.get(at) ?? new Set();
        this.#alertWords.set(at, own);
        await client.request(given.op === 'add' ? 'POST' : 'DELETE', '/users/me/alert_words', { alert_words: [word] });
        if (given.op === 'add') own.add(word);
        else own.delete(word);
        return;
      }
      case 'index':
        await indexMessages(this.#server.services);
    }
  }

  /** Everybody can ask again. */
  async reactivateAll(): Promise<void> {
    for (const at of [...this.#inactive.keys()]) await this.#reactivate(at);
  }

  async #reactivate(at: number): Promise<void> {
    const person = this.#model.people[at]!;
    const organizationId = this.#organizationId;
    wasDone(await this.#clients[0]!.post(`/users/${person.id}/reactivate`));
    const { key } = await this.#server.services.database.transaction((tx) =>
      createCredential(tx, { organizationId, kind: 'chat', subject: String(person.id) }),
    );
    this.#clients[at] = new ChatClient({ site: this.#server.url, email: person.email, api_key: key });
    // Those that ended with the account begin anew: what came in between did not come to the person.
    for (const channelId of this.#inactive.get(at)!)
      person.periods.push({ channelId, after: this.#lastId, until: null, at: this.#model.tick() });
    this.#inactive.delete(at);
  }

  #peopleOf(sender: ModelPerson, to: readonly number[]): number[] {
    const { people } = this.#model;
    return [...new Set([sender.id, ...to.map((n) => people[n % people.length]!.id)])].sort((a, b) => a - b);
  }

  #textOf({ words: chosen, mention, whom, link }: Text, isDirect: boolean): { content: string; plain: string } {
    const plain = chosen.map((n) => WORDS[n]!);
    const content = [...plain];
    const add = (markdown: string, shown: string) => {
      content.push(markdown);
      plain.push(shown);
    };
    if (mention === 'somebody') {
      const name = this.#names[whom % this.#names.length]!;
      // Deactivated people are not named: it stays as it is written.
      const isActive = !this.#inactive.has(whom % this.#names.length);
      add(`@**${name}**`, isActive ? `@${name}` : name);
    }
    if (!isDirect && (mention === 'channel' || mention === 'topic')) {
      const name = mention === 'channel' ? 'all' : 'topic';
      add(`@**${name}**`, `@${name}`);
    }
    if (link) add('https://h.example', 'https://h.example');
    return { content: content.join(' '), plain: plain.join(' ') };
  }

  /** People mentioned in the present message. */
  #name(message: ModelMessage, { mention, whom }: Text): void {
    const { people, messages } = this.#model;
    for (const [index, person] of people.entries()) {
      person.mentioned.delete(message.id);
      person.topicMentioned.delete(message.id);
      if (mention === 'somebody' && whom % people.length === index && !this.#inactive.has(index))
        person.mentioned.add(message.id);
      const takesPart = messages.some(
        ({ channelId, topic: name, senderId }) =>
          channelId === message.channelId && sameTopic(name, message.topic) && senderId === person.id,
      );
      if (message.channelId !== null && mention === 'topic' && takesPart) person.topicMentioned.add(message.id);
    }
  }

  /** Messages of the notification bot since then, about resolved topics and channels. */
  async #addNotices(): Promise<void> {
    const model = this.#model;
    const notices = await this.#server.services.database.reader.all(sql<{
      id: number;
      channelId: number;
      senderId: number;
      topic: string;
      content: string;
    }>`
      select m.id, m.channel_id as "channelId", m.sender_id as "senderId", m.topic, m.content
      from chat.messages m join chat.realms r on r.organization_id = m.organization_id
      where m.organization_id = ${this.#organizationId} and m.id > ${this.#lastId}
        and m.sender_id = r.notification_bot_id and m.channel_id is not null
      order by m.id`);
    for (const { content, ...notice } of notices) {
      const label: ModelMessage = {
        ...notice,
        recipientId: model.channel(notice.channelId).recipientId,
        sentIn: notice.channelId,
        movedAt: undefined,
        readBySender: true,
        people: [],
        text: content.replaceAll(/@_\*\*(.*?)\|\d+\*\*/g, '$1').replaceAll('**', ''),
        link: false,
        image: false,
        attachment: false,
        channelWildcard: false,
        reacted: false,
      };
      for (const [index, each] of model.people.entries())
        if (this.#isAlerted(index, label) && model.subscribed(each, label.channelId!)) each.alerted.add(label.id);
      model.messages.push(label);
      this.#lastId = label.id;
    }
  }

  #isAlerted(at: number, { text: given }: ModelMessage): boolean {
    const lower = given.toLowerCase();
    return [...(this.#alertWords.get(at) ?? [])].some((word) =>
      word === '東京' ? lower.includes(word) : lower.split(' ').includes(word),
    );
  }

  #follow(sender: number, message: ModelMessage, { mention, whom }: Text): void {
    const { people } = this.#model;
    const key = topicKey(message.channelId!, message.topic);
    const named =
      mention === 'somebody' && whom % people.length === NAMING_FOLLOWS && !this.#inactive.has(NAMING_FOLLOWS);
    const { policies } = people[NAMING_FOLLOWS]!;
    if (named && policies.get(key) !== 1 && this.#model.subscribed(people[NAMING_FOLLOWS]!, message.channelId!))
      policies.set(key, 3);
    if (sender === SENDING_FOLLOWS) people[SENDING_FOLLOWS]!.policies.set(key, 3);
  }

  #mark(person: ModelPerson, message: ModelMessage, isRead: boolean): void {
    const model = this.#model;
    if (!model.visible(person, message) || model.unread(person, message) !== isRead) return;
    if (isRead) person.read.add(message.id);
    else {
      if (message.channelId !== null && !model.mayBeUnread(person, message)) return;
      person.read.delete(message.id);
      if (message.senderId === person.id) message.readBySender = false;
    }
  }
}

function wasDone(answer: Answer): boolean {
  if (answer.status !== 200 && answer.status !== 400 && answer.status !== 403) throw new Error(answer.text);
  return answer.status === 200;
}
