import { controlSetLimits } from '@cfs/contracts/compliance';
import type { OscalParameter, OscalPart } from './oscal-schema.ts';

const insertion = /\{\{\s*(?:insert:\s*param,\s*)?([\w.-]+)\s*\}\}/g;

/** Maximum UTF-16 code units of the value of one parameter. */
const parameterLength = 1_000;

/** Maximum nesting of parameters: choices may contain parameters themselves. */
const parameterDepth = 4;

/** Returns a function that fills in the parameters of prose: `[Assignment: …]`, `[Selection: …]` or the values set. */
export const createProseWriter = (parameters: ReadonlyMap<string, OscalParameter>) => {
  const known = new Map<string, string>();

  const write = (prose: string, depth: number): string =>
    prose.length > controlSetLimits.descriptionLength
      ? prose
      : prose.replaceAll(insertion, (_match, id: string) => parameterText(id, depth));

  const parameterText = (id: string, depth: number): string => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const parameter = parameters.get(id);
    if (parameter === undefined || depth >= parameterDepth) return `[${id}]`;
    const text = describe(parameter, depth + 1).slice(0, parameterLength);
    known.set(id, text);
    return text;
  };

  const describe = ({ id, label, values, select }: OscalParameter, depth: number): string => {
    if (values !== undefined && values.length > 0) return write(values.join(', '), depth);
    if (select?.choice !== undefined) {
      const many = select['how-many'] === 'one-or-more' ? ' (one or more)' : '';
      return `[Selection${many}: ${write(select.choice.join('; ').slice(0, parameterLength), depth)}]`;
    }
    return `[Assignment: ${label ?? id}]`;
  };

  return (prose: string): string => write(prose, 0);
};

const labelOf = ({ props = [] }: OscalPart): string | undefined =>
  props.find(({ name, class: kind }) => name === 'label' && kind === undefined)?.value;

/** The lines of a statement: each item on its own line after its label, indented by its depth. */
export const statementLines = (part: OscalPart, write: (prose: string) => string, depth = 0): string[] => {
  const label = labelOf(part);
  const prose = part.prose === undefined ? '' : write(part.prose);
  const line = [...(label === undefined ? [] : [label]), ...(prose === '' ? [] : [prose])].join(' ');
  const own = line === '' ? [] : [`${'  '.repeat(Math.max(0, depth - 1))}${line}`];
  return [...own, ...(part.parts ?? []).flatMap((inner) => statementLines(inner, write, depth + 1))];
};
