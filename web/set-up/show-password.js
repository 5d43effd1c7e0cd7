// Adds a button to fields of passwords that shows what was typed. What is sent is a password again: no browser stores it as text.
for (const input of document.querySelectorAll('input')) {
  const { show: words, reveal: name } = input.dataset;
  if (words === undefined || name === undefined) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'second reveal';
  button.textContent = words;
  button.setAttribute('aria-label', name);
  const show = (/** @type {boolean} */ isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
  };
  show(false);
  button.addEventListener('click', () => {
    show(input.type === 'password');
    input.focus();
  });
  input.form?.addEventListener('submit', () => show(false));
  input.after(button);
}
