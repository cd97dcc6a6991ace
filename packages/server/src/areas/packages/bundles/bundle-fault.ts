import { invalid, type Problem } from '../../../platform/problems.ts';

/** A bundle is refused: what is wrong with it, and with which of its files. */
export const bundleFault = (message: string): Problem => invalid({ File: [message] });
