/**
 * Search in the reference of the APIs, copying of its code, and the form that sends a request as a person or with a key. Served as
 * it is and built by nobody. A key stays in the memory of this page.
 */

/**
 * @typedef {{ name: string, place: 'path' | 'query', isRequired: boolean, value: string }} TriedParameter
 * @typedef {object} Tried
 * @property {string} method
 * @property {string} path
 * @property {string[]} security
 * @property {TriedParameter[]} parameters
 * @property {{ type: string, value: string }} [body]
 */

/** Characters of an answer that are shown. */
const MAX_SHOWN = 100_000;
/** Time for which a stream without an event is read. */
const LONGEST_SILENCE_MS = 10_000;
/** Key that the reader gave, and the name that goes with it; forgotten with the page. */
const credentials = { name: '', key: '' };
/** Whether a person is signed in here; asked for when a form opens first. @type {Promise<boolean> | undefined} */
let signedIn;

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {string} label @param {HTMLElement} control */
const labelled = (label, control) => make('div', { class: 'field' }, make('label', {}, label, control));

/** Filters the operations of the index by all words that are typed; the address keeps them. @param {HTMLElement} place */
function offerSearch(place) {
  const input = make('input', {
    type: 'search',
    name: 'q',
    autocomplete: 'off',
    placeholder: 'send message, /tasks, POST',
  });
  const status = make('p', { class: 'hint', role: 'status' });
  const rows = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-search]'))];
  const groups = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-group]'));
  const find = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !words.every((word) => row.dataset.search?.includes(word));
    for (const group of groups) group.hidden = group.querySelector('li:not([hidden])') === null;
    const count = rows.filter(({ hidden }) => !hidden).length;
    status.textContent = words.length === 0 ? '' : `${count} of ${rows.length} operations`;
    const address = new URL(location.href);
    if (words.length > 0) address.searchParams.set('q', input.value);
    else address.searchParams.delete('q');
    history.replaceState(history.state, '', address);
  };
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  input.addEventListener('input', find);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
      return;
    event.preventDefault();
    input.focus();
  });
  place.append(labelled('Find an operation', input), status);
  if (input.value) find();
}

/** @param {HTMLElement} box */
function offerCopy(box) {
  const button = make('button', { type: 'button', class: 'copy second small' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(box.querySelector('code')?.textContent ?? '').then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Select and copy'),
    );
  });
  box.querySelector('pre')?.before(button);
}

const LANGUAGE = 'reference-language';

/** The language that was opened last is the one that opens everywhere. */
function followLanguage() {
  const snippets = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll('.snippet'));
  try {
    const stored = localStorage.getItem(LANGUAGE);
    for (const snippet of snippets) {
      if (stored) snippet.open = snippet.dataset.language === stored;
      snippet.addEventListener('toggle', () => {
        if (snippet.open) localStorage.setItem(LANGUAGE, snippet.dataset.language ?? '');
      });
    }
  } catch {
    // A browser that stores nothing opens each as it comes.
  }
}

async function isSignedIn() {
  signedIn ??= fetch('/api/session').then(
    ({ ok }) => ok,
    () => false,
  );
  return signedIn;
}

/** @param {HTMLElement} place */
function offerTry(place) {
  const tried = /** @type {Tried} */ (JSON.parse(place.dataset.try ?? '{}'));
  const details = make('details', { class: 'try' }, make('summary', {}, 'Try it'));
  details.addEventListener('toggle', async () => {
    if (details.querySelector('form')) return;
    details.append(formOf(tried, await isSignedIn()));
  });
  place.append(details);
}

