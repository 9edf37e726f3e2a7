// Durations as `kubectl get` shows them: 42s, 3m10s, 25h, 3d4h.

/** Of milliseconds. */
export function humanDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return withRest(minutes, 'm', { rest: seconds % 60, unit: 's' });
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return withRest(hours, 'h', { rest: minutes % 60, unit: 'm' });
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return withRest(days, 'd', { rest: hours % 24, unit: 'h' });
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return days < 2920 ? withRest(years, 'y', { rest: days % 365, unit: 'd' }) : `${years}y`;
}

function withRest(whole: number, unit: string, { rest, unit: small }: { readonly rest: number; readonly unit: string }): string {
  return rest === 0 ? `${whole}${unit}` : `${whole}${unit}${rest}${small}`;
}
