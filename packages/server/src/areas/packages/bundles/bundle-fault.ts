import { invalid, type Problem } from '../../../platform/problems.ts';

/** The 400 for a refused bundle; the message describes the error and names the file. */
export const bundleFault = (message: string): Problem => invalid({ File: [message] });
