import type { failureOf } from '../../shared/session/use-request.ts';
import { texts } from '../../shared/texts/index.ts';

/** Fields of a channel that the server may refuse. */
export type ChannelField = 'name' | 'description' | 'privacy' | 'people' | 'topics' | 'retention' | 'folder';

/** Beginnings and words of the server's sentences (spec: chat 4.3), by the field that they are about. */
const ABOUT: readonly [ChannelField, RegExp][] = [
  ['description', /^description is/i],
  ['retention', /message_retention_days|organization owner/],
  ['name', /channel name|already exists|has that name/i],
  ['people', /^No such user|deactivated|has no account/],
  ['topics', /set the policy/],
  ['folder', /folder/i],
  ['privacy', /private|Web-public|content access/i],
];

/** Returns what the server says against each field; `rest` is about none of them. */
export function problemsOf(
  failure: ReturnType<typeof failureOf> | undefined,
): Partial<Record<ChannelField | 'rest', string>> {
  if (!failure) return {};
  const sentence = failure.sentence ?? texts.states.unreachable;
  const field = failure.sentence && ABOUT.find(([, about]) => about.test(sentence))?.[0];
  return { [field || 'rest']: sentence };
}
