/** The built-in texts of notifications and invitations, by language. */
export const builtInTexts: Readonly<
  Record<string, Record<'invitation' | 'started' | 'arriving' | 'completed' | 'failed' | 'delayed', string>>
> = {
  en: {
    invitation:
      '{organization}: welcome, {worker}! Choose a password at {link} or sign in to a driver app with {phone} and the temporary password {password}',
    started: '{organization}: {worker} is on the way to you. Follow along: {link}',
    arriving: '{organization}: {worker} is almost there. {link}',
    completed: '{organization}: your delivery is done. Thank you! {link}',
    failed: '{organization}: your delivery could not be completed. {link}',
    delayed: '{organization}: your delivery is running late. The new time: {link}',
  },
  de: {
    invitation:
      '{organization}: Willkommen, {worker}! Wählen Sie ein Passwort unter {link} oder melden Sie sich in einer Fahrer-App mit {phone} und dem vorläufigen Passwort {password} an',
    started: '{organization}: {worker} ist auf dem Weg zu Ihnen. Verfolgen: {link}',
    arriving: '{organization}: {worker} ist gleich bei Ihnen. {link}',
    completed: '{organization}: Ihre Lieferung ist erledigt. Vielen Dank! {link}',
    failed: '{organization}: Ihre Lieferung konnte nicht abgeschlossen werden. {link}',
    delayed: '{organization}: Ihre Lieferung verspätet sich. Die neue Zeit: {link}',
  },
  fr: {
    invitation:
      '{organization} : bienvenue, {worker} ! Choisissez un mot de passe sur {link} ou connectez-vous dans une application chauffeur avec {phone} et le mot de passe provisoire {password}',
    started: '{organization} : {worker} est en route vers vous. Suivi : {link}',
    arriving: '{organization} : {worker} arrive bientôt. {link}',
    completed: '{organization} : votre livraison est terminée. Merci ! {link}',
    failed: "{organization} : votre livraison n'a pas pu être effectuée. {link}",
    delayed: '{organization} : votre livraison a du retard. Nouvel horaire : {link}',
  },
  es: {
    invitation:
      '{organization}: ¡te damos la bienvenida, {worker}! Elige una contraseña en {link} o inicia sesión en una aplicación de conductores con {phone} y la contraseña provisional {password}',
    started: '{organization}: {worker} va de camino. Seguimiento: {link}',
    arriving: '{organization}: {worker} está a punto de llegar. {link}',
    completed: '{organization}: tu entrega se ha completado. ¡Gracias! {link}',
    failed: '{organization}: no se ha podido completar tu entrega. {link}',
    delayed: '{organization}: tu entrega lleva retraso. Nueva hora: {link}',
  },
  it: {
    invitation:
      "{organization}: benvenuto, {worker}! Scegli una password su {link} o accedi a un'app per autisti con {phone} e la password provvisoria {password}",
    started: '{organization}: {worker} sta arrivando da te. Segui: {link}',
    arriving: '{organization}: {worker} è quasi arrivato. {link}',
    completed: '{organization}: la tua consegna è completata. Grazie! {link}',
    failed: '{organization}: non è stato possibile completare la tua consegna. {link}',
    delayed: '{organization}: la tua consegna è in ritardo. Nuovo orario: {link}',
  },
  pt: {
    invitation:
      '{organization}: boas-vindas, {worker}! Escolha uma palavra-passe em {link} ou entre numa aplicação de motoristas com {phone} e a palavra-passe provisória {password}',
    started: '{organization}: {worker} está a caminho. Acompanhe: {link}',
    arriving: '{organization}: {worker} está quase a chegar. {link}',
    completed: '{organization}: a sua entrega foi concluída. Obrigado! {link}',
    failed: '{organization}: não foi possível concluir a sua entrega. {link}',
    delayed: '{organization}: a sua entrega está atrasada. Nova hora: {link}',
  },
  nl: {
    invitation:
      '{organization}: welkom, {worker}! Kies een wachtwoord op {link} of log in een chauffeursapp in met {phone} en het tijdelijke wachtwoord {password}',
    started: '{organization}: {worker} is naar u onderweg. Volg mee: {link}',
    arriving: '{organization}: {worker} is er bijna. {link}',
    completed: '{organization}: uw levering is afgerond. Bedankt! {link}',
    failed: '{organization}: uw levering kon niet worden voltooid. {link}',
    delayed: '{organization}: uw levering is vertraagd. De nieuwe tijd: {link}',
  },
  sv: {
    invitation:
      '{organization}: välkommen, {worker}! Välj ett lösenord på {link} eller logga in i en förarapp med {phone} och det tillfälliga lösenordet {password}',
    started: '{organization}: {worker} är på väg till dig. Följ med: {link}',
    arriving: '{organization}: {worker} är snart framme. {link}',
    completed: '{organization}: din leverans är klar. Tack! {link}',
    failed: '{organization}: din leverans kunde inte slutföras. {link}',
    delayed: '{organization}: din leverans är försenad. Ny tid: {link}',
  },
  da: {
    invitation:
      '{organization}: velkommen, {worker}! Vælg en adgangskode på {link} eller log ind i en chaufførapp med {phone} og den midlertidige adgangskode {password}',
    started: '{organization}: {worker} er på vej til dig. Følg med: {link}',
    arriving: '{organization}: {worker} er der næsten. {link}',
    completed: '{organization}: din levering er afsluttet. Tak! {link}',
    failed: '{organization}: din levering kunne ikke gennemføres. {link}',
    delayed: '{organization}: din levering er forsinket. Ny tid: {link}',
  },
  fi: {
    invitation:
      '{organization}: tervetuloa, {worker}! Valitse salasana osoitteessa {link} tai kirjaudu kuljettajasovellukseen numerolla {phone} ja väliaikaisella salasanalla {password}',
    started: '{organization}: {worker} on matkalla luoksesi. Seuraa: {link}',
    arriving: '{organization}: {worker} on melkein perillä. {link}',
    completed: '{organization}: toimituksesi on valmis. Kiitos! {link}',
    failed: '{organization}: toimitustasi ei voitu suorittaa. {link}',
    delayed: '{organization}: toimituksesi on myöhässä. Uusi aika: {link}',
  },
  pl: {
    invitation:
      '{organization}: witaj, {worker}! Wybierz hasło pod adresem {link} albo zaloguj się w aplikacji kierowcy numerem {phone} i hasłem tymczasowym {password}',
    started: '{organization}: {worker} jest w drodze. Śledź: {link}',
    arriving: '{organization}: {worker} już prawie na miejscu. {link}',
    completed: '{organization}: dostawa została zrealizowana. Dziękujemy! {link}',
    failed: '{organization}: nie udało się zrealizować dostawy. {link}',
    delayed: '{organization}: dostawa się opóźnia. Nowa godzina: {link}',
  },
  cs: {
    invitation:
      '{organization}: vítejte, {worker}! Zvolte si heslo na {link} nebo se přihlaste v aplikaci řidiče číslem {phone} a dočasným heslem {password}',
    started: '{organization}: {worker} je na cestě k vám. Sledujte: {link}',
    arriving: '{organization}: {worker} je téměř u vás. {link}',
    completed: '{organization}: vaše zásilka je doručena. Děkujeme! {link}',
    failed: '{organization}: vaši zásilku se nepodařilo doručit. {link}',
    delayed: '{organization}: vaše zásilka má zpoždění. Nový čas: {link}',
  },
};
