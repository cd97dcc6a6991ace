import { withoutMisleadingSigns } from '@cfs/contracts/misleading-characters';

/**
 * Replaces control characters, bidirectional formatting characters and lone surrogates with U+FFFD, so that JSON and
 * PostgreSQL can store the text and it does not change the direction of text displayed after it.
 */
export const printable = (text: string): string => withoutMisleadingSigns(text.toWellFormed(), '\ufffd');
