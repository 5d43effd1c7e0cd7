// Chooses the browser's own time zone in the set-up form, where nobody has chosen one yet.
const select = document.querySelector('select[name=timezone]');
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
if (select instanceof HTMLSelectElement && select.value === '') {
  const isOffered = [...select.options].some(({ value }) => value === timeZone);
  if (isOffered) select.value = timeZone;
}
