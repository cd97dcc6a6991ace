/** Upper bound of the instructions that an RE2 pattern compiles to, computed in one scan before compilation. */
interface Atom {
  /** Instructions of the operand of the next quantifier. */
  readonly size: number;
}

interface Group {
  /** Instructions of the completed atoms and alternatives of the group. */
  size: number;
  last: Atom | undefined;
}

/** A named class has hundreds of ranges; its compilation costs as much as this number of instructions. */
const namedClassSize = 50;
const captureSize = 2;

const repetition = /\{(\d+)(,?)(\d*)\}/y;
const groupStart = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:|[a-zA-Z-]*\)|<?[=!]))?/y;
const namedClass = /\\[pP](?:\{[^}]*\}|.)/suy;
const bracket = /\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]?/uy;
const quoted = /\\Q([\s\S]*?)(?:\\E|$)/y;
const escape = /\\(?:x\{[^}]*\}|x[\da-fA-F]{2}|[0-7]{1,3}|[\s\S])/uy;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** A bracketed range costs less than an instruction, except for named classes. */
const bracketSize = (text: string): number =>
  1 + text.length / 8 + (text.match(/\\[pP]/g)?.length ?? 0) * namedClassSize;

const repeatedSize = (size: number, from: number, to: number | undefined): number => {
  const once = size + 1;
  return to === undefined ? Math.max(from, 1) * once + 2 : Math.max(from, to, 1) * once + 1;
};

/**
 * Upper bound of the instructions that RE2 compiles a pattern to, and thereby of the cost of compilation and of each
 * matched character. Takes linear time on any input; does not validate the pattern.
 */
export const estimatePatternSize = (pattern: string): number => {
  const groups: Group[] = [{ size: 2, last: undefined }];
  const current = (): Group => groups.at(-1) as Group;
  const finish = (group: Group): void => {
    group.size += group.last?.size ?? 0;
    group.last = undefined;
  };
  const add = (size: number): void => {
    finish(current());
    current().last = { size };
  };
  const repeat = (from: number, to: number | undefined): void => {
    const group = current();
    group.last = { size: repeatedSize(group.last?.size ?? 1, from, to) };
  };

  let at = 0;
  while (at < pattern.length) {
    const character = pattern[at];
    let consumed = 1;
    switch (character) {
      case '(': {
        const [start] = matchAt(groupStart, pattern, at) ?? ['('];
        consumed = start.length;
        if (!start.endsWith(')')) {
          finish(current());
          groups.push({ size: captureSize, last: undefined });
        }
        break;
      }
      case ')': {
        const group = groups.length > 1 ? groups.pop() : undefined;
        if (group) {
          finish(group);
          add(group.size);
        }
        break;
      }
      case '|':
        finish(current());
        current().size += 2;
        break;
      case '*':
        repeat(0, undefined);
        break;
      case '+':
        repeat(1, undefined);
        break;
      case '?':
        repeat(0, 1);
        break;
      case '{': {
        const bounds = matchAt(repetition, pattern, at);
        if (!bounds) {
          add(1);
          break;
        }
        const [text, from, comma, to] = bounds;
        consumed = text.length;
        repeat(Number(from), to ? Number(to) : comma ? undefined : Number(from));
        break;
      }
      case '[': {
        const [text] = matchAt(bracket, pattern, at) ?? ['['];
        consumed = text.length;
        add(bracketSize(text));
        break;
      }
      case '\\': {
        const literal = matchAt(quoted, pattern, at);
        if (literal) {
          consumed = literal[0].length;
          for (let index = 0; index < (literal[1] ?? '').length; index += 1) add(1);
          break;
        }
        const named = matchAt(namedClass, pattern, at);
        const [text] = named ?? matchAt(escape, pattern, at) ?? ['\\'];
        consumed = text.length;
        add(named ? namedClassSize : 1);
        break;
      }
      default:
        add(1);
    }
    at += consumed;
  }
  while (groups.length > 1) {
    const group = groups.pop() as Group;
    finish(group);
    add(group.size);
  }
  const [whole] = groups as [Group];
  finish(whole);
  return Math.ceil(whole.size);
};
