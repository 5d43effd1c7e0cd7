// Chooses the browser's own time zone in the set-up form, where nobody has chosen one yet.
const select = document.querySelector('select[name=timezone]');
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
// A browser that says UTC hides where it is.
if (select instanceof HTMLSelectElement && select.value === '' && timeZone !== 'UTC') {
  const isOffered = [...select.options].some(({ value }) => value === timeZone);
  if (isOffered) select.value = timeZone;
}
