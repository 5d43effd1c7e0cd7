import { signal } from '@preact/signals';
import { Refusal, type RequestOptions, send } from './request.ts';

/** Signed-in person and their apps; null for apps without access. */
export interface Session {
  person: { id: string; email: string | null; phone: string | null };
  /** The colour is `#rrggbb`, or null for Hubbub's own. */
  organization: { id: string; name: string; colour: string | null };
  apps: {
    chat: { userId: number; role: number; fullName: string } | null;
    dispatch: { administratorId: string; isReadOnly: boolean } | null;
    driver: { workerId: string } | null;
  };
  /** Only for people who manage the organization. */
  standing: 'owner' | 'administrator' | null;
  /** The key that this browser subscribes to pushes with; null where the server sends none. */
  pushKey: string | null;
}

/** Known state of the session: `ended` if somebody was signed in and must sign in again. */
type State =
  | { kind: 'unknown' }
  | { kind: 'failed'; reason: Error }
  | { kind: 'nobody' }
  | { kind: 'signed in'; session: Session }
  | { kind: 'ended'; session: Session };

/** A line that carries nothing for so long is as good as none. */
const PATIENCE_MS = 30_000;

export const sessionState = signal<State>({ kind: 'unknown' });

/** Requests interrupted by the end of the session: they continue after a sign-in. */
let waiting: (() => void)[] = [];

export async function loadSession(): Promise<void> {
  try {
    enter(await send<Session>('/api/session', { signal: AbortSignal.timeout(PATIENCE_MS) }));
  } catch (error) {
    if (isSignedOut(error)) sessionEnded();
    else if (sessionState.value.kind === 'unknown') sessionState.value = { kind: 'failed', reason: error as Error };
  }
}

/** After a failure at the start of the page: once more. */
export function loadSessionAgain(): void {
  sessionState.value = { kind: 'unknown' };
  void loadSession();
}

const LAST_HERE = 'session-person';

/** Whether a person was signed in when a page of this browser, of any app, last asked or signed somebody out. */
export function isLastHere(personId: string): boolean {
  try {
    return localStorage.getItem(LAST_HERE) === personId;
  } catch {
    return false;
  }
}

/** @param personId undefined: nobody is signed in */
function noteHere(personId: string | undefined): void {
  try {
    if (personId === undefined) localStorage.removeItem(LAST_HERE);
    else localStorage.setItem(LAST_HERE, personId);
  } catch {
    // A browser that keeps nothing presumes nobody.
  }
}

/** Set while somebody is taken to be signed in because they were at the last visit. */
let forget: (() => Promise<void>) | undefined;

/**
 * Opens the page for whoever was signed in at the last visit, before the server says so.
 * @param gone takes away what is theirs, when it turns out that they are not; the page starts anew then
 */
export function presume(session: Session, gone: () => Promise<void>): void {
  sessionState.value = { kind: 'signed in', session };
  forget = gone;
}

/** @returns whether the page starts anew, since whoever it was opened for is not here */
function startsAnew(session: Session | undefined): boolean {
  const gone = forget;
  forget = undefined;
  const state = sessionState.value;
  if (!gone || ('session' in state && state.session.person.id === session?.person.id)) return false;
  void gone().finally(() => location.reload());
  return true;
}

/**
 * The session is no more: what is on the page stays, and whoever is there is asked to sign in again. A page that could not ask at its
 * start learns so that nobody is signed in.
 */
export function sessionEnded(): void {
  noteHere(undefined);
  if (startsAnew(undefined)) return;
  const state = sessionState.value;
  if (state.kind === 'unknown' || state.kind === 'failed') sessionState.value = { kind: 'nobody' };
  if (state.kind === 'signed in') sessionState.value = { kind: 'ended', session: state.session };
}

/**
 * Somebody has signed in. For the one who was there before, everything goes on; what another one's page shows is nothing
 * for them, so the page starts anew.
 */
export function enter(session: Session): void {
  noteHere(session.person.id);
  if (startsAnew(session)) return;
  const before = sessionState.value;
  if ('session' in before && before.session.person.id !== session.person.id) {
    location.reload();
    return;
  }
  sessionState.value = { kind: 'signed in', session };
  const resumed = waiting;
  waiting = [];
  for (const go of resumed) go();
}

/**
 * Sends a request; when the session has ended meanwhile, waits until the same person has signed in again and sends it
 * once more. (A request that was refused so has done nothing.)
 */
export async function request<T>(path: string, options?: RequestOptions): Promise<T> {
  while (true) {
    try {
      return await send<T>(path, options);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      const resumed = new Promise<void>((resolve) => waiting.push(resolve));
      sessionEnded();
      await resumed;
    }
  }
}

/** @param clear takes away what the app keeps of this person */
export async function signOut(clear: () => Promise<void> = async () => {}): Promise<void> {
  await send('/api/session', { method: 'DELETE' });
  noteHere(undefined);
  await clear();
  location.reload();
}

function isSignedOut(error: unknown): boolean {
  return error instanceof Refusal && error.status === 401;
}
