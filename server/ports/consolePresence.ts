/** Those who answer for a lift, by which users' scopes are judged. */
export interface AnsweredFor {
  readonly areaId: number;
  readonly communityId: number;
  readonly brandId: number | null;
  readonly propertyId: number | null;
  readonly maintenanceId: number | null;
}

/** The consoles that are connected and can sound now, as far as is known: for the escalation ladder and for claims. */
export interface ConsolePresence {
  /** Is any armed console connected whose user may answer for this responsibility? */
  isAnyArmedFor(responsibility: AnsweredFor): boolean;
  isOnline(userId: number): boolean;
}

/** The consoles of the whole site. Each process that serves consoles joins with its own; before that none is connected. */
export interface SiteConsoles extends ConsolePresence {
  /** The returned function withdraws the consoles. */
  join(consoles: ConsolePresence): () => void;
}
