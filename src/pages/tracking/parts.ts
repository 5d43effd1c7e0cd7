import { initialsOf } from '../../../rules/initials.ts';
import { SKETCH_RINGS } from '../../../rules/sketch.ts';
import { DELIVERY_STEPS, type Described, ringDistances } from '../../dispatch/tracking/describe.ts';
import type { TrackingView } from '../../dispatch/tracking/present.ts';
import { OPTIONS, TRACKING_LANGUAGES, type TrackingWords, trackingWords } from '../../dispatch/tracking/words.ts';
import { type Html, html } from '../http/html.ts';
import { type MapOffer, mapPart } from './map-offer.ts';

interface Parts {
  token: string;
  view: TrackingView;
  described: Described;
  /** Addresses. */
  photos: readonly string[];
  map: MapOffer | undefined;
  words: TrackingWords;
  language: string;
  /** Two-letter country of the executor. */
  country: string;
  /** Why what was sent did nothing. */
  problem: string | undefined;
}

/**
 * Returns the content of the page; the script (`web/tracking/follow.js`) updates it by the names that start with
 * `data-`.
 */
export function trackingParts(parts: Parts): Html {
  const { token, view, described, words, language, problem } = parts;
  const isOver = view.state === 3;
  return html`<div data-follow="/api/v2/tracking/${token}/events?language=${language}" data-stage="${described.stage}" data-over="${
    words.over
  }" data-not-connected="${words.notConnected({ time: '{time}' })}" data-not-sent="${words.notSent}">
<p class="sentence${isOver && ' ended'}" role="status" data-headline>${described.headline}</p>
<ul class="details" data-details>${described.details.map((each) => html`<li>${each}</li>`)}</ul>
${steps(view, described, words)}
<p class="alert" role="alert" data-problem${problem === undefined && html` hidden`}>${problem}</p>
<p class="aside" data-connection hidden></p>
${sketch(parts)}
${parts.map !== undefined && mapPart(parts.map, words)}
<div data-parts>
${[!isOver && courier(parts), contact(view, words), isOver ? afterwards(parts) : note(parts)]}</div>
<p class="actions"><a class="button second small" href="" data-refresh>${words.refresh}</a></p>
</div>
<nav class="languages" aria-label="${words.language}">${TRACKING_LANGUAGES.map(
    (tag) =>
      html`<a href="?lang=${tag}" lang="${tag}"${tag === language && html` aria-current="true"`}>${trackingWords(tag).name}</a> `,
  )}</nav>`;
}

/** The story in five steps; none for a delivery that failed, of which the sentence says enough. */
function steps({ isPickup }: TrackingView, { step }: Described, words: TrackingWords): Html {
  return html`<ol class="steps" aria-label="${words.steps.label}" data-steps${step === null && html` hidden`}>${DELIVERY_STEPS.map(
    (name, index) =>
      html`<li${index === step && html` aria-current="step"`}>${words.steps[name === 'delivered' && isPickup ? 'pickedUp' : name]}</li>`,
  )}</ol>`;
}

/** Draws the worker's position with the door in the centre. */
function sketch({ view, described: { sketch: place }, words, language, country }: Parts): Html | false {
  if (view.state === 3) return false;
  const [x, y] = place ?? [0, 0];
  return html`<svg class="sketch" viewBox="-120 -70 240 140" role="img" aria-label="${words.sketch}" data-sketch${
    !place && html` hidden`
  }>${SKETCH_RINGS.map(({ radius }) => html`<circle r="${radius}"/>`)}<path d="M-9 1 0-8 9 1V9H-9Z"/>${ringDistances({
    language,
    country,
  }).map(
    (far, ring) => html`<text y="${SKETCH_RINGS[ring]!.radius + 2}">${far}</text>`,
  )}<circle class="courier" r="7" cx="${x}" cy="${y}" data-courier/></svg>`;
}

function courier({ view: { worker }, words }: Parts): Html | false {
  return (
    worker !== null &&
    html`<p class="courier-line"${worker.image === null && html` data-mark="${initialsOf(worker.displayName)}"`}>${
      worker.image !== null && html`<img src="${worker.image}" alt="" width="48" height="48">`
    }<span><small>${words.driver}</small><b dir="auto">${worker.displayName}</b></span></p>`
  );
}

function contact({ merchant: { name, phone } }: TrackingView, words: TrackingWords): Html | false {
  return (
    phone !== null &&
    html`<p class="actions"><a class="button second" href="tel:${phone}">${words.call({
      organization: name,
    })}</a><a class="button second" href="sms:${phone}">${words.write}</a></p>`
  );
}

function note({ view: { messageForDriver }, words }: Parts): Html {
  return html`<h2>${words.noteTitle}</h2>
${messageForDriver !== null && html`<p class="done" dir="auto">${words.sent({ text: messageForDriver })}</p>`}
<form method="post"><input type="hidden" name="about" value="note">
<fieldset class="options"><legend class="unseen">${words.noteTitle}</legend>${OPTIONS.map(
    (option) =>
      html`<label><input type="radio" name="option" value="${option}"><span>${words.options[option]}</span></label>`,
  )}</fieldset>
<div class="field"><label for="note">${words.note}</label><textarea id="note" name="note" rows="2" maxlength="900" dir="auto" autocomplete="off"></textarea></div>
<button>${words.send}</button></form>`;
}

function afterwards({ view, photos, words }: Parts): (Html | false)[] {
  const { success, hasFeedback } = view;
  return [
    photos.length > 0 &&
      html`<div class="photos">${photos.map((url) => html`<a href="${url}"><img src="${url}" alt="${words.proof}" loading="lazy"></a>`)}</div>`,
    hasFeedback && html`<p class="done">${words.thanks}</p>`,
    success !== null && !hasFeedback && rating(words),
  ];
}

function rating(words: TrackingWords): Html {
  return html`<h2>${words.rateTitle}</h2>
<form method="post"><input type="hidden" name="about" value="rating">
<fieldset class="stars"><legend class="unseen">${words.rateTitle}</legend>${[1, 2, 3, 4, 5].map(
    (stars) =>
      html`<label><input type="radio" name="rating" value="${stars}" required><span aria-hidden="true">&#9733;</span><span class="unseen">${words.stars({ count: stars })}</span></label>`,
  )}</fieldset>
<div class="field"><label for="comments">${words.comments}</label><textarea id="comments" name="comments" rows="3" maxlength="2000" dir="auto" autocomplete="off"></textarea></div>
<button>${words.send}</button></form>`;
}
