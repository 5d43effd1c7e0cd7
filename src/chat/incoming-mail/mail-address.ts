/** Options that a sender can set at the end of the local part: `NAME.TOKEN.show-sender@DOMAIN`. */
const OPTIONS = ['show-sender', 'include-footer', 'include-quotes', 'prefer-html'] as const;
export type MailOption = (typeof OPTIONS)[number];

const MAX_NAME = 24;

/** The address of a channel: its name, as far as that can stand there, and the token that counts. */
export function mailAddress(channelName: string, token: string, domain: string): string {
  const name = channelName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replaceAll(/^-+|-+$/g, '');
  return `${name === '' ? '' : `${name}.`}${token}@${domain}`;
}

/** The address by which one person answers in one conversation. */
export function replyAddress(token: string, domain: string): string {
  return `reply.${token}@${domain}`;
}

/** Targets of a token by its length: 128 bits for a channel, 160 for a person's conversation. */
const TOKENS = { channel: /^[0-9a-f]{32}$/, reply: /^[0-9a-f]{40}$/ } as const;
export type MailTokenKind = keyof typeof TOKENS;

/** Token and options of an address of this domain, whatever its case; undefined for others. */
export function readMailAddress(
  address: string,
  domain: string,
): { kind: MailTokenKind; token: string; options: ReadonlySet<MailOption> } | undefined {
  const at = address.lastIndexOf('@');
  if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return undefined;
  const parts = address.slice(0, Math.max(at, 0)).toLowerCase().split('.');
  const options = new Set<MailOption>();
  for (;;) {
    const last = parts.at(-1);
    const option = OPTIONS.find((each) => each === last);
    if (!option) break;
    options.add(option);
    parts.pop();
  }
  const token = parts.pop() ?? '';
  const kind = (Object.keys(TOKENS) as MailTokenKind[]).find((each) => TOKENS[each].test(token));
  return kind && { kind, token, options };
}
