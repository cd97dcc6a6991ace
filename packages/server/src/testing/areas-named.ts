import { areas } from '../areas.ts';
import type { Area } from '../platform/services.ts';

/** Some areas of the product, as `areas.ts` puts them together. */
export const areasNamed = (...names: readonly string[]): readonly Area[] =>
  names.map((name) => {
    const area = areas.find((each) => each.name === name);
    if (!area) throw new TypeError(`There is no area ${name}.`);
    return area;
  });
