/** Days of the chart of created and resolved units, today included. */
export const homeDays = 14;
/** Days over which the mean times are taken, today included. */
export const homeMeanDays = 30;
/** Maximum rows of each list on Home. */
export const homeRows = { incidents: 8, blocks: 12, rules: 8, outOfService: 20, controlSets: 8 } as const;
