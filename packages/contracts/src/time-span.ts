const pattern = /^(?:(\d{1,8})\.)?([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;

/** Seconds of a time span in wire form, `HH:mm:ss` or `d.HH:mm:ss`; `undefined` when malformed. */
export const parseTimeSpan = (text: string): number | undefined => {
  const parts = pattern.exec(text);
  if (!parts) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
};

/** The wire form of an integer number of seconds: 300 → `00:05:00`, 90,000 → `1.01:00:00`. */
export const formatTimeSpan = (seconds: number): string => {
  const two = (number: number) => String(number).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const clock = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return days > 0 ? `${days}.${clock}` : clock;
};
