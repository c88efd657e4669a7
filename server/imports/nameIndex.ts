/** A record that a cell may name. */
export interface Named {
  /** The value that the row keeps: an id, or `4-301` for an organisation of any kind. */
  readonly value: number | string;
  readonly name: string;
  /** Tells two of one name apart: 云川市东湖区 / 翠湖花园. */
  readonly fullName: string;
}

/** More wrong names than this get no suggestion: each costs a look at all names. */
const mostSuggestions = 300;
const nearEnough = 2;
const folded = (text: string): string => text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();

/** Returns the number of letters to change, add or leave out to turn one text into the other, or `most + 1` where it is more than `most`. */
export function editDistance(one: string, other: string, most: number): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const far = most + 1;
  if (long.length - short.length > most) return far;
  let previous = Array.from({ length: short.length + 1 }, (_, column) => Math.min(column, far));
  for (let row = 1; row <= long.length; row += 1) {
    const current = Array<number>(short.length + 1).fill(far);
    let least = Math.min(row, far);
    current[0] = least;
    // Further from the diagonal every way is longer than `most`.
    for (let column = Math.max(1, row - most); column <= Math.min(short.length, row + most); column += 1) {
      const cost = Math.min(
        (previous[column] ?? far) + 1,
        (current[column - 1] ?? far) + 1,
        (previous[column - 1] ?? far) + (long[row - 1] === short[column - 1] ? 0 : 1),
      );
      current[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return far;
    previous = current;
  }
  return Math.min(previous[short.length] ?? far, far);
}

/** Finds records by the name that someone typed. Made for one import, from the records that its author may see. */
export class NameIndex {
  readonly #byName = new Map<string, Named[]>();
  readonly #byValue = new Map<number | string, Named>();
  readonly #suggested = new Map<string, string>();

  constructor(named: readonly Named[]) {
    for (const one of named) {
      this.#byValue.set(one.value, one);
      for (const key of new Set([folded(one.name), folded(one.fullName)])) {
        const known = this.#byName.get(key);
        if (known === undefined) this.#byName.set(key, [one]);
        else known.push(one);
      }
    }
  }

  /** All of this name; two or more must be told apart by their full name. */
  find(text: string): readonly Named[] {
    return this.#byName.get(folded(text)) ?? [];
  }

  /** The name as it has to be typed to be found again, or an empty text. */
  nameOf(value: number | string | null): string {
    if (value === null) return '';
    const one = this.#byValue.get(value);
    if (one === undefined) return '';
    return this.find(one.name).length > 1 ? one.fullName : one.name;
  }

  /** The nearest name that differs by at most two letters, or an empty text. */
  suggest(text: string): string {
    const word = folded(text);
    const known = this.#suggested.get(word);
    if (known !== undefined || this.#suggested.size >= mostSuggestions) return known ?? '';
    let nearest = '';
    let least = Math.min(nearEnough, Math.floor(word.length / 2)) + 1;
    for (const [key, [first]] of this.#byName) {
      const distance = editDistance(word, key, least - 1);
      if (distance >= least) continue;
      least = distance;
      nearest = folded(first?.name ?? '') === key ? (first?.name ?? '') : (first?.fullName ?? '');
    }
    this.#suggested.set(word, nearest);
    return nearest;
  }

  /** All names, for a drop-down. */
  names(): readonly string[] {
    return [...this.#byValue.values()].map(({ value }) => this.nameOf(value));
  }
}
