import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDirectory } from './project.ts';

/** Commands of a document, and what it says comes back. */
export interface DocumentedExample {
  readonly commands: string;
  /** Line of the document that the commands begin at. */
  readonly line: number;
  /** Language and text of the block that follows, up to the next commands. */
  readonly answer: { readonly language: string; readonly text: string } | undefined;
}

const fence = /^```(\w+)\n(.*?)^```$/gms;

/** The `sh` blocks of a Markdown file, each with the block behind it. */
export async function documentedExamples(file: string): Promise<readonly DocumentedExample[]> {
  const text = await readFile(join(projectDirectory, file), 'utf8');
  const blocks = [...text.matchAll(fence)].map(([, language = '', content = ''], index, all) => ({
    language,
    content,
    line: text.slice(0, all[index]?.index).split('\n').length + 1,
  }));
  return blocks.flatMap(({ language, content, line }, index) => {
    if (language !== 'sh') return [];
    const next = blocks[index + 1];
    const answer = next && next.language !== 'sh' ? { language: next.language, text: next.content } : undefined;
    return [{ commands: content, line, answer }];
  });
}

/** Where a value lacks what the documented one shows: each member, of the same type, to any depth; a line for each. */
export function differences(documented: unknown, actual: unknown, path = 'answer'): readonly string[] {
  if (Array.isArray(documented)) {
    if (!Array.isArray(actual)) return [`${path} is no array`];
    if (documented.length === 0) return [];
    return actual.length === 0 ? [`${path} is empty`] : differences(documented[0], actual[0], `${path}[0]`);
  }
  if (typeof documented === 'object' && documented !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${path} is no object`];
    const members = new Map(Object.entries(actual));
    return Object.entries(documented).flatMap(([name, value]) =>
      members.has(name) ? differences(value, members.get(name), `${path}.${name}`) : [`${path}.${name} is missing`],
    );
  }
  if (documented === null || actual === null) return [];
  return typeof documented === typeof actual ? [] : [`${path} is ${JSON.stringify(actual)}`];
}
