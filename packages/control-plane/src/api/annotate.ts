// What the parts of the API tell the audit log of a request.

/** Of one key the first value counts. */
export type Annotate = (key: string, value: string) => void;
