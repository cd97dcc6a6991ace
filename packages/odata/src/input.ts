import type { Limits } from './limits.ts';
import { ODataSyntaxError } from './syntax-error.ts';

const identifier = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*/uy;
const maximumIdentifierLength = 128;
const neverAllowed = /[\0\p{Surrogate}]/u;

/** Values of the parameter aliases of a query, by name without `@`. */
export type Aliases = ReadonlyMap<string, string>;

/**
 * The text being parsed from left to right, with the budget of its limits.
 *
 * Readers look at most one token ahead and backtrack over it at most, so parsing takes linear time.
 */
export class Input {
  text: string;
  readonly limits: Limits;
  /** Values of the parameter aliases; when absent, aliases are rejected as unsupported. */
  readonly aliases: Aliases | undefined;
  /** Lambda variables in scope, innermost last. */
  variables: string[] = [];
  position = 0;
  private nodes = 0;
  private searchNodes = 0;
  private depth = 0;
  /** Cache of the last identifier peeked at, because several readers peek at the same one. */
  private peeked = { position: -1, identifier: '' };
  /** The aliases whose values are being read, innermost last, and the position of the outermost. */
  private readonly open: string[] = [];
  private openedAt = 0;
  private aliasCharacters = 0;

  /** @throws ODataSyntaxError at a NUL or a lone surrogate anywhere in the text. */
  constructor(text: string, limits: Limits, aliases?: Aliases) {
    this.text = text;
    this.limits = limits;
    this.aliases = aliases;
    this.checkCharacters();
  }

  private checkCharacters(): void {
    const offender = this.text.search(neverAllowed);
    if (offender >= 0) this.fail('A character is not allowed here.', offender);
  }

  /** The character at the position, or the empty string at the end. */
  get next(): string {
    return this.text.charAt(this.position);
  }

  take(character: string): boolean {
    if (!this.text.startsWith(character, this.position)) return false;
    this.position += character.length;
    return true;
  }

  expect(character: string): void {
    if (!this.take(character)) this.unexpected(`'${character}'`);
  }

  /** Skips spaces and tabs; returns whether there were any. */
  skipBlanks(): boolean {
    const start = this.position;
    while (this.next === ' ' || this.next === '\t') this.position += 1;
    return this.position > start;
  }

  expectBlanks(): void {
    if (!this.skipBlanks()) this.unexpected('a space');
  }

  /** Takes the separator with the blanks around it; without a separator it takes nothing. */
  takeSeparator(character: ',' | ';'): boolean {
    const start = this.position;
    this.skipBlanks();
    if (this.take(character)) {
      this.skipBlanks();
      return true;
    }
    this.position = start;
    return false;
  }

  /** The identifier at the position, or the empty string; takes nothing. */
  peekIdentifier(): string {
    if (this.peeked.position !== this.position) {
      identifier.lastIndex = this.position;
      this.peeked = { position: this.position, identifier: identifier.exec(this.text)?.[0] ?? '' };
    }
    return this.peeked.identifier;
  }

  takeIdentifier(what: string): string {
    const name = this.peekIdentifier();
    if (name === '') this.unexpected(what);
    if (name.length > maximumIdentifierLength) {
      this.fail(`A name has more than ${maximumIdentifierLength} characters.`, this.position + maximumIdentifierLength);
    }
    this.position += name.length;
    return name;
  }

  /** Takes the word if it follows as a whole; case-insensitive. */
  takeWord(word: string): boolean {
    if (this.peekIdentifier().toLowerCase() !== word) return false;
    this.position += word.length;
    return true;
  }

  expectEnd(): void {
    const start = this.position;
    if (this.skipBlanks() && this.next === '') this.position = start;
    if (this.next !== '') this.unexpected('the end');
  }

  /** Counts one node of the tree against the limit. */
  countNode(position: number): void {
    this.nodes += 1;
    if (this.nodes > this.limits.nodes) this.exceeded(`${this.limits.nodes} terms and operators`, position);
  }

  /** Counts one node of a search; its limit is lower, because each term scans a long text. */
  countSearchNode(position: number): void {
    this.searchNodes += 1;
    if (this.searchNodes > this.limits.searchNodes) {
      this.exceeded(`${this.limits.searchNodes} terms and operators`, position);
    }
    this.countNode(position);
  }

  /** Reads one nesting level deeper. */
  nested<Result>(read: () => Result): Result {
    this.depth += 1;
    if (this.depth > this.limits.depth) this.exceeded(`${this.limits.depth} levels of nesting`, this.position);
    const result = read();
    this.depth -= 1;
    return result;
  }

  /**
   * Reads the value of an alias as if it were written inline; errors within it are reported at the position of the
   * alias. Node and depth counts continue, so that nested aliases cannot exceed what is possible inline.
   */
  readAlias<Result>(name: string, value: string, read: () => Result): Result {
    const { text, position, variables, openedAt } = this;
    if (this.open.includes(name)) this.fail(`The alias '@${name}' refers to itself.`);
    this.aliasCharacters += value.length;
    if (this.aliasCharacters > this.limits.aliasCharacters)
      this.exceeded(`${this.limits.aliasCharacters} characters in aliases`, position);
    if (this.open.length === 0) this.openedAt = position;
    this.open.push(name);
    this.enter(value, 0, []);
    this.checkCharacters();
    this.skipBlanks();
    const result = this.nested(read);
    this.expectEnd();
    this.open.pop();
    this.openedAt = openedAt;
    this.enter(text, position, variables);
    return result;
  }

  private enter(text: string, position: number, variables: string[]): void {
    Object.assign(this, { text, position, variables, peeked: { position: -1, identifier: '' } });
  }

  fail(message: string, position = this.position): never {
    throw this.refusal(message, position, false);
  }

  private refusal(message: string, position: number, unsupported: boolean): ODataSyntaxError {
    const [alias] = this.open;
    return alias === undefined
      ? new ODataSyntaxError(message, { position, unsupported })
      : new ODataSyntaxError(`In the alias '@${this.open.at(-1)}': ${message}`, {
          position: this.openedAt,
          unsupported,
        });
  }

  unexpected(expected: string): never {
    const character = this.text.codePointAt(this.position);
    this.fail(
      character === undefined
        ? `Unexpected end of text, expected ${expected}.`
        : `Unexpected '${String.fromCodePoint(character)}', expected ${expected}.`,
    );
  }

  exceeded(limit: string, position: number): never {
    this.fail(`There are more than ${limit}.`, position);
  }

  /** Rejects valid OData that lies outside the supported subset. */
  unsupported(construct: string, position = this.position): never {
    throw this.refusal(`${construct} is not supported.`, position, true);
  }
}

/**
 * Reads a text from its first to its last character.
 *
 * @throws ODataSyntaxError where the reader does, and for trailing input.
 */
export function readWhole<Result>(
  text: string,
  limits: Limits,
  read: (input: Input) => Result,
  aliases?: Aliases,
): Result {
  const input = new Input(text, limits, aliases);
  if (input.skipBlanks()) input.unexpected('an expression without a space before it');
  const result = read(input);
  input.expectEnd();
  return result;
}
