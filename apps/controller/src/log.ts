// Where the controller's log lines go: structured, one JSON object a line.

/** fields: plain data that names what the line is about; never an object's body. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
