import { languageName, RECIPIENT_LANGUAGES } from '../../shared/languages.ts';

interface OptionsProps {
  /** Name of the option that leaves it to the organization. */
  usual: string;
  /** Tag of the language that is chosen first; null: the organization's. */
  shown: string | null;
}

/** Options for the language in which a recipient is written to; one that is not known any more stays. */
export function LanguageOptions({ usual, shown }: OptionsProps) {
  return (
    <>
      <option value="">{usual}</option>
      {[...new Set([...RECIPIENT_LANGUAGES, ...(shown ? [shown] : [])])].map((tag) => (
        <option key={tag} value={tag} lang={tag} {...{ defaultSelected: tag === shown }}>
          {languageName(tag)}
        </option>
      ))}
    </>
  );
}
