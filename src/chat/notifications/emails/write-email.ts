import { causes, type NotificationTrigger } from '../../../../rules/notifications.ts';
import type { EmailTexts } from './texts.ts';

/** Messages that one e-mail shows; of more it says how many. */
const MAX_SHOWN = 50;

/** A message as an e-mail shows it. */
export interface ShownMessage {
  sender: string;
  text: string;
  cause: NotificationTrigger;
}

/** Data of an e-mail about one conversation. */
export interface EmailFacts {
  organization: string;
  namesOrganization: boolean;
  /** Undefined: a direct conversation. */
  channel: { name: string; topic: string } | undefined;
  messages: readonly ShownMessage[];
  showsContent: boolean;
  url: string;
  /** Whether an answer to the e-mail is an answer in the conversation. */
  takesAnswers: boolean;
  unsubscribeUrl: string;
}

/** The e-mail of one conversation's missed messages, oldest first. */
export function writeEmail(facts: EmailFacts, texts: EmailTexts): { subject: string; body: string } {
  const { organization, channel, messages, showsContent, url } = facts;
  const names = [...new Set(messages.map(({ sender }) => sender))].join(', ');
  const about = channel
    ? texts.channelSubject({ channel: channel.name, topic: channel.topic })
    : texts.directSubject({ names });
  const subject = showsContent ? about : texts.newMessages;
  const cause = causes.find((each) => messages.some((message) => message.cause === each))!;
  const body = [
    ...(showsContent ? written(messages, texts) : [texts.contentHidden]),
    `-- \n${[
      texts.why[cause],
      ...(facts.takesAnswers ? [texts.answer] : []),
      texts.open({ organization, url }),
      texts.unsubscribe({ url: facts.unsubscribeUrl }),
    ].join('\n')}\n`,
  ].join('\n\n');
  return { subject: facts.namesOrganization ? texts.ofOrganization({ organization, subject }) : subject, body };
}

function written(messages: readonly ShownMessage[], texts: EmailTexts): string[] {
  const shown = messages.slice(-MAX_SHOWN).map(({ sender, text }) => `${sender}:\n${text}`);
  return shown.length < messages.length ? [texts.more({ count: messages.length - shown.length }), ...shown] : shown;
}
