import type { Services } from '../../platform/services.ts';

const MINUTES = 30;

/** Sealed data that the form sends back. */
interface SealedPassword {
  /** The code that the form was opened by: a seal of another set-up opens nothing here. */
  setUpCode: string;
  password: string;
  /** Milliseconds. */
  until: number;
}

/**
 * A password that was right, for a form that comes back for another reason: whoever typed it need not do so again, and it does
 * not stand in the page.
 */
export function sealPassword({ secrets, clock }: Services, setUpCode: string, password: string): string {
  const content: SealedPassword = { setUpCode, password, until: clock.now().getTime() + MINUTES * 60_000 };
  return secrets.seal(JSON.stringify(content)).toString('base64url');
}

/** Undefined when it is not ours, of another code, or too old. */
export function openPassword({ secrets, clock }: Services, setUpCode: string, sealed: string): string | undefined {
  try {
    const content = JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'))) as SealedPassword;
    return content.setUpCode === setUpCode && content.until > clock.now().getTime() ? content.password : undefined;
  } catch {
    return undefined;
  }
}
