import { sessionState } from '../../shared/session/session.ts';
import { SignInForm } from '../../shared/session/sign-in.tsx';
import { notedUnsent } from '../data/unsent-note.ts';
import { ByLink } from './by-link.tsx';
import './sign-in.css';
import { signInWords as words } from './texts/index.ts';

/** Sign-in screen: by a dispatcher's code, or by phone and password. */
export function SignInScreen() {
  const unsent = notedUnsent();
  return (
    <main class="driver-closed">
      <div class="driver-sign-in">
        <h1>{words.title}</h1>
        {sessionState.value.kind === 'ended' && <p>{words.again}</p>}
        {unsent > 0 && <p role="status">{words.unsent({ count: unsent })}</p>}
        <ByLink />
        <section>
          <h2>{words.orPassword}</h2>
          <SignInForm />
        </section>
      </div>
    </main>
  );
}
