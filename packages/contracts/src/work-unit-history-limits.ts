/** Maximum number of records in an answer of a unit's stream. Older records may follow a full answer. */
export const historyPageRows = 500;