/** @param {Tried} tried @param {boolean} mayUseSession */
function formOf(tried, mayUseSession) {
  const { method, parameters, body, security } = tried;
  const isChat = tried.path.startsWith('/api/v1');
  const form = make('form', { autocomplete: 'off' });
  const fields = parameters.map((parameter) => {
    const input = make('input', {
      autocomplete: 'off',
      spellcheck: 'false',
      ...(parameter.isRequired && { required: '' }),
    });
    input.value = parameter.value;
    form.append(labelled(parameter.name, input));
    return { parameter, input };
  });
  const text = body && make('textarea', { spellcheck: 'false' });
  if (text) {
    text.value = body.value;
    form.append(labelled(body.type === 'application/json' ? 'Body (JSON)' : 'Fields of the form (as JSON)', text));
  }
  const asPerson = make('input', { type: 'checkbox' });
  asPerson.checked = mayUseSession;
  if (mayUseSession) form.append(make('label', { class: 'tick' }, asPerson, 'As the person who is signed in here'));
  const keyFields = make('div');
  const name = make('input', { autocomplete: 'off', spellcheck: 'false' });
  const key = make('input', { type: 'password', autocomplete: 'off' });
  const isOfDriver = security.includes('worker') && !security.includes('key');
  if (isChat) keyFields.append(labelled('E-mail address of the key', name));
  keyFields.append(
    labelled(isOfDriver ? 'Driver’s token' : 'API key', key),
    make('p', { class: 'hint' }, 'The key stays in this page and is forgotten when you leave it.'),
  );
  const takesKey = security.includes('key') || isOfDriver;
  if (takesKey) form.append(keyFields);
  else if (security.length > 0 && !mayUseSession) form.append(make('p', { class: 'hint' }, 'Sign in to try this.'));
  const showKeys = () => {
    keyFields.hidden = asPerson.checked;
    name.value = credentials.name;
    key.value = credentials.key;
  };
  asPerson.addEventListener('change', showKeys);
  showKeys();
  const warning = make('p', { class: 'real', role: 'alert' });
  const button = make('button', {}, `Send ${method}`);
  const answer = make('div', { 'aria-live': 'polite' });
  form.append(warning, button, answer);
  let isConfirmed = false;
  form.addEventListener('input', () => {
    isConfirmed = false;
    warning.textContent = '';
    button.textContent = `Send ${method}`;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (method !== 'GET' && !isConfirmed) {
      isConfirmed = true;
      warning.textContent = 'This request acts on the real data of your organization. Send it?';
      button.textContent = 'Send it to the real data';
      return;
    }
    isConfirmed = false;
    warning.textContent = '';
    button.textContent = `Send ${method}`;
    Object.assign(credentials, asPerson.checked ? {} : { name: name.value, key: key.value });
    button.disabled = true;
    const values = fields.map(({ parameter, input }) => ({ ...parameter, value: input.value }));
    try {
      const request = requestOf(tried, values, text?.value ?? '');
      const { headers } = request;
      if (!asPerson.checked && key.value) {
        const token = isOfDriver
          ? `Bearer ${key.value}`
          : `Basic ${basic(isChat ? `${name.value}:${key.value}` : `${key.value}:`)}`;
        headers.set('authorization', token);
      }
      const began = performance.now();
      const response = await fetch(request.url, {
        method,
        headers,
        credentials: asPerson.checked ? 'same-origin' : 'omit',
        ...(request.body !== undefined && { body: request.body }),
      });
      const shown = await readable(response);
      const milliseconds = Math.round(performance.now() - began);
      answer.replaceChildren(
        make('p', {}, `${response.status} ${response.statusText}, ${milliseconds} ms`),
        make('pre', { tabindex: '0' }, make('code', {}, shown)),
      );
    } catch (error) {
      answer.replaceChildren(
        make(
          'p',
          { class: 'real' },
          error instanceof SyntaxError ? `The body is not JSON: ${error.message}` : String(error),
        ),
      );
    }
    button.disabled = false;
  });
  return form;
}

/** Credentials of HTTP's Basic scheme, in UTF-8 (RFC 7617). @param {string} text */
const basic = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/**
 * @param {Tried} tried
 * @param {TriedParameter[]} values
 * @param {string} text of the body
 */
function requestOf({ path, body }, values, text) {
  const given = values.filter(({ value }) => value !== '');
  const at = path.replaceAll(/\{([^}]+)\}/g, (_, name) =>
    encodeURIComponent(given.find((each) => each.place === 'path' && each.name === name)?.value ?? ''),
  );
  const query = new URLSearchParams(
    given.filter(({ place }) => place === 'query').map(({ name, value }) => [name, value]),
  );
  const headers = new Headers({ accept: 'application/json' });
  const url = query.size > 0 ? `${at}?${query}` : at;
  if (!body || text.trim() === '') return { url, headers, body: undefined };
  const value = JSON.parse(text);
  if (body.type === 'application/json') {
    headers.set('content-type', 'application/json');
    return { url, headers, body: JSON.stringify(value) };
  }
  const form = Object.entries(value).map(([name, each]) => [
    name,
    typeof each === 'string' ? each : JSON.stringify(each),
  ]);
  return { url, headers, body: new URLSearchParams(form) };
}

/** A stream has no end: it is read up to its first event, or as long as a reader waits for one. @param {Response} response */
async function beginningOf(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const patience = setTimeout(() => void reader.cancel(), LONGEST_SILENCE_MS);
  const decoder = new TextDecoder();
  let shown = '';
  // Comments come before it.
  while (!/^data:.*\n\n/m.test(shown) && shown.length < MAX_SHOWN) {
    const { done, value } = await reader.read();
    if (done) break;
    shown += decoder.decode(value, { stream: true });
  }
  clearTimeout(patience);
  await reader.cancel();
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}

/** @param {Response} response */
async function readable(response) {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return beginningOf(response);
  const text = await response.text();
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // It is shown as it came.
  }
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}

const find = document.querySelector('[data-find]');
if (find instanceof HTMLElement) offerSearch(find);
for (const box of document.querySelectorAll('.snippet')) if (box instanceof HTMLElement) offerCopy(box);
for (const place of document.querySelectorAll('[data-try]')) if (place instanceof HTMLElement) offerTry(place);
followLanguage();
// On a phone the groups are folded away.
if (matchMedia('(max-width: 52rem)').matches) document.querySelector('.side details')?.removeAttribute('open');

export {};
