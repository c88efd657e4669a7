/** The address under which a page's device dials a number, without the spaces and brackets in which people write it. */
export const telephoneLink = (telephone: string): string => `tel:${telephone.replaceAll(/[^\d+*#]/g, '')}`;
