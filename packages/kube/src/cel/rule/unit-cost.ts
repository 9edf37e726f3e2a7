// What the API server counts for the parts of an expression.

export const LIST_COST = 10;
export const MAP_COST = 30;
/** Of asking the authorizer: two answers fit into one expression. */
export const AUTHORIZATION_COST = 350_000;
export const PER_CHARACTER = 0.1;
export const PER_PATTERN_CHARACTER = 0.25;
