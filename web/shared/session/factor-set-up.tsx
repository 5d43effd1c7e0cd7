import { Lazy } from '../ui/lazy.tsx';
import type { Session } from './session.ts';

/** A second factor that is to be set up at the sign-in, as the server brings it. */
export interface FactorSetUp {
  secret: string;
  uri: string;
  /** To be brought back with a code. */
  setUp: string;
}

/** What a sign-in answers; the codes only when a second factor was turned on with it. */
export type SignedIn = Session & { recoveryCodes?: readonly string[] };

const loadSecret = async () => (await import('./factor.tsx')).SecretToScan;
const loadCodes = async () => (await import('./factor.tsx')).RecoveryCodes;

/** What is to be scanned. It comes when it is needed: few sign-ins set up anything. */
export function Secret({ setUp }: { setUp: FactorSetUp }) {
  return <Lazy load={loadSecret} props={setUp} />;
}

/** What is shown once before one goes on. */
export function Codes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return <Lazy load={loadCodes} props={{ codes, onSaved: onSaved }} />;
}
