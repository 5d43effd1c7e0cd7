/** Address to which the chat app sends people, with the one-time pad that opens its key. */
export const APP_SIGN_IN = '/sign-in/app';

/** client: zulip-flutter makes 32 random bytes, in hexadecimal digits. */
export function isOtp(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{64}$/i.test(text);
}

export function appSignInPath(otp: string): string {
  return `${APP_SIGN_IN}?mobile_flow_otp=${otp}`;
}
