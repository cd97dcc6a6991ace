import { invalid, type Problem } from '../../../platform/problems.ts';

/** Collects messages by field for one problem document; its keys begin with a capital: `Title`, `WorkUnit`. */
export class FieldFaults {
  private readonly messages: Record<string, string[]> = {};

  add(field: string, message: string): void {
    const key = field.charAt(0).toUpperCase() + field.slice(1);
    (this.messages[key] ??= []).push(message);
  }

  /** Returns the 400 problem with all messages. */
  problem(): Problem {
    return invalid(this.messages);
  }

  /** Throws the problem, if there is a fault. */
  refuse(): void {
    if (Object.keys(this.messages).length > 0) throw this.problem();
  }
}
