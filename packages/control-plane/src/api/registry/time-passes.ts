/** Waits for a clock. False where the wait was given up. */
export function timePasses(wait: Promise<void>): Promise<boolean> {
  return wait.then(
    () => true,
    () => false,
  );
}
