/** Whole messages that mean an opt-out, in the languages of the built-in texts and as carriers define them. */
const OUT = new Set(
  'stop stopall stop-all unsubscribe cancel end quit revoke optout opt-out arret arrêt alto baja parar stopp afmelden annulla annuler abmelden keskeytä lopeta sluta afmeld stopuj'.split(
    ' ',
  ),
);
const IN = new Set('start unstop unstopp optin opt-in'.split(' '));

/** Whether a message is an opt-out, an opt-in, or neither. */
export function optWordOf(body: string): 'out' | 'in' | undefined {
  const word = body
    .trim()
    .replace(/[.!]+$/, '')
    .toLowerCase();
  if (OUT.has(word)) return 'out';
  return IN.has(word) ? 'in' : undefined;
}
