import { type Html, html } from './html.ts';

/** Problems of a form: sentences by field; `''` is the form as a whole. */
export type Problems = Readonly<Record<string, string | undefined>>;

/** State of a shown form: earlier input and its problems. */
export interface Filled {
  values: Readonly<Record<string, string | undefined>>;
  problems: Problems;
}

export const EMPTY: Filled = { values: {}, problems: {} };

export interface Input {
  name: string;
  label: string;
  hint?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'password' | 'url';
  /** For password managers and the browser's own filling (WCAG 1.3.5); `off` unless given: it is not about who sits there. */
  autocomplete?: string;
  inputmode?: 'numeric';
  max: number;
  min?: number;
  optional?: boolean;
  autofocus?: boolean;
  /** Words of the button that shows a password: what is written on it, and its name. */
  reveal?: { show: string; showPassword: string };
}

/** A labelled input of one line, with what was wrong with it. A password is never shown again. */
export function input(filled: Filled, given: Input): Html {
  const { name, type = 'text' } = given;
  const value = type === 'password' ? '' : (filled.values[name] ?? '');
  return labelled(
    filled,
    given,
    html`<input id="${name}" name="${name}" type="${type}" value="${value}" maxlength="${given.max}" dir="auto"${[
      given.min !== undefined && html` minlength="${given.min}"`,
      html` autocomplete="${given.autocomplete ?? 'off'}"`,
      given.reveal && html` data-show="${given.reveal.show}" data-reveal="${given.reveal.showPassword}"`,
      given.inputmode && html` inputmode="${given.inputmode}"`,
      !given.optional && html` required`,
      focused(filled, given),
      described(filled, given),
    ]}>`,
  );
}

/** The same of several lines. */
export function textArea(filled: Filled, given: Input & { rows: number }): Html {
  const { name, rows } = given;
  return labelled(
    filled,
    given,
    html`<textarea id="${name}" name="${name}" rows="${rows}" maxlength="${given.max}" dir="auto" autocomplete="off"${[
      !given.optional && html` required`,
      focused(filled, given),
      described(filled, given),
    ]}>
${filled.values[name] ?? ''}</textarea>`,
  );
}

/** A text file to choose. What was chosen before is not shown again: browsers do not allow it. */
export function filePicker(filled: Filled, given: Pick<Input, 'name' | 'label' | 'hint'> & { accept: string }): Html {
  const { name, accept } = given;
  return labelled(
    filled,
    given,
    html`<input id="${name}" name="${name}" type="file" accept="${accept}"${described(filled, given)}>`,
  );
}

/** One of several: a menu that the browser draws. */
export function select(
  filled: Filled,
  given: Pick<Input, 'name' | 'label' | 'hint' | 'autocomplete'> & {
    options: readonly (readonly [value: string, text: string])[];
  },
): Html {
  const { name, options } = given;
  const chosen = filled.values[name];
  return labelled(
    filled,
    given,
    html`<select id="${name}" name="${name}"${[
      html` autocomplete="${given.autocomplete ?? 'off'}"`,
      focused(filled, given),
      described(filled, given),
    ]}>${options.map(
      ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
    )}</select>`,
  );
}

/** One of a few that are all to be seen, each with a line that explains it. */
export function choice(
  filled: Filled,
  {
    name,
    label,
    options,
  }: { name: string; label: string; options: readonly { value: string; label: string; hint: string }[] },
): Html {
  const chosen = filled.values[name] ?? options[0]!.value;
  return html`<fieldset class="choice"><legend>${label}</legend>${options.map(
    (option) =>
      html`<label><input type="radio" name="${name}" value="${option.value}"${
        option.value === chosen && html` checked`
      }><span><b>${option.label}</b><small>${option.hint}</small></span></label>`,
  )}</fieldset>`;
}

/** A box to tick. */
export function checkbox(filled: Filled, { name, label, hint }: { name: string; label: string; hint?: string }): Html {
  return html`<label class="tick"><input type="checkbox" name="${name}" value="yes"${
    filled.values[name] === 'yes' && html` checked`
  }><span>${label}${hint && html`<small>${hint}</small>`}</span></label>`;
}

/** Returns the problem of the form as a whole; read out when the page opens. */
export function alertOf({ problems }: Filled): Html | false {
  const { '': whole } = problems;
  return whole !== undefined && html`<p class="alert" role="alert">${whole}</p>`;
}

function labelled(
  { problems }: Filled,
  { name, label, hint }: Pick<Input, 'name' | 'label' | 'hint'>,
  control: Html,
): Html {
  const problem = problems[name];
  return html`<div class="field"><label for="${name}">${label}</label>${[
    hint && html`<small id="${name}-hint">${hint}</small>`,
    control,
    problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`,
  ]}</div>
`;
}

/** A form that comes back stands at what is wrong: of several such fields the browser takes the first. */
function focused({ problems }: Filled, { name, autofocus }: Pick<Input, 'name' | 'autofocus'>): Html | false {
  const hasProblems = Object.entries(problems).some(([field, problem]) => field !== '' && problem !== undefined);
  const isFocused = hasProblems ? problems[name] !== undefined : autofocus === true;
  return isFocused && html` autofocus`;
}

function described({ problems }: Filled, { name, hint }: Pick<Input, 'name' | 'hint'>): (Html | false)[] {
  const isWrong = problems[name] !== undefined;
  const ids = [hint && `${name}-hint`, isWrong && `${name}-problem`].filter(Boolean).join(' ');
  return [ids !== '' && html` aria-describedby="${ids}"`, isWrong && html` aria-invalid="true"`];
}
