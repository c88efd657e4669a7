/** The kinds of lifts by how they work; the kind decides which checks apply. */
export const liftCategories = ['traction', 'hydraulic', 'dumbwaiter', 'escalator'] as const;
export type LiftCategory = (typeof liftCategories)[number];
