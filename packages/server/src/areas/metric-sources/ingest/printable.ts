import { withoutMisleadingSigns } from '@cfs/contracts/misleading-signs';

/**
 * The text with U+FFFD for control characters, bidirectional formatting characters and halves of surrogate pairs: JSON and
 * PostgreSQL can store it, and what is displayed after it keeps its direction.
 */
export const printable = (text: string): string => withoutMisleadingSigns(text.toWellFormed(), '\ufffd');
