/**
 * A text as it is compared before it comes to an index of `lower(…)`: two that PostgreSQL takes for one have one key, whatever the
 * locale of the database. `toLowerCase` alone gives İ two letters and Σ two forms, and PostgreSQL one.
 */
export const lowerKeyOf = (text: string): string =>
  text.toLowerCase().replaceAll('i\u0307', 'i').toUpperCase().toLowerCase();
