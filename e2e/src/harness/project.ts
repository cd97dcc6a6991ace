import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder. */
export const projectDirectory = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
