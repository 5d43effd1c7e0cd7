// Adds a button below what is shown only once (recovery codes, a key, a link) that copies it. It works at an address without https too.
for (const shown of document.querySelectorAll('[data-copy]')) {
  if (!(shown instanceof HTMLElement)) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'second copy';
  button.textContent = shown.dataset.copy ?? '';
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  const lines = [...shown.querySelectorAll('code')].map(({ textContent }) => textContent);
  button.addEventListener('click', async () => {
    status.textContent = '';
    const isCopied = (await write(lines.join('\n'))) || copyMarked(shown);
    if (isCopied) status.textContent = shown.dataset.copied ?? '';
  });
  const row = document.createElement('p');
  row.className = 'copy-row';
  row.append(button, status);
  // Beside what is read out at once, not in it: only what was copied is told then.
  (shown.closest('[role=status]') ?? shown).after(row);
}

/** @param {string} text @returns {Promise<boolean>} */
async function write(text) {
  try {
    if (!('clipboard' in navigator)) return false;
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** It stays marked: where no browser copies it, the keyboard does. @param {HTMLElement} shown @returns {boolean} */
function copyMarked(shown) {
  getSelection()?.selectAllChildren(shown);
  return document.execCommand('copy');
}

export {};
