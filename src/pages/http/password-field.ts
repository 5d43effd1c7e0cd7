import { PASSWORD_CHARACTERS, passwordFault } from '../../platform/credentials/password-rule.ts';
import type { Texts } from '../texts/index.ts';
import { type Filled, type Input, input } from './fields.ts';
import { verbatim } from './form.ts';
import type { Html } from './html.ts';

const { min, max } = PASSWORD_CHARACTERS;
/** Characters of a password that was chosen elsewhere, or under another rule. */
const MAX_OWN = 1000;

/** A password as a form's field; one that is too long is told so by the rule. */
export const passwordField = verbatim(2 * max);

/** Returns the input for a new password. @param isChosen a password was already chosen and is stored for this form */
export function newPasswordInput(
  filled: Filled,
  { password }: Texts,
  { autofocus = false, isChosen = false } = {},
): Html {
  const { label, hint, stored } = password;
  return input(filled, {
    name: 'password',
    label,
    hint: isChosen ? stored : hint({ min }),
    optional: isChosen,
    type: 'password',
    autocomplete: 'new-password',
    min,
    max,
    autofocus,
    reveal: password,
  });
}

/** Returns the input for the password that somebody has. */
export function ownPasswordInput(
  filled: Filled,
  { password }: Texts,
  given: Partial<Pick<Input, 'name' | 'label' | 'autocomplete' | 'autofocus'>> = {},
): Html {
  return input(filled, {
    name: 'password',
    label: password.label,
    type: 'password',
    autocomplete: 'current-password',
    max: MAX_OWN,
    reveal: password,
    ...given,
  });
}

/** Returns the problem of a chosen password as a sentence. @param names as for `passwordFault` */
export function passwordSentence(chosen: string, names: readonly string[], { password }: Texts): string | undefined {
  const fault = passwordFault(chosen, names);
  if (fault === 'length') return password.length({ min, max });
  return fault && password[fault];
}
