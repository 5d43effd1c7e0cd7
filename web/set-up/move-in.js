/**
 * Uploads the archive of a team that moves in, in parts, and keeps the page of a running import true. Served as it is and built
 * by nobody.
 */

/** Bytes of one request: so many are sent again at most when the connection breaks. */
const PART_BYTES = 8 * 1024 * 1024;
/** Between two looks at a running import. */
const LOOK_MS = 2000;
/** Between two attempts to send one part, and their number. */
const AGAIN_MS = 2000;
const ATTEMPTS = 10;

/** @type {{ createHTML(text: string): string }} The markup of this same page comes from our own server alone. */
const policy = /** @type {any} */ (window).trustedTypes?.createPolicy('hubbub-message', {
  createHTML: (/** @type {string} */ text) => text,
}) ?? { createHTML: (/** @type {string} */ text) => text };

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
const root = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-move-in]'));

/** The server's refusal, which no other try changes. */
class Refused extends Error {}

/** @param {HTMLElement} part */
function offerUpload(part) {
  const input = /** @type {HTMLInputElement} */ (part.querySelector('input'));
  const button = /** @type {HTMLButtonElement} */ (part.querySelector('button'));
  const progress = /** @type {HTMLProgressElement} */ (part.querySelector('progress'));
  const status = /** @type {HTMLElement} */ (part.querySelector('[data-said]'));
  const { token = '', limit = '0', large = '', lost = '' } = part.dataset;
  const file = () => input.files?.[0];
  /** @param {string} problem empty if there is none */
  const show = (problem) => {
    status.textContent = problem;
    status.classList.toggle('problem', problem !== '');
  };
  const choose = () => {
    const isTooLarge = (file()?.size ?? 0) > Number(limit);
    show(isTooLarge ? large : '');
    button.disabled = file() === undefined || isTooLarge;
  };
  input.addEventListener('change', choose);
  choose();
  button.addEventListener('click', async () => {
    const archive = file();
    if (!archive) return;
    input.disabled = true;
    button.disabled = true;
    progress.hidden = false;
    show('');
    try {
      await upload(archive, token, (sent) => {
        progress.value = sent / archive.size;
      });
      location.reload();
    } catch (error) {
      show(error instanceof Refused ? error.message : lost);
      progress.hidden = true;
      input.disabled = false;
      button.disabled = false;
    }
  });
}

/**
 * Sends a file by the protocol of https://tus.io; one that was begun from this tab is gone on with.
 * @param {File} file
 * @param {string} token
 * @param {(sent: number) => void} onProgress
 */
async function upload(file, token, onProgress) {
  const key = `move-in ${token} ${file.name} ${file.size} ${file.lastModified}`;
  const known = sessionStorage.getItem(key);
  const found = known === null ? undefined : await ask(known, token, 'HEAD', {}).catch(() => undefined);
  let address = known;
  let sent = Number(found?.headers.get('upload-offset') ?? 0);
  if (!found || address === null) {
    const begun = await ask('/api/move-in/archives', token, 'POST', { 'upload-length': String(file.size) });
    address = /** @type {string} */ (begun.headers.get('location'));
    sessionStorage.setItem(key, address);
  }
  for (let attempts = 0; sent < file.size; ) {
    onProgress(sent);
    try {
      const part = file.slice(sent, sent + PART_BYTES);
      const headers = { 'upload-offset': String(sent), 'content-type': 'application/offset+octet-stream' };
      const answer = await ask(address, token, 'PATCH', headers, part);
      sent = Number(answer.headers.get('upload-offset') ?? file.size);
      attempts = 0;
    } catch (error) {
      if (!(error instanceof Refused)) await pause(AGAIN_MS);
      const answer = await ask(address, token, 'HEAD', {}).catch(() => undefined);
      const received = Number(answer?.headers.get('upload-offset') ?? sent);
      // A part that is refused because it came before is no end of the upload.
      if (error instanceof Refused ? received === sent : ++attempts > ATTEMPTS) {
        if (error instanceof Refused) sessionStorage.removeItem(key);
        throw error;
      }
      sent = received;
    }
  }
  sessionStorage.removeItem(key);
}

/**
 * @param {string} address
 * @param {string} token
 * @param {string} method
 * @param {Record<string, string>} headers
 * @param {Blob} [body]
 */
async function ask(address, token, method, headers, body) {
  const answer = await fetch(address, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers },
    ...(body && { body }),
  });
  if (answer.ok) return answer;
  const text = await answer.text();
  // The server is busy: the next look says where it stands.
  if (answer.status >= 500 || answer.status === 429) throw new Error(text);
  let message = text;
  try {
    message = JSON.parse(text).message;
  } catch {
    // No body, as of HEAD.
  }
  throw new Refused(message);
}

/** Shows a running import as it stands, until it does something else. */
async function follow() {
  while (root()?.dataset.running === 'yes') {
    await pause(LOOK_MS);
    const answer = await fetch(location.href).catch(() => undefined);
    // Somebody gave the import up, or made another address for it.
    if (answer?.status === 404) return location.reload();
    if (!answer?.ok) continue;
    const page = new DOMParser().parseFromString(policy.createHTML(await answer.text()), 'text/html');
    const next = page.querySelector('[data-move-in]');
    if (!(next instanceof HTMLElement)) continue;
    // Another phase has another title.
    if (next.dataset.phase !== root()?.dataset.phase) return location.reload();
    if (!next.isEqualNode(root())) root()?.replaceWith(document.adoptNode(next));
  }
}

const part = document.querySelector('[data-upload]');
if (part instanceof HTMLElement) offerUpload(part);
void follow();

export {};
