interface Positioned {
  readonly id: number;
  readonly position: number;
}

/** Of two versions of one row the one that has seen more of the log; of equals the later answer. */
export function newerRow<Row extends Positioned>(known: Row | undefined, answered: Row): Row {
  return known !== undefined && known.position > answered.position ? known : answered;
}
