import { SignIn } from '../../shared/session/sign-in.tsx';
import { words } from '../texts/index.ts';

/** Who is there, before anything is shown. */
export function SignInScreen() {
  return (
    <main class="driver-door">
      <h1 class="unseen">{words.title}</h1>
      <SignIn />
    </main>
  );
}
