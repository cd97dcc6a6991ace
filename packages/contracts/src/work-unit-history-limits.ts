/** Maximum number of records in an answer of a unit's stream. A full answer may have older records behind it. */
export const historyPageRows = 500;
