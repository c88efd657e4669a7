interface Positioned {
  readonly id: number;
  readonly position: number;
}

/** Of two versions of one row, the one that has seen more of the log; if equal, the later response. */
export function newerRow<Row extends Positioned>(known: Row | undefined, answered: Row): Row {
  return known !== undefined && known.position > answered.position ? known : answered;
}
