/** The place of an event: its position in the log, and what follows the prefix in its stream's name. */
export interface EventPlace {
  readonly position: number;
  readonly streamId: string;
}
