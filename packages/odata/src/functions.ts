import type { FunctionName } from './tree.ts';

interface Signature {
  readonly name: FunctionName;
  readonly minimumArguments: number;
  readonly maximumArguments: number;
}

const argumentCounts: readonly (readonly [FunctionName, minimum: number, maximum: number])[] = [
  ['contains', 2, 2],
  ['startswith', 2, 2],
  ['endswith', 2, 2],
  ['indexof', 2, 2],
  ['length', 1, 1],
  ['tolower', 1, 1],
  ['toupper', 1, 1],
  ['trim', 1, 1],
  ['substring', 2, 3],
  ['concat', 2, 2],
  ['year', 1, 1],
  ['month', 1, 1],
  ['day', 1, 1],
  ['hour', 1, 1],
  ['minute', 1, 1],
  ['second', 1, 1],
  ['fractionalseconds', 1, 1],
  ['date', 1, 1],
  ['time', 1, 1],
  ['now', 0, 0],
  ['round', 1, 1],
  ['floor', 1, 1],
  ['ceiling', 1, 1],
];

const signatures: ReadonlyMap<string, Signature> = new Map(
  argumentCounts.map(([name, minimumArguments, maximumArguments]) => [
    name,
    { name, minimumArguments, maximumArguments },
  ]),
);

const unsupportedFunctions: ReadonlySet<string> = new Set([
  'case',
  'cast',
  'geo.distance',
  'geo.intersects',
  'geo.length',
  'hassubsequence',
  'hassubset',
  'isdefined',
  'isof',
  'matchespattern',
  'maxdatetime',
  'mindatetime',
  'totaloffsetminutes',
  'totalseconds',
]);

/** The supported function of this name; names are case-insensitive. */
export function findFunction(name: string): Signature | undefined {
  return signatures.get(name.toLowerCase());
}

/** Whether the name is a standard function that is not supported. */
export function isUnsupportedFunction(name: string): boolean {
  return unsupportedFunctions.has(name.toLowerCase());
}
