/** The built-in emoji that is no character: its code is its name (spec: chat 2). */
export const BUILT_IN_EMOJI = 'zulip';

/** client: zulip-flutter fetches the built-in emoji's picture at this address, whatever the server. */
export const BUILT_IN_EMOJI_PATH = '/static/generated/emoji/images/emoji/unicode/zulip.png';
