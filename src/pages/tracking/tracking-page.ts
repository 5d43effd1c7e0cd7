import { uploadedIconOf } from '../../chat/realms/access.ts';
import { DispatchError } from '../../dispatch/http/errors.ts';
import { accessTracked, type TrackedRow } from '../../dispatch/tracking/access.ts';
import { doGiveFeedback, doLeaveMessage } from '../../dispatch/tracking/actions.ts';
import { describeTracking } from '../../dispatch/tracking/describe.ts';
import { noteLook } from '../../dispatch/tracking/note-look.ts';
import { photosOf, presentTracking } from '../../dispatch/tracking/present.ts';
import { OPTIONS, TRACKING_LANGUAGES, trackingWords } from '../../dispatch/tracking/words.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { findOrganization } from '../../platform/organizations/organizations.ts';
import { type FormValues, line, lines } from '../http/form.ts';
import { html } from '../http/html.ts';
import { preferredOf } from '../http/language.ts';
import { type PageAnswer, type PageRequest, page, type View } from '../http/page.ts';
import { plainDocument, trackingDocument } from './document.ts';
import { mapOffer } from './map-offer.ts';
import { trackingParts } from './parts.ts';

const form = { about: line(10), option: line(20), note: lines(900), rating: line(1), comments: lines(2000) };

/** Result of a form, or the reason for none. */
type Outcome = 'rated' | 'tooLate' | 'rateFirst' | undefined;

/** The address that recipients receive: when their delivery comes, and what they have to say to that. */
export const trackingPage = page({
  path: '/t/:token',
  summary: 'Track a delivery',
  access: 'anyone',
  async show(request) {
    const row = await findOpen(request);
    if (!row) return gone(request);
    noteLook(request.services, row);
    return show(request, row);
  },
  form,
  async submit(request, values): Promise<PageAnswer> {
    const row = await findOpen(request);
    if (!row) return gone(request);
    const outcome = await carryOut(request, row, values);
    if (outcome) return { ...(await show(request, row, outcome)), status: 400 };
    return { redirect: `/t/${row.trackingToken}${chosen(request) ? `?lang=${chosen(request)}` : ''}` };
  },
});

/** The same for a link that is over and for one that never was: nobody learns which tokens there are. */
function gone(request: PageRequest): View {
  const language = languageOf(request);
  const { title, text } = trackingWords(language).gone;
  const document = plainDocument(language);
  return { status: 404, title, document, body: html`<p>${text}</p>` };
}

/** @throws {TooManyGuesses} */
async function findOpen({ services, params, address, host }: PageRequest): Promise<TrackedRow | undefined> {
  try {
    return await accessTracked(services.database.reader, services, params.token!, { address, host });
  } catch (error) {
    if (error instanceof DispatchError) return undefined;
    throw error;
  }
}

/** The language that a link of the page names. */
function chosen({ query }: PageRequest): string | undefined {
  return TRACKING_LANGUAGES.find((tag) => tag === query.get('lang'));
}

/** Returns the language that was chosen on the page, else the recipient's own, else the browser's. */
const languageOf = (request: PageRequest, row?: TrackedRow): string =>
  chosen(request) ??
  TRACKING_LANGUAGES.find((tag) => tag === row?.recipientLanguage) ??
  preferredOf(TRACKING_LANGUAGES, request.acceptLanguage) ??
  'en';

async function show(request: PageRequest, row: TrackedRow, outcome?: Outcome): Promise<View> {
  const { services, now } = request;
  const language = languageOf(request, row);
  const words = trackingWords(language);
  const [view] = await presentTracking(services.database.reader, services, [row]);
  const described = describeTracking(view!, { language, country: row.country, now });
  const photos = await photosOf(services, row);
  const map = await mapOffer(services, row, view!);
  return {
    title: view!.isPickup ? words.pickupTitle : words.title,
    organization: row.merchantName,
    document: trackingDocument(row, language, { icon: await logoOf(services, row), tiles: map?.tiles }),
    body: trackingParts({
      token: row.trackingToken,
      view: view!,
      described,
      country: row.country,
      photos,
      map,
      words,
      language,
      problem: outcome && words[outcome],
    }),
  };
}

/** Returns the uploaded icon of who ordered, which may be gone since; else of who delivers. */
async function logoOf({ database, state }: PageRequest['services'], row: TrackedRow): Promise<string | undefined> {
  const merchant = row.merchant && (await findOrganization(database.reader, row.merchant));
  return uploadedIconOf(state.of(merchant ? merchant.id : row.organizationId));
}

/** @returns why nothing was done */
async function carryOut(request: PageRequest, row: TrackedRow, values: FormValues<typeof form>): Promise<Outcome> {
  const { services } = request;
  const { organizationId } = row;
  const rating = Number(values.rating);
  if (values.about === 'rating' && !(rating >= 1 && rating <= 5)) return 'rateFirst';
  const words = trackingWords(languageOf(request, row));
  const option = OPTIONS.find((each) => each === values.option);
  const text = [option && words.options[option], values.note].filter(Boolean).join('. ');
  if (values.about !== 'rating' && text === '') return undefined;
  const url = await organizationUrl(services, organizationId);
  try {
    await services.database.transaction(
      (tx) =>
        values.about === 'rating'
          ? doGiveFeedback(tx, row, { rating, comments: values.comments }, url)
          : doLeaveMessage(tx, row, text, url),
      { organizationId },
    );
  } catch (error) {
    if (!(error instanceof DispatchError)) throw error;
    return values.about === 'rating' ? 'rated' : 'tooLate';
  }
  return undefined;
}
