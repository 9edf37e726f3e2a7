// The outcome of an expression as one line of text, by which tables of expected outcomes are written.

import type { CelValue, Outcome } from '../cel-value.ts';
import { formatCidr, formatIp } from '../ip-address.ts';
import { listItems } from '../list-value.ts';
import { mapEntries } from '../map-value.ts';
import { formatDuration, formatTimestamp } from '../time-text.ts';
import { typeNameOf } from '../type-name.ts';

/** e.g. 3, 3u, double(1.5), "text", [1, 2], some(1), none, error, absent object.status.phase. Types without a text of their own by name. */
export function formatOutcome(outcome: Outcome): string {
  if (outcome.kind !== 'failure') return formatValue(outcome);
  return outcome.reason === 'absent' ? `absent ${outcome.path}` : outcome.reason;
}

function formatValue(value: CelValue): string {
  switch (value.kind) {
    case 'list':
      return `[${listItems(value).map(formatValue).join(', ')}]`;
    case 'map':
      return `{${mapEntries(value)
        .map((entry) => `${formatValue(entry.key)}: ${formatValue(entry.value)}`)
        .join(', ')}}`;
    case 'optional':
      return value.value === undefined ? 'none' : `some(${formatValue(value.value)})`;
    default:
      return formatScalar(value);
  }
}

function formatScalar(value: CelValue): string {
  switch (value.kind) {
    case 'null':
      return 'null';
    case 'bool':
    case 'int':
      return value.value.toString();
    case 'uint':
      return `${value.value}u`;
    case 'double':
      return `double(${Object.is(value.value, -0) ? '-0' : value.value})`;
    case 'string':
      return JSON.stringify(value.value);
    case 'bytes':
      return `bytes(${Array.from(value.value, (byte) => byte.toString(16).padStart(2, '0')).join('')})`;
    default:
      return formatNamed(value);
  }
}

function formatNamed(value: CelValue): string {
  switch (value.kind) {
    case 'type':
      return `type(${value.name})`;
    case 'timestamp':
      return `timestamp(${formatTimestamp(value.nanos)})`;
    case 'duration':
      return `duration(${formatDuration(value.nanos)})`;
    case 'ip':
      return `ip(${formatIp(value)})`;
    case 'cidr':
      return `cidr(${formatCidr(value)})`;
    default:
      return typeNameOf(value);
  }
}
