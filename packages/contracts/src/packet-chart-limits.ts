/** The longest span of a chart in milliseconds: 13 months. */
export const maxChartSpanMilliseconds = 397 * 86_400_000;

/** The most entities of one call of `GET /v1/packets/trends`. */
export const maxTrends = 100;

/** The span of a trend in milliseconds: a day. */
export const trendSpanMilliseconds = 86_400_000;
