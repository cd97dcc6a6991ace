const quote = 0x22;
const lineFeed = 0x0a;

/** Counts the records of a CSV stream incrementally; a line break within quotes ends no record. */
export const createRecordCounter = (): ((bytes: Uint8Array) => number) => {
  let isQuoted = false;
  let records = 0;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) records += 1;
    }
    return records;
  };
};
