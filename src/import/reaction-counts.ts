import type { Report } from './report.ts';

/** Counts reactions as they are written: each emoji once per person and message, and none of people whom the archive lacks. */
export class ReactionCounts {
  readonly #ofPeople = new Map<string, number>();
  #again = 0;

  /** Notes the reactions of a message whose emoji come. @param reactions an entry for each emoji and person */
  note(reactions: readonly { emoji: string; person: string }[]): void {
    const seen = new Set<string>();
    for (const { emoji, person } of reactions) {
      const key = `${emoji} ${person}`;
      if (seen.has(key)) this.#again++;
      else this.#ofPeople.set(person, (this.#ofPeople.get(person) ?? 0) + 1);
      seen.add(key);
    }
  }

  /** Adds them to a report when all people are known. */
  addTo(report: Report, people: { has(person: string): boolean }): void {
    for (const [person, count] of this.#ofPeople)
      if (people.has(person)) report.add('reactions', 'comes', undefined, count);
      else report.add('reactions', 'stays', 'The archive does not list their people.', count);
    if (this.#again > 0)
      report.add('reactions', 'stays', 'A person reacts once with an emoji, whatever its skin tone.', this.#again);
  }
}
