interface SearchFieldProps {
  /** Name of the field; it stands in it while it is empty. */
  label: string;
  value: string;
  onInput(text: string): void;
  /** Selector of what the arrow down goes to: the first row of what is found. */
  below?: string;
}

/** A field above a list that finds rows by their text. */
export function SearchField({ label, value, onInput, below }: SearchFieldProps) {
  return (
    <input
      class="input"
      type="search"
      autocomplete="off"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || below === undefined) return;
        event.preventDefault();
        document.querySelector<HTMLElement>(below)?.focus();
      }}
    />
  );
}
