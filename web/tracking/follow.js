/**
 * Keeps a tracking page true. Served as it is and built by nobody, so that the page needs no build; without it the page is
 * what the server wrote, and its links and forms work.
 */

const root = /** @type {HTMLElement} */ (document.querySelector('[data-follow]'));

/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));

/** Between two tries. */
const AGAIN_MS = 15_000;

/** Time at which the page was last correct, for the sentence that says so. */
let trueAt = new Date();

/**
 * The map, once it is shown, and its part of the page; then where the driver is.
 * @type {{ attribution: string, moveTo(driver: [number, number] | null): void } | undefined}
 */
let shownMap;
/** @type {HTMLElement | null} */
const mapPart = root.querySelector('[data-map]');
/** @type {[number, number] | null} */
let driverAt = null;

/**
 * The markup of this same page comes from our own server alone.
 * @type {{ createHTML(text: string): string }}
 */
const policy = /** @type {any} */ (window).trustedTypes?.createPolicy('hubbub-message', {
  createHTML: (/** @type {string} */ text) => text,
}) ?? { createHTML: (/** @type {string} */ text) => text };

/**
 * @typedef {{ headline: string, details: string[], step: number | null, sketch: [number, number] | null, stage: string,
 *   location: [number, number] | null }} View
 * @param {View} view
 */
function show(view) {
  trueAt = new Date();
  const headline = part('headline');
  // Said aloud only when it is another sentence.
  if (headline.textContent !== view.headline) headline.textContent = view.headline;
  part('details').replaceChildren(
    ...view.details.map((each) => Object.assign(document.createElement('li'), { textContent: each })),
  );
  const steps = part('steps');
  steps.hidden = view.step === null;
  for (const [index, step] of [...steps.children].entries())
    if (index === view.step) step.setAttribute('aria-current', 'step');
    else step.removeAttribute('aria-current');
  const sketch = root.querySelector('[data-sketch]');
  driverAt = view.location;
  sketch?.toggleAttribute('hidden', !view.sketch || shownMap !== undefined);
  mapPart?.toggleAttribute('hidden', !view.sketch);
  shownMap?.moveTo(view.location);
  if (view.sketch) {
    const [x, y] = view.sketch;
    sketch?.querySelector('[data-courier]')?.setAttribute('cx', String(x));
    sketch?.querySelector('[data-courier]')?.setAttribute('cy', String(y));
  }
  if (root.dataset.stage !== view.stage) void refresh();
}

/** Another stage offers other things: they are taken from the page as the server writes it now. */
async function refresh() {
  const answer = await fetch(location.href).catch(() => undefined);
  const text = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
  if (text === undefined) {
    // A stage is told once: what could not be had is asked for again.
    if (answer?.status !== 404) setTimeout(refresh, AGAIN_MS);
    return;
  }
  const areas = [...root.querySelectorAll('textarea')].map(({ id, value }) => ({ id, value }));
  const options = [...root.querySelectorAll('input:checked')].map((each) => each.getAttribute('value'));
  const focused = document.activeElement?.id;
  replaceParts(text);
  for (const { id, value } of areas) {
    const area = root.querySelector('textarea');
    if (area?.id !== id) continue;
    area.value = value;
    if (focused === id) area.focus();
  }
  for (const option of options) {
    /** @type {HTMLInputElement | null} */
    const input = root.querySelector(`input[name="option"][value="${option}"]`);
    if (input) input.checked = true;
  }
}

/**
 * Takes over what the page offers. What is chosen and typed is in no markup: parts that are the same stay, with it and the
 * focus; of others what was typed and chosen goes along.
 * @param {string} text of the whole page
 * @returns whether it was a tracking page
 */
function replaceParts(text) {
  const page = new DOMParser().parseFromString(policy.createHTML(text), 'text/html');
  const stage = /** @type {HTMLElement | null} */ (page.querySelector('[data-stage]'))?.dataset.stage;
  if (stage === undefined) return false;
  for (const name of ['parts', 'problem']) {
    const from = page.querySelector(`[data-${name}]`);
    if (from && !from.isEqualNode(part(name))) part(name).replaceWith(document.adoptNode(from));
  }
  root.dataset.stage = stage;
  return true;
}

/** @param {boolean} isLost */
function showConnection(isLost) {
  const line = part('connection');
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' }).format(trueAt);
  line.textContent = isLost ? (root.dataset.notConnected ?? '').replace('{time}', time) : '';
  line.hidden = !isLost;
}

function follow() {
  const source = new EventSource(/** @type {string} */ (root.dataset.follow));
  source.addEventListener('open', () => showConnection(false));
  source.addEventListener('error', () => {
    showConnection(true);
    // The browser tries again by itself, unless it was refused.
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, AGAIN_MS);
  });
  source.addEventListener('view', ({ data }) => show(JSON.parse(data)));
  source.addEventListener('over', () => {
    source.close();
    part('headline').textContent = root.dataset.over ?? '';
    for (const name of ['details', 'parts']) part(name).replaceChildren();
    for (const name of ['sketch', 'steps', 'map']) root.querySelector(`[data-${name}]`)?.setAttribute('hidden', '');
    showConnection(false);
  });
}

/** Takes the place of the sketch, once somebody asks for it: until then its server learns nothing. */
async function showMap() {
  if (!mapPart || shownMap) return;
  const { map = '', script = '', failed = '' } = mapPart.dataset;
  const [place, source] = [part('map-place'), part('map-source')];
  const button = /** @type {HTMLButtonElement} */ (part('map-show'));
  button.disabled = true;
  place.hidden = false;
  try {
    const { showMap: draw } = await import(script);
    shownMap = await draw(place, { ...JSON.parse(map), driver: driverAt });
    shownMap?.moveTo(driverAt);
    source.textContent = shownMap?.attribution ?? '';
    source.hidden = false;
    root.querySelector('[data-sketch]')?.setAttribute('hidden', '');
    for (const each of [button, root.querySelector('[data-map-note]')]) each?.remove();
    showProblem('');
  } catch {
    place.hidden = true;
    place.replaceChildren();
    button.disabled = false;
    showProblem(failed);
  }
}

/** @param {string} text */
function showProblem(text) {
  const line = part('problem');
  line.textContent = text;
  line.hidden = text === '';
}

// What is sent without a connection would be lost with the page: it stays in the form, and the page says so.
root.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
  if (button.disabled) return;
  button.disabled = true;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const answer = await fetch(location.href, { method: 'POST', body }).catch(() => undefined);
  const isTaken = answer !== undefined && answer.status < 500 && answer.status !== 429;
  const text = isTaken ? await answer.text().catch(() => undefined) : undefined;
  button.disabled = false;
  if (text === undefined || !replaceParts(text)) showProblem(root.dataset.notSent ?? '');
  else if (answer?.ok) form.reset();
  // What became of it is read out, and is where one goes on from.
  const notice = /** @type {HTMLElement | null} */ (root.querySelector('.alert:not([hidden]), .done'));
  if (notice) {
    notice.tabIndex = -1;
    notice.focus();
  }
});

if (mapPart) {
  driverAt = JSON.parse(mapPart.dataset.map ?? '').driver;
  mapPart.hidden = driverAt === null;
  part('map-show').addEventListener('click', () => void showMap());
}
part('refresh').hidden = true;
follow();
