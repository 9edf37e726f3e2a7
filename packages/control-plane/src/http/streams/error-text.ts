// What the error stream of a program says at its end: a Status as JSON; of the old versions text, and of success nothing.
import type { StatusBody } from '../../api/status.ts';

export function errorText(status: Partial<StatusBody>, asStatus: boolean): string {
  if (asStatus) return JSON.stringify(status);
  return status.status === 'Success' ? '' : (status.message ?? '');
}
