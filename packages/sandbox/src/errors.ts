// What can go wrong with a sandbox.

/** This machine does not let a program be isolated; nothing of it runs. */
export class SandboxRefused extends Error {
  readonly code = 'SANDBOX_REFUSED';
  readonly retryable = false;
  /** What the kernel or a missing tool said, one line. */
  readonly reason: string;

  constructor(reason: string) {
    super(`the program cannot be isolated on this machine: ${reason}`);
    this.name = 'SandboxRefused';
    this.reason = reason;
  }
}
