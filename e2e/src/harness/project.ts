import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root directory of the project. */
export const projectDirectory = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
