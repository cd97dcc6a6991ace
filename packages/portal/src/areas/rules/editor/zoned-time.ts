const withOffset = /(?:Z|[+-]\d\d:\d\d)$/i;
const localForm = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)/;

/**
 * Returns the text of a `datetime-local` input for a moment of time limitations: an instant in the time of the zone, a
 * local date and time unchanged, a date at 00:00. Returns an empty text for anything else.
 */
export const toZonedTime = (moment: string, timeZone: string | null): string => {
  const iso = moment.replace(' ', 'T');
  if (/^\d{4}-\d\d-\d\d$/.test(iso)) return `${iso}T00:00`;
  if (!withOffset.test(iso)) return localForm.exec(iso)?.[0] ?? '';
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return '';
  try {
    const shown = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timeZone ?? 'UTC',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(instant);
    return shown.replace(' ', 'T');
  } catch {
    return '';
  }
};
