/** A position in the write-ahead log of PostgreSQL (`pg_lsn`) as a number. */
export type WalPosition = bigint;

/** Parses the text of a `pg_lsn`: two hexadecimal numbers of 32 bits, `16/B374D848`. */
export const walPositionOf = (text: string): WalPosition => {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** The later of two positions. */
export const later = (one: WalPosition, other: WalPosition): WalPosition => (one > other ? one : other);
