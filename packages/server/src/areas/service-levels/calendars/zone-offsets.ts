/** A span of time in which a zone keeps its offset; times in milliseconds since 1970. */
export interface OffsetSpan {
  readonly from: number;
  readonly until: number;
  /** Milliseconds east of UTC. */
  readonly offset: number;
}

const day = 86_400_000;
const maxZones = 100;
const maxYearsOfZone = 200;

const formatters = new Map<string, Intl.DateTimeFormat>();
const known = new Map<string, Map<number, readonly OffsetSpan[]>>();

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const existing = formatters.get(zone);
  if (existing) return existing;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  if (formatters.size >= maxZones) formatters.clear();
  formatters.set(zone, made);
  return made;
};

/** Milliseconds east of UTC at a moment. */
const offsetAt = (zone: string, moment: number): number => {
  const whole = Math.floor(moment / 1_000) * 1_000;
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - whole;
};

/** The first moment of the zone's next offset, between two moments that have different ones. */
const transitionBetween = (zone: string, from: number, until: number): number => {
  const before = offsetAt(zone, from);
  let [low, high] = [from, until];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
};

const readYear = (zone: string, year: number): OffsetSpan[] => {
  const [start, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  const spans: OffsetSpan[] = [];
  let from = start;
  let offset = offsetAt(zone, start);
  for (let moment = start; moment < end; moment += day) {
    const next = Math.min(moment + day, end);
    if (offsetAt(zone, next) === offset) continue;
    const transition = transitionBetween(zone, moment, next);
    if (transition === end) continue;
    spans.push({ from, until: transition, offset });
    from = transition;
    offset = offsetAt(zone, next);
  }
  return [...spans, { from, until: end, offset }];
};

const yearOf = (zone: string, year: number): readonly OffsetSpan[] => {
  let years = known.get(zone);
  if (!years) {
    if (known.size >= maxZones) known.clear();
    years = new Map();
    known.set(zone, years);
  }
  const existing = years.get(year);
  if (existing) return existing;
  const read = readYear(zone, year);
  if (years.size >= maxYearsOfZone) years.clear();
  years.set(year, read);
  return read;
};

/** The offsets of an IANA zone from one moment to another, in their order. */
export function* offsetSpans(zone: string, from: number, until: number): Generator<OffsetSpan> {
  const last = new Date(until).getUTCFullYear();
  for (let year = new Date(from).getUTCFullYear(); year <= last; year += 1)
    for (const span of yearOf(zone, year)) {
      const clipped = { from: Math.max(span.from, from), until: Math.min(span.until, until), offset: span.offset };
      if (clipped.from < clipped.until) yield clipped;
    }
}
