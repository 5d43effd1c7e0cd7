/** The settings of a service as systemd reads them: `systemd.exec(5)`, "EnvironmentFile=". */

const BLANK = /[ \t\n\r]/;
const LINE_END = /[\n\r]/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Characters that a backslash escapes within double quotes; before any other it is literal. */
const ESCAPED = '"\\`$';

/**
 * Reads `NAME=value` lines. A value is bare (blanks at its end and backslashes go), or in quotes, or several of these one after the other;
 * lines of `#` and `;`, and those without a name, are passed over.
 * @returns {Record<string, string>}
 */
export function parseEnvironmentFile(text) {
  const found = {};
  let [state, name, value, length] = ['before name', '', '', 0];
  const add = (character) => {
    value += character;
    if (state !== 'bare' || !BLANK.test(character)) length = value.length;
  };
  const end = () => {
    if (NAME.test(name.trimEnd())) found[name.trimEnd()] = value.slice(0, length);
    [state, name, value, length] = ['before name', '', '', 0];
  };
  const steps = {
    'before name'(character) {
      if (character === '#' || character === ';') state = 'comment';
      else if (!BLANK.test(character)) {
        state = 'name';
        name = character;
      }
    },
    name(character) {
      if (LINE_END.test(character)) [state, name] = ['before name', ''];
      else if (character === '=') state = 'before value';
      else name += character;
    },
    'before value'(character) {
      if (LINE_END.test(character)) end();
      else if (character === "'") state = 'single';
      else if (character === '"') state = 'double';
      else if (character === '\\') state = 'bare escape';
      else if (!BLANK.test(character)) {
        state = 'bare';
        add(character);
      }
    },
    bare(character) {
      if (LINE_END.test(character)) end();
      else if (character === '\\') state = 'bare escape';
      else add(character);
    },
    'bare escape'(character) {
      if (!LINE_END.test(character)) add(character);
      state = 'bare';
    },
    single(character) {
      if (character === "'") state = 'before value';
      else add(character);
    },
    double(character) {
      if (character === '"') state = 'before value';
      else if (character === '\\') state = 'double escape';
      else add(character);
    },
    'double escape'(character) {
      if (ESCAPED.includes(character)) add(character);
      else if (character !== '\n') add(`\\${character}`);
      state = 'double';
    },
    comment(character) {
      if (character === '\\') state = 'comment escape';
      else if (LINE_END.test(character)) state = 'before name';
    },
    'comment escape'() {
      state = 'comment';
    },
  };
  for (const character of text) steps[state](character);
  if (name !== '' && state !== 'name') end();
  return found;
}
