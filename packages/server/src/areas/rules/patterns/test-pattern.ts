import { RE2JS } from 're2js';

/** Bytes of the states that patterns have worked out, over which those used longest ago are forgotten. */
const heldBytesLimit = 32 * 1_048_576;
const compiledLimit = 1_000;

interface Compiled {
  readonly pattern: RE2JS;
  heldBytes: number;
}

const statesBytes = (pattern: RE2JS): number => {
  const { maxMem, memBudget } = pattern.re2().dfa;
  return maxMem - memBudget;
};

const createCompiledPatterns = () => {
  const known = new Map<string, Compiled>();
  let heldBytes = 0;

  const forget = (source: string, { heldBytes: bytes }: Compiled): void => {
    known.delete(source);
    heldBytes -= bytes;
  };

  /** Finds the pattern, compiled before if it can be, as the one used last. */
  const take = (source: string): Compiled => {
    const compiled = known.get(source) ?? { pattern: RE2JS.compile(source), heldBytes: 0 };
    known.delete(source);
    known.set(source, compiled);
    return compiled;
  };

  return (source: string, text: string): boolean => {
    const compiled = take(source);
    const found = compiled.pattern.test(text);
    const bytes = statesBytes(compiled.pattern);
    heldBytes += bytes - compiled.heldBytes;
    compiled.heldBytes = bytes;
    for (const [oldest, held] of known) {
      if (known.size === 1 || (heldBytes <= heldBytesLimit && known.size <= compiledLimit)) break;
      forget(oldest, held);
    }
    return found;
  };
};

/**
 * Whether a regular expression is found anywhere in a text, in time linear in the text. Each thread keeps what it has
 * compiled, within 32 MiB. Throws when the source is no regular expression.
 */
export const testPattern = createCompiledPatterns();
