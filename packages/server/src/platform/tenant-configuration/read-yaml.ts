import { isAlias, isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { FaultPath } from './item-faults.ts';

/** Maximum size of a file in bytes. */
export const maxFileBytes = 8 * 1024 * 1024;

const maxNodes = 1_000_000;
/** Maximum number of ancestors of a value; each map counts as two. */
const maxDepth = 300;

/** Returns the position of a path in the file as text: `12:3`, the line and the column. */
export type Locate = (path: FaultPath) => string;

/** The value of a file, or its faults with their lines. */
export type ReadYaml = { readonly value: unknown; readonly locate: Locate } | { readonly faults: readonly string[] };

const locator =
  (document: Document.Parsed, lines: LineCounter): Locate =>
  (path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const part = path.slice(0, length);
      const parent: unknown = length === 0 ? undefined : document.getIn(part.slice(0, -1), true);
      const name = part.at(-1);
      const key = isMap(parent)
        ? parent.items.find(({ key: each }) => isScalar(each) && each.value === name)?.key
        : undefined;
      const node: unknown = key ?? (length === 0 ? document.contents : document.getIn(part, true));
      if (!isNode(node) || !node.range) continue;
      const { line, col } = lines.linePos(node.range[0]);
      return `${line}:${col}`;
    }
    return '1:1';
  };

/** Faults for YAML that configurations do not permit: aliases, anchors, tags, infinite numbers, non-text keys. */
const refusedParts = (document: Document.Parsed, at: (offset: number) => string): string[] => {
  const faults: string[] = [];
  let nodes = 0;
  const refuse = (offset: number | undefined, message: string) => void faults.push(`${at(offset ?? 0)}: ${message}`);
  visit(document, {
    Node(_, node, ancestors) {
      nodes += 1;
      if (nodes > maxNodes) {
        refuse(node.range?.[0], 'The file has too many values.');
        return visit.BREAK;
      }
      if (ancestors.length > maxDepth) {
        refuse(node.range?.[0], 'The file is nested too deeply.');
        return visit.BREAK;
      }
      if (isAlias(node)) refuse(node.range?.[0], 'An alias is not allowed: write the value itself.');
      else if ('anchor' in node && node.anchor !== undefined) refuse(node.range?.[0], 'An anchor is not allowed.');
      if ('tag' in node && node.tag !== undefined) refuse(node.range?.[0], 'A tag is not allowed.');
      if (isScalar(node) && typeof node.value === 'number' && !Number.isFinite(node.value))
        refuse(node.range?.[0], 'The number must be finite.');
      return undefined;
    },
    Map(_, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const place = isNode(key) ? key.range?.[0] : map.range?.[0];
        if (!isScalar(key) || typeof key.value !== 'string') refuse(place, 'A key must be a text.');
        else if (seen.has(key.value)) refuse(place, `The key "${key.value}" occurs twice.`);
        else seen.add(key.value);
      }
      return undefined;
    },
  });
  return faults;
};

/** Maximum number of listed faults. */
export const listedFaults = 20;

/** The first faults and the number of the others. */
export const firstFaults = (faults: readonly string[]): readonly string[] =>
  faults.length <= listedFaults
    ? faults
    : [...faults.slice(0, listedFaults), `There are ${faults.length - listedFaults} more faults.`];

const parse = (text: string): ReadYaml => {
  const lines = new LineCounter();
  // Keys are compared by refusedParts, in linear time.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, version: '1.2', prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${Math.max(line, 1)}:${Math.max(col, 1)}`;
  };
  const syntax = [...document.errors, ...document.warnings].map(({ pos, message }) => `${at(pos[0])}: ${message}`);
  if (syntax.length > 0) return { faults: firstFaults(syntax) };
  const refused = refusedParts(document, at);
  if (refused.length > 0) return { faults: firstFaults(refused) };
  return { value: document.toJS({ maxAliasCount: 0 }) as unknown, locate: locator(document, lines) };
};

/** Reads untrusted YAML text, limited in size, depth and number of values. */
export const readYaml = (text: string): ReadYaml => {
  if (Buffer.byteLength(text) > maxFileBytes) return { faults: [`1:1: The file has more than ${maxFileBytes} bytes.`] };
  try {
    return parse(text);
  } catch (error) {
    // The parser is recursive: deep nesting exceeds the call stack.
    if (error instanceof RangeError) return { faults: ['1:1: The file is nested too deeply.'] };
    throw error;
  }
};
