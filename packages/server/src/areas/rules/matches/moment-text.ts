/** A moment in the format of mails, notes and work units: UTC, to the second. */
export const momentText = (moment: Date): string => `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
