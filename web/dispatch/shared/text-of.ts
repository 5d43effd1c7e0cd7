/** Returns the trimmed value of a form field. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}
