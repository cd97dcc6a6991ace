/**
 * Matches a literal pattern one character at a time. After a mismatch `position` is at the offending character;
 * `farthest` keeps the last mismatch of an optional part that was abandoned.
 */
export class Cursor {
  readonly text: string;
  position: number;
  farthest: number;

  constructor(text: string, position: number) {
    this.text = text;
    this.position = position;
    this.farthest = position;
  }

  /** Takes one character of the set; letters match in either case. */
  one(characters: string): boolean {
    const character = this.text.charAt(this.position).toLowerCase();
    if (character === '' || !characters.includes(character)) return false;
    this.advance();
    return true;
  }

  digit(): boolean {
    return this.one('0123456789');
  }

  /** Takes as many digits as follow; returns whether there are at least `minimum`. */
  digits(minimum: number): boolean {
    let taken = 0;
    while (this.digit()) taken += 1;
    return taken >= minimum;
  }

  /** Takes exactly `count` hexadecimal digits. */
  hexDigits(count: number): boolean {
    for (let taken = 0; taken < count; taken += 1) {
      if (!this.one('0123456789abcdef')) return false;
    }
    return true;
  }

  /** Takes the whole part if it matches, otherwise nothing. */
  optional(part: () => boolean): true {
    const start = this.position;
    if (!part()) this.position = start;
    return true;
  }

  private advance(): void {
    this.position += 1;
    this.farthest = Math.max(this.farthest, this.position);
  }
}
