// What the process ends with. docs/reference/exit-codes.md is checked against this table by a test.

export const EXIT_CODES = {
  success: 0,
  failure: 1,
  usage: 2,
  timeout: 3,
  notFound: 4,
  forbidden: 5,
  unreachable: 6,
  damaged: 7,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
