import { Lazy } from '../ui/lazy.tsx';
import type { Session } from './session.ts';

/** A second factor that is to be set up at the sign-in, as the server brings it. */
export interface FactorSetUp {
  secret: string;
  uri: string;
  /** To be brought back with a code. */
  setUp: string;
}

/** Answer of a sign-in; includes recovery codes if it turned on a second factor. */
export type SignedIn = Session & { recoveryCodes?: readonly string[] };

const loadSecret = async () => (await import('./factor.tsx')).SecretToScan;
const loadCodes = async () => (await import('./factor.tsx')).RecoveryCodes;

/** QR code, loaded on demand: few sign-ins set up a factor. */
export function Secret({ setUp }: { setUp: FactorSetUp }) {
  return <Lazy load={loadSecret} props={setUp} />;
}

/** Recovery codes, shown once before continuing. */
export function Codes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return <Lazy load={loadCodes} props={{ codes, onSaved }} />;
}
