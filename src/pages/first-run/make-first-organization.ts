import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { countPublicView } from '../../platform/http/public-views.ts';
import { labelOf } from '../../platform/sessions/session.ts';
import { readFormFields } from '../http/form.ts';
import { SessionError } from '../session/session-errors.ts';
import { presentSession, SessionObject } from '../session/session-object.ts';
import { sessionOperation } from '../session/session-operation.ts';
import { pageTexts } from '../texts/index.ts';
import { type FirstRunState, firstRunState } from './access.ts';
import { checkFounding, foundAndEnter, foundingFields } from './founding.ts';

/** Requests for one address in a minute: as of a page. */
const MAX_REQUESTS = 600;

/** Fields are optional, so that missing ones are reported together with wrong ones, after the code is accepted. */
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const { code, organization, country, timezone, name, email, password } = foundingFields;

export const makeFirstOrganization = sessionOperation({
  method: 'POST',
  base: '/api/first-run',
  path: '',
  summary: 'Create the first organization and its owner with the one-time code, and sign this browser in',
  access: 'anyone',
  body: Type.Object({
    code: described(text(code.max), 'One-time code, which the server prints when it starts.'),
    organization: described(text(organization.max), 'Name of the organization.'),
    country: described(text(country.max), 'ISO 3166-1 code, two letters.'),
    timezone: described(text(timezone.max), 'IANA time zone; required if the country has several.'),
    name: described(text(name.max), 'Full name of the owner.'),
    email: described(text(email.max), 'E-mail address of the owner.'),
    password: described(text(password.max), 'Password of the owner.'),
  }),
  answer: SessionObject,
  errors: ['first_run_code'],
  async serve({ services, address, origin, userAgent, now, setCookie }, body) {
    countPublicView(services, address, MAX_REQUESTS);
    const values = readFormFields(foundingFields, new Map(Object.entries(body)));
    const state = await firstRunState(services.database.reader, values.code, now);
    if (state !== 'open') throw refusal(state);
    const { timezone: zone, problems } = checkFounding(pageTexts('en'), values, now);
    const wrong = Object.entries(problems).find(([, sentence]) => sentence !== undefined);
    if (wrong) throw new SessionError('invalid_body', `${wrong[0]}: ${wrong[1]}`);
    const entered = await foundAndEnter(services, values, {
      timezone: zone,
      address,
      origin,
      label: labelOf(userAgent),
    });
    if ('refused' in entered) throw refusal(entered.refused);
    if (entered.state !== 'signed in')
      throw new SessionError('unavailable', 'The organization has been created. Sign in.');
    setCookie(entered.setCookie);
    return presentSession(services, entered.session);
  },
});

function refusal(state: Exclude<FirstRunState, 'open'>): SessionError {
  return state === 'over'
    ? new SessionError('not_found', 'An organization already exists.')
    : new SessionError('first_run_code', 'This code is not valid. Run `npm run hubbub -- first-run` for a new one.');
}
