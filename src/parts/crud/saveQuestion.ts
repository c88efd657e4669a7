/** Put before a save that may be a mistake. */
export interface SaveQuestion {
  readonly title: string;
  readonly objectName: string;
  readonly message: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** The field that is marked, and the words, for a user who goes back. */
  readonly field: string;
  readonly reminder: string;
}
