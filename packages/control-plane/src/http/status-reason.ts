// The words of a status in HTTP/1.1, where Node has newer ones than Go.
import { ServerResponse } from 'node:http';
import type { Outgoing } from './write-response.ts';

const REASONS: ReadonlyMap<number, string> = new Map([[413, 'Request Entity Too Large']]);

export function nameStatus(outgoing: Outgoing, status: number): void {
  const reason = REASONS.get(status);
  if (reason !== undefined && outgoing instanceof ServerResponse) outgoing.statusMessage = reason;
}
