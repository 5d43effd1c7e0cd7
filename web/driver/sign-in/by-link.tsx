import { useState } from 'preact/hooks';
import { Codes, type FactorSetUp, Secret, type SignedIn } from '../../shared/session/factor-set-up.tsx';
import { Refusal, send } from '../../shared/session/request.ts';
import { enter } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { ScanDialog } from '../scan/scan-dialog.tsx';
import { Problems } from '../stop/part.tsx';
import { signInWords as words } from './texts/index.ts';

/** The end of a link that a dispatcher shows (src/dispatch/workers/README.md); undefined of anything else. */
function tokenIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return origin === location.origin ? /^\/in\/([\w-]{20,100})$/.exec(pathname)?.[1] : undefined;
}

const ASKS = ['code_needed', 'second_factor_needed'];

const setUpOf = (extra: Readonly<Record<string, unknown>>) => extra as unknown as FactorSetUp;

/** Signing in by the picture on a dispatcher's screen. The app's own camera reads it: what the phone's reads opens the browser. */
export function ByLink() {
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string>();
  const [asksCode, setAsksCode] = useState(false);
  const [setUp, setSetUp] = useState<FactorSetUp>();
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const [problem, setProblem] = useState<string>();
  const go = async (token: string, code?: string) => {
    setProblem(undefined);
    try {
      const body = { link: token, code, setUp: setUp?.setUp };
      const answer = await send<SignedIn>('/api/session', { method: 'POST', body });
      if (answer.recoveryCodes) setSignedIn(answer);
      else enter(answer);
    } catch (error) {
      if (!(error instanceof Refusal)) setProblem(texts.states.unreachable);
      else if (!ASKS.includes(error.code)) setProblem(error.message);
      const isAsked = error instanceof Refusal && [...ASKS, 'wrong_code'].includes(error.code);
      setAsksCode(isAsked);
      if (error instanceof Refusal) setSetUp(isAsked && 'setUp' in error.extra ? setUpOf(error.extra) : undefined);
    }
  };
  const take = (text: string) => {
    const token = tokenIn(text);
    if (token === undefined) return words.notOurs;
    setOpen(false);
    setLink(token);
    void go(token);
    return undefined;
  };
  if (signedIn?.recoveryCodes) return <Codes codes={signedIn.recoveryCodes} onSaved={() => enter(signedIn)} />;
  return (
    <section>
      <p>{words.scanLead}</p>
      <Button kind="primary" icon="qr-code" onClick={() => setOpen(true)}>
        {words.scan}
      </Button>
      <Problems sentences={problem === undefined ? [] : [problem]} />
      {asksCode && link !== undefined && (
        <form
          class="driver-code"
          onSubmit={(event) => {
            event.preventDefault();
            void go(link, String(new FormData(event.currentTarget).get('code')));
          }}
        >
          {setUp ? <Secret setUp={setUp} /> : <p>{words.codeLead}</p>}
          <Field label={words.code}>
            <input name="code" autocomplete="one-time-code" required />
          </Field>
          <Button type="submit">{words.go}</Button>
        </form>
      )}
      {isOpen && (
        <ScanDialog
          title={words.scan}
          typed={{ label: words.typed, max: 500 }}
          onCode={take}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
