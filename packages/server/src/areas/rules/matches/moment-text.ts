/** A moment as mails, notes and work units have it: UTC, to the second. */
export const momentText = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
