import type { Ref } from 'preact';
import { useId, useImperativeHandle, useRef } from 'preact/hooks';
import { isKey, isWithoutModifier } from '../../shared/keys.ts';
import { texts } from '../../shared/texts/index.ts';
import { handleListBoxKey, optionId } from '../../shared/ui/list-box.tsx';
import type { Conversation } from '../../store/chat/conversation.ts';
import { userSettings } from '../data/settings.ts';
import { applyText, selectedOf } from './apply-text.ts';
import { CompletionList } from './completion-list.tsx';
import { continueLine, type Format, format, replaceSelection, type Selected } from './formatting.ts';
import { paste } from './paste.ts';
import type { Token } from './tokens.ts';
import { useCompletions } from './use-completions.ts';

/** Actions of the parts around a field. */
export interface FieldHandle {
  focus(): void;
  hasFocus(): boolean;
  applyFormat(kind: Format): void;
  /** Puts a text at the caret, or in the place of `range`; `isBlock`: on lines of its own. */
  insert(text: string, options?: { isBlock?: boolean; range?: { start: number; end: number } }): void;
  /** Changes what is there, if it is still there: the place of an upload. */
  replace(before: string, after: string): void;
}

interface MessageFieldProps {
  conversation: Conversation;
  label: string;
  describedBy?: string;
  placeholder?: string;
  text: string;
  onWrite(text: string): void;
  onSend(): void;
  onEscape(): void;
  /** ↑ in an empty field. */
  onUp?(): void;
  onBlur?(): void;
  /** Without it, times are offered by name alone. */
  onPickTime?(token: Token): void;
  /** Pasted files. */
  onFiles?(files: readonly File[]): void;
  handle: Ref<FieldHandle>;
}

/** The field in which Markdown is written, with its completion, formats and keys. */
export function MessageField(props: MessageFieldProps) {
  const { conversation, text, onWrite, onSend, onEscape, onUp, onPickTime, onFiles } = props;
  const id = useId();
  const listId = `${id}-list`;
  const field = useRef<HTMLTextAreaElement>(null);
  const isComposing = useRef(false);
  const isPlainPaste = useRef(false);
  const completions = useCompletions(conversation, onPickTime);

  useImperativeHandle(props.handle, () => ({
    focus: () => field.current!.focus(),
    hasFocus: () => document.activeElement === field.current,
    applyFormat: (kind) => applyText(field.current!, format(kind, selectedOf(field.current!))),
    insert(inserted, { isBlock = false, range } = {}) {
      const given = range ? { text: field.current!.value, ...range } : selectedOf(field.current!);
      const gap = isBlock && given.start > 0 && given.text[given.start - 1] !== '\n' ? '\n\n' : '';
      const whole = gap + inserted;
      applyText(field.current!, replaceSelection(given, whole, whole.length, whole.length));
    },
    replace(before, after) {
      const { value } = field.current!;
      const at = value.indexOf(before);
      if (at === -1) return;
      const changed = value.slice(0, at) + after + value.slice(at + before.length);
      // Whoever is elsewhere meanwhile stays there.
      if (document.activeElement !== field.current) onWrite(changed);
      else applyText(field.current!, withCaret(selectedOf(field.current!), changed, at, before.length, after.length));
    },
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    const target = field.current!;
    isPlainPaste.current = event.shiftKey;
    // Keys of an input method are its own (229: browsers that end a composition before its last key).
    if (event.isComposing || event.keyCode === 229) return;
    const done = () => event.preventDefault();
    if (completions.isOpen && handleListKey(event, target)) return done();
    if (isKey('close', event)) {
      onEscape();
      return done();
    }
    if (event.key === 'ArrowUp' && text === '' && onUp && isWithoutModifier(event)) {
      onUp();
      return done();
    }
    if (event.key !== 'Enter') return;
    if (isKey('sendNow', event) || (enterSends() && !event.shiftKey)) {
      completions.leave();
      onSend();
      return done();
    }
    const next = continueLine(selectedOf(target));
    if (!next) return;
    applyText(target, next);
    done();
  };

  const handleListKey = (event: KeyboardEvent, target: HTMLTextAreaElement): boolean => {
    const { options, active, setActive } = completions;
    const choose = () => completions.choose(target, options[active]);
    if (event.key === 'Tab' && !event.shiftKey) {
      choose();
      return true;
    }
    if (event.key === '>' || event.key === '@') return completions.goOn(target, event.key);
    const keys = { count: options.length, active, onActive: setActive, onChoose: choose, onClose: completions.close };
    return isWithoutModifier(event) && handleListBoxKey(event, keys);
  };

  return (
    <>
      <textarea
        ref={field}
        class="composer-field"
        dir="auto"
        rows={1}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder}
        value={text}
        // A `textarea` is no combobox (ARIA in HTML), so nothing says that it is open: the live region below does.
        aria-autocomplete="list"
        aria-controls={completions.isOpen ? listId : undefined}
        aria-activedescendant={completions.isOpen ? optionId(listId, completions.active) : undefined}
        onInput={({ currentTarget }) => {
          onWrite(currentTarget.value);
          if (!isComposing.current) completions.look(currentTarget, true);
        }}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={({ currentTarget }) => {
          isComposing.current = false;
          completions.look(currentTarget, true);
        }}
        onSelect={({ currentTarget }) => isComposing.current || completions.look(currentTarget, false)}
        onBlur={() => {
          completions.leave();
          props.onBlur?.();
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const { clipboardData, currentTarget } = event;
          if (!clipboardData) return;
          const clipboard = { html: clipboardData.getData('text/html'), plain: clipboardData.getData('text/plain') };
          const files = [...clipboardData.files];
          // Sheets and word processors add a picture of what is copied.
          if (files.length > 0 && clipboard.plain === '' && onFiles) {
            event.preventDefault();
            onFiles(files);
            return;
          }
          const next = paste(selectedOf(currentTarget), clipboard, isPlainPaste.current);
          if (!next) return;
          event.preventDefault();
          applyText(currentTarget, next);
        }}
      />
      {completions.isOpen && (
        <CompletionList
          id={listId}
          kind={completions.token!.kind}
          options={completions.options}
          active={completions.active}
          onActive={completions.setActive}
          onChoose={(suggestion) => completions.choose(field.current!, suggestion)}
        />
      )}
      <p class="unseen" aria-live="polite">
        {completions.isOpen && texts.options({ count: completions.options.length })}
      </p>
    </>
  );
}

/** The selection stays where it was, whatever changes before it. */
function withCaret({ start, end }: Selected, text: string, at: number, before: number, after: number): Selected {
  const moved = (place: number) => (place <= at ? place : Math.max(at + after, place + after - before));
  return { text, start: moved(start), end: moved(end) };
}

/** On a screen keyboard Enter starts a new line: there is no Shift+Enter. */
function enterSends(): boolean {
  return userSettings().enter_sends && !matchMedia('(pointer: coarse)').matches;
}
