import type { KeyWords } from './en.ts';

export const de: KeyWords = {
  lead: 'Mit einem Schlüssel ruft ein anderes Programm die Schnittstelle der Lieferungen im Namen der Organisation auf. Es darf dort alles.',
  columns: {
    name: 'Wofür',
    made: 'Angelegt',
    used: 'Zuletzt benutzt, auf die Stunde genau',
    tools: 'Was man tun kann',
  },
  unnamed: 'Ohne Namen',
  since: (day) => `seit ${day}`,
  unused: 'nie benutzt',
  make: 'Schlüssel anlegen',
  label: 'Wofür ist er?',
  labelHint: 'Damit Sie später wissen, welchen Sie widerrufen.',
  made: 'Der neue Schlüssel',
  madeText: 'Kopieren Sie ihn jetzt: er wird dieses eine Mal gezeigt und nie wieder.',
  none: 'Noch kein Schlüssel',
  noneText: 'Legen Sie einen an für einen Laden oder ein anderes Programm, das Aufträge schickt.',
  revoke: 'Widerrufen',
  revokeTitle: (name) => `Schlüssel „${name}“ widerrufen?`,
  revokeText: 'Was ihn benutzt, wird ab jetzt abgewiesen. Das lässt sich nicht zurücknehmen.',
  revoked: 'Der Schlüssel ist widerrufen',
  secret: 'Webhook-Geheimnis',
  nextLabel: 'Das nächste Webhook-Geheimnis',
  states: {
    unseen:
      'Jeder Webhook ist damit unterschrieben, damit ein Empfänger prüfen kann, woher er kommt. Noch hat es niemand gesehen.',
    known: 'Jeder Webhook ist damit unterschrieben, damit ein Empfänger prüfen kann, woher er kommt.',
    changing:
      'Es wird gewechselt: Webhooks sind mit beiden unterschrieben, dem alten und dem nächsten. Beenden Sie das, wenn alle Empfänger das nächste kennen.',
  },
  show: 'Geheimnis zeigen',
  reason: 'Wofür brauchen Sie es?',
  reasonHint: 'Das steht mit Ihrem Namen im Protokoll.',
  begin: 'Geheimnis wechseln',
  confirm: 'Altes beenden',
  cancel: 'Altes behalten',
  ended: { confirm: 'Jetzt gilt nur noch das nächste Geheimnis', cancel: 'Das alte Geheimnis bleibt' },
  shown: 'Empfänger prüfen damit die Unterschrift.',
  current: 'Das alte, es gilt, bis der Wechsel beendet ist:',
  next: 'Das nächste. Teilen Sie es allen Empfängern mit, dann beenden Sie das alte:',
};
