/**
 * Matches the fixed parts of a literal one character at a time. After a mismatch `position` stands at the character
 * that did not fit; `farthest` remembers the last such place when an optional part is given up.
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

  /** Takes as many digits as there are, and tells whether there were at least as many as asked for. */
  digits(least: number): boolean {
    let taken = 0;
    while (this.digit()) taken += 1;
    return taken >= least;
  }

  /** Takes exactly so many hexadecimal digits. */
  hexDigits(count: number): boolean {
    for (let taken = 0; taken < count; taken += 1) {
      if (!this.one('0123456789abcdef')) return false;
    }
    return true;
  }

  /** Takes the part if it matches as a whole, and nothing otherwise. */
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
