// What a process has used so far, read from /proc (Linux).
import { readFileSync } from 'node:fs';

/** cpuMs: user and system time of the process itself. rssMb, peakMb: resident memory now and at its highest, in 10^6 bytes. */
export type ProcessUsage = { readonly cpuMs: number; readonly rssMb: number; readonly peakMb: number };

/** Clock ticks a second; the same on every Linux that Node runs on. */
const TICKS = 100;

/** @throws Error where there is no such process, or no /proc */
export function processUsage(pid: number): ProcessUsage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { cpuMs: processCpu(pid), rssMb: kibibytes(status, 'VmRSS'), peakMb: kibibytes(status, 'VmHWM') };
}

/** Milliseconds of processor time. */
export function processCpu(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

function kibibytes(status: string, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status);
  return (Number(found?.[1] ?? Number.NaN) * 1024) / 1e6;
}
