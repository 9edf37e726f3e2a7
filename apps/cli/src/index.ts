// @rectrace/cli: what other workspaces may know of the command line.

export { EXIT_CODES } from './exit-code.ts';
