import { useId } from 'preact/hooks';
import { chosenLanguage, languages } from '../../shared/texts/index.ts';
import { settingsWords as words } from './texts/index.ts';

/** The longest that browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 24 * 3600;

/** Language of the pages in this browser. They are loaded anew in it; what was being written is kept. */
export function LanguageField() {
  const id = useId();
  return (
    <div class="setting">
      <select
        class="input"
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget: { value } }) => {
          const isSecure = location.protocol === 'https:';
          // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a cookie store
          document.cookie = [
            `hubbub-language=${value}`,
            ...['path=/', 'samesite=lax', `max-age=${value ? MAX_AGE_SECONDS : 0}`],
            ...(isSecure ? ['secure'] : []),
          ].join('; ');
          // Not by an address that asks for a language.
          location.assign(location.pathname);
        }}
        {...{ id }}
      >
        <option value="" selected={!chosenLanguage}>
          {words.language.browser}
        </option>
        {languages.map((tag) => (
          <option key={tag} value={tag} lang={tag} selected={tag === chosenLanguage}>
            {new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag}
          </option>
        ))}
      </select>
      <label for={id}>{words.language.name}</label>
      <p class="hint" id={`${id}-hint`}>
        {words.language.hint}
      </p>
    </div>
  );
}
