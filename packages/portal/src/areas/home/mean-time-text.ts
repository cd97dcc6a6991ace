const minuteSeconds = 60;
const hourSeconds = 3_600;
const daySeconds = 86_400;

/** A duration in its two largest units: '42 s', '5 min', '3 h 20 min', '2 d 4 h'. */
export const meanTimeText = (seconds: number): string => {
  const whole = Math.round(seconds);
  if (whole < minuteSeconds) return `${whole} s`;
  // Almost an hour must not be rounded to 60 minutes.
  if (whole < hourSeconds) return `${Math.min(Math.round(whole / minuteSeconds), 59)} min`;
  const [large, small, largeUnit, smallUnit] =
    whole < daySeconds
      ? ([hourSeconds, minuteSeconds, 'h', 'min'] as const)
      : ([daySeconds, hourSeconds, 'd', 'h'] as const);
  const rest = Math.floor((whole % large) / small);
  return `${Math.floor(whole / large)} ${largeUnit}${rest > 0 ? ` ${rest} ${smallUnit}` : ''}`;
};
