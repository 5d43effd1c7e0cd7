import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Tick } from '../ui/field.tsx';
import { Codes, type FactorSetUp, Secret, type SignedIn } from './factor-set-up.tsx';
import { Refusal, send } from './request.ts';
import './sign-in.css';
import { enter, sessionState } from './session.ts';

/** Missing step after a right password; the challenge replaces the password. */
interface Step {
  challenge?: string;
  needsCode?: boolean;
  organization?: string;
  organizations?: readonly { id: string; name: string }[];
  /** Secret of a second factor to set up. */
  secret?: string;
  uri?: string;
  setUp?: string;
}

const ASKS = ['code_needed', 'second_factor_needed', 'choose_organization'];
const STEPS = [...ASKS, 'wrong_code'];

/**
 * Asks who is there: at the start of a page, and over the page when the session ended while somebody works. Nothing under
 * it is taken away, so nothing is lost.
 */
export function SignIn() {
  const state = sessionState.value;
  if (state.kind !== 'nobody' && state.kind !== 'ended') return null;
  const { title, expiredTitle, expired } = texts.session;
  const again = state.kind === 'ended';
  return (
    <Dialog title={again ? expiredTitle : title}>
      {again && <p class="sign-in-words">{expired}</p>}
      <SignInForm />
    </Dialog>
  );
}

/** The steps of a sign-in: address and password, then what is missing. */
export function SignInForm() {
  const words = texts.session;
  const [step, setStep] = useState<Step>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const form = useRef<HTMLFormElement>(null);
  // What is asked for next is where one goes on to type.
  useLayoutEffect(() => form.current!.querySelector<HTMLElement>('input:not([readonly]), select')?.focus(), [step]);
  const submit = async (form: FormData) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await send<SignedIn>('/api/session', { method: 'POST', body: bodyOf(form, step) });
      if (answer.recoveryCodes) setSignedIn(answer);
      else enter(answer);
    } catch (error) {
      setStep(nextStep(error, step));
      if (!(error instanceof Refusal)) setProblem(texts.states.unreachable);
      else if (!ASKS.includes(error.code)) setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  if (signedIn?.recoveryCodes) return <Codes codes={signedIn.recoveryCodes} onSaved={() => enter(signedIn)} />;
  return (
    <form
      ref={form}
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit(new FormData(event.currentTarget));
      }}
    >
      {step.challenge === undefined && <Credentials problem={problem} />}
      {step.organizations && (
        <Field label={words.organization} problem={problem}>
          <select name="organization">
            {step.organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      {isSetUp(step) && <Secret setUp={step} />}
      {step.needsCode && (
        <Field label={words.code} {...(!isSetUp(step) && { hint: words.codeHint })} problem={problem}>
          <input name="code" autocomplete="one-time-code" required />
        </Field>
      )}
      <div class="dialog-actions">
        <Button kind="primary" type="submit" busy={busy}>
          {words.submit}
        </Button>
      </div>
      {/* In a tab of its own, so that nothing here is lost: where it leads brings back every tab. */}
      <a
        class="sign-in-elsewhere"
        href={`/sign-in?to=${encodeURIComponent(location.pathname)}`}
        target="_blank"
        rel="noreferrer"
      >
        {words.elsewhere}
      </a>
    </form>
  );
}

function Credentials({ problem }: { problem: string | undefined }) {
  const words = texts.session;
  return (
    <>
      <Field label={words.emailOrPhone}>
        <input name="emailOrPhone" autocomplete="username" required />
      </Field>
      <Field label={words.password} problem={problem}>
        <input name="password" type="password" autocomplete="current-password" required />
      </Field>
      <Tick name="shared" label={words.shared} hint={words.sharedHint} />
    </>
  );
}

function isSetUp(step: Step): step is Step & FactorSetUp {
  return step.setUp !== undefined;
}

function bodyOf(form: FormData, { challenge, organization, setUp }: Step): Record<string, unknown> {
  const given = (name: string) => (form.get(name) as string | null) ?? undefined;
  const more = { code: given('code'), organization: given('organization') ?? organization, setUp };
  if (challenge !== undefined) return { challenge, ...more };
  const who = given('emailOrPhone')!;
  return { [who.includes('@') ? 'email' : 'phone']: who, password: given('password'), shared: form.has('shared') };
}

/** After a refusal: what is asked for next. The same step where the refusal asks for nothing. */
function nextStep(error: unknown, step: Step): Step {
  if (!(error instanceof Refusal)) return step;
  if (error.code === 'sign_in_expired') return {};
  return STEPS.includes(error.code)
    ? { ...(error.extra as Step), needsCode: error.code !== 'choose_organization' }
    : step;
}
