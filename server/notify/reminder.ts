/** One message: a person, and the lifts or papers that it is about. */
export interface Reminder {
  /** With the person and the day it names the message. */
  readonly rung: string;
  /** The words about them: `维保今日到期`. */
  readonly title: string;
  /** 台电梯, 份合同. */
  readonly measure: string;
  readonly personId: number | null;
  readonly userId: number | null;
  readonly name: string;
  readonly mobile: string;
  readonly names: readonly string[];
}

/** The person who gets a reminder. */
export type RemindedPerson = Pick<Reminder, 'personId' | 'userId' | 'name' | 'mobile'>;

/** Gathers what concerns the same person into one reminder. */
export class Reminders {
  readonly #of = new Map<string, Reminder & { readonly names: string[] }>();
  readonly #words: Pick<Reminder, 'rung' | 'title' | 'measure'>;

  constructor(words: Pick<Reminder, 'rung' | 'title' | 'measure'>) {
    this.#words = words;
  }

  add(person: RemindedPerson, name: string): void {
    const key = person.personId === null ? `user-${person.userId ?? 0}` : `person-${person.personId}`;
    const known = this.#of.get(key) ?? { ...this.#words, ...person, names: [] };
    if (!known.names.includes(name)) known.names.push(name);
    this.#of.set(key, known);
  }

  all(): readonly Reminder[] {
    return [...this.#of.values()];
  }
}
