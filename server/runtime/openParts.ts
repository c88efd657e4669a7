/** The parts that a running program has opened. */
export interface OpenParts {
  /** Notes a part that is to be closed, and returns it. */
  readonly opened: <Part extends { close(): Promise<void> }>(part: Part) => Part;
  /** Closes the parts one after another, the last one first. */
  readonly closeAll: () => Promise<void>;
}

export function createOpenParts(): OpenParts {
  const open: { close(): Promise<void> }[] = [];
  return {
    opened(part) {
      open.push(part);
      return part;
    },
    async closeAll() {
      for (const part of open.toReversed()) await part.close();
    },
  };
}
