import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AreaMatrix } from '../testing/matrix-example.ts';

const isMatrix = (value: unknown): value is AreaMatrix =>
  typeof value === 'object' && value !== null && 'area' in value && 'examples' in value && 'seed' in value;

const directory = join(import.meta.dirname, '../areas');

/** The matrices that the files `<area>-matrix.ts` export, sorted by area. */
export const areaMatrices = async (): Promise<AreaMatrix[]> => {
  const matrices: AreaMatrix[] = [];
  for await (const file of glob('*/*-matrix.ts', { cwd: directory })) {
    const exported: unknown = await import(pathToFileURL(join(directory, file)).href);
    matrices.push(...Object.values(exported as object).filter(isMatrix));
  }
  return matrices.toSorted((left, right) => left.area.localeCompare(right.area, 'en'));
};
