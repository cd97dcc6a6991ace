/** Whether the runtime knows a time zone of the name: of the IANA database, or an offset from UTC. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
