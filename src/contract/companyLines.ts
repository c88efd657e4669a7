/** A telephone of a company that looks after lifts. */
export interface CompanyLine {
  /** `duty`: answered day and night. `contact`: the company's contact person, who may not be at work. */
  readonly kind: 'duty' | 'contact';
  readonly phone: string;
}

export const companyLineLabels = { duty: '24 小时值班', contact: '联系人' } as const;

/**
 * The telephones of a company in the order in which to ring them when somebody is trapped: its 24-hour duty telephone, then its
 * contact person. Empty if base data has none. The desk, the dispatch form, the ladder and the plates all ask this.
 * @example companyLines({ duty_phone: '', contact_mobile: '0571-2001' }) // [{ kind: 'contact', phone: '0571-2001' }]
 */
export function companyLines({
  duty_phone: duty,
  contact_mobile: contact,
}: {
  readonly duty_phone?: string | null | undefined;
  readonly contact_mobile?: string | null | undefined;
}): readonly CompanyLine[] {
  const lines: CompanyLine[] = [];
  if (duty) lines.push({ kind: 'duty', phone: duty });
  if (contact && contact !== duty) lines.push({ kind: 'contact', phone: contact });
  return lines;
}

/** The telephone to ring first; empty if the company has none, or the lift no company. */
export const firstLine = (company: Parameters<typeof companyLines>[0] | null | undefined): string =>
  companyLines(company ?? {})[0]?.phone ?? '';
