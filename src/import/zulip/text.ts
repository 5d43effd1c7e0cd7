import { outsideCode } from '../outside-code.ts';
import type { SourceNames } from '../source.ts';

/** Facts of the export that its texts refer to. */
export interface TextNames {
  /** Whether an address is that of the organization itself. */
  isOwnHost(host: string): boolean;
  /** IDs of people by their names, where only one has it. */
  personNamed(name: string): string | undefined;
  channelNamed(name: string): string | undefined;
  /** Whether the export knows an upload of that path. */
  hasUpload(path: string): boolean;
}

/** Names that are used for rewriting a text. */
type Names = Pick<SourceNames, 'mention' | 'channel' | 'message' | 'file' | 'numberOf' | 'organizationUrl'>;

/** Calls to many people at once are no names. */
const WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream', 'topic']);

const MENTION = /@(_?)\*\*([^*\n]+)\*\*/g;
const CHANNEL = /#\*\*([^*>\n]+)(?:>([^*\n]*?)(?:@(\d{1,18}))?)?\*\*/g;
const NARROW = /(https?:\/\/[^\s/()<>[\]"'\\]+)?(\/?#narrow\/)([^\s()<>[\]"'\\]+)/g;
const UPLOAD = /(https?:\/\/[^\s/()<>[\]"'\\]+)?\/user_uploads\/(?:thumbnail\/)?([0-9]+\/[^\s()<>"'?#\\[\]]+)/g;

/** Rewrites what a text says of people, channels, messages and uploads of the export. Code stays as it is. */
export function rewriteText(text: string, texts: TextNames, names: Names): string {
  if (!/[@#]_?\*\*|#narrow\/|\/user_uploads\//.test(text)) return text;
  return outsideCode(text, (part) =>
    part
      .replaceAll(MENTION, (whole, silent: string, name: string) => mentionOf(whole, silent, name, texts, names))
      .replaceAll(CHANNEL, (whole, channel: string, topic: string | undefined, message: string | undefined) =>
        channelLinkOf(whole, { channel, topic, message }, texts, names),
      )
      .replaceAll(UPLOAD, (whole, host: string | undefined, path: string) => uploadOf(whole, host, path, texts, names))
      .replaceAll(NARROW, (whole, host: string | undefined, start: string, rest: string) =>
        host === undefined || (URL.canParse(host) && texts.isOwnHost(new URL(host).hostname))
          ? `${host === undefined ? '' : names.organizationUrl}${start}${narrowOf(rest, names)}`
          : whole,
      ),
  );
}

function mentionOf(whole: string, silent: string, given: string, texts: TextNames, names: Names): string {
  const [, name = '', id] = /^(.*?)(?:\|(\d{1,18}))?$/s.exec(given)!;
  if (id === undefined && WILDCARDS.has(name.toLowerCase())) return whole;
  const person = id ?? texts.personNamed(name);
  const mention = person === undefined ? undefined : names.mention(person);
  if (mention !== undefined) return mention.replace('@', `@${silent}`);
  // The number may be somebody else's here.
  return id === undefined ? whole : `**${name || id}**`;
}

function channelLinkOf(
  whole: string,
  { channel, topic, message }: { channel: string; topic: string | undefined; message: string | undefined },
  texts: TextNames,
  names: Names,
): string {
  const id = texts.channelNamed(channel);
  const toMessage = message === undefined ? undefined : names.message(message, id);
  if (toMessage !== undefined) return toMessage;
  const link = id === undefined ? undefined : names.channel(id);
  if (link === undefined) return message === undefined ? whole : whole.replace(`@${message}**`, '**');
  if (topic === undefined) return link;
  return link.endsWith('**') ? `${link.slice(0, -2)}>${topic}**` : `${link} > ${topic}`;
}

function uploadOf(
  whole: string,
  host: string | undefined,
  path: string,
  texts: TextNames,
  { file, organizationUrl }: Names,
): string {
  // A full stop behind an address is none of it.
  for (const end of ['', marksAtEnd(path)]) {
    const known = decoded(path.slice(0, path.length - end.length));
    const address = known !== undefined && texts.hasUpload(known) ? file(known) : undefined;
    if (address !== undefined) return `${host === undefined ? '' : organizationUrl}${address}${end}`;
  }
  return whole;
}

/** The marks of a sentence that a path ends with. An expression would try from each of a million marks. */
function marksAtEnd(path: string): string {
  let end = path.length;
  while (end > 0 && '.,;:!'.includes(path[end - 1]!)) end--;
  return path.slice(end);
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return undefined;
  }
}

/** The path of a view: `channel/5-dock/topic/gates/near/99`. What is not here is left out. */
function narrowOf(path: string, names: Names): string {
  const parts = path.split('/');
  const written: string[] = [];
  for (let n = 0; n < parts.length; n += 2) {
    const [operator, operand] = [parts[n]!, parts[n + 1]];
    if (operand === undefined) {
      written.push(operator);
      continue;
    }
    const changed = operandOf(operator.replace(/^-/, ''), operand, names);
    if (changed !== undefined) written.push(operator, changed);
  }
  return written.join('/');
}

function operandOf(operator: string, operand: string, { numberOf }: Names): string | undefined {
  const [, number = '', rest = ''] = /^(\d{1,18})(.*)$/.exec(operand) ?? [];
  switch (operator) {
    case 'channel':
    case 'stream': {
      // The number may be another channel's here.
      return number === '' ? operand : `${numberOf('channel', number) ?? 0}${rest}`;
    }
    case 'near':
    case 'with':
    case 'id': {
      const id = number === '' ? undefined : numberOf('message', number);
      return id === undefined ? undefined : `${id}${rest}`;
    }
    case 'dm':
    case 'dm-including':
    case 'pm-with':
    case 'group-pm-with':
    case 'sender':
      return operand.replace(/^(?:user)?([\d,]+)/, (_all, ids: string) =>
        ids
          .split(',')
          .map((id) => numberOf('person', id) ?? 0)
          .join(','),
      );
    default:
      return operand;
  }
}
