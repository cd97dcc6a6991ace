import { invalid, type Problem } from '../../../platform/problems.ts';

/** Messages by field, gathered until all are known; keys as in problem documents: `Title`, `WorkUnit`. */
export class FieldFaults {
  private readonly messages: Record<string, string[]> = {};

  add(field: string, message: string): void {
    const key = field.charAt(0).toUpperCase() + field.slice(1);
    (this.messages[key] ??= []).push(message);
  }

  /** The 400 problem that tells them all. */
  problem(): Problem {
    return invalid(this.messages);
  }

  /** Throws the problem, if there is a fault. */
  refuse(): void {
    if (Object.keys(this.messages).length > 0) throw this.problem();
  }
}
