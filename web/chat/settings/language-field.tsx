import { useId } from 'preact/hooks';
import { languages } from '../../shared/texts/index.ts';
import { settingsWords as words } from './texts/index.ts';

/** Language of the pages in this browser. They are loaded anew in it; what was being written is kept. */
export function LanguageField() {
  const id = useId();
  const chosen = localStorage.language ?? '';
  return (
    <div class="setting">
      <select
        class="input"
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget: { value } }) => {
          if (value) localStorage.language = value;
          else localStorage.removeItem('language');
          // Not by an address that asks for a language.
          location.assign(location.pathname);
        }}
        {...{ id }}
      >
        <option value="" selected={!chosen}>
          {words.language.browser}
        </option>
        {languages.map((tag) => (
          <option key={tag} value={tag} lang={tag} selected={tag === chosen}>
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
