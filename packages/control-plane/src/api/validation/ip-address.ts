// IP addresses as text, as Go reads them leniently.

const MOST_OCTET = 255;
const V6_GROUPS = 8;

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^[0-9]+$/.test(part) && Number(part) <= MOST_OCTET);
}

function isIpv6(text: string): boolean {
  if (!text.includes(':')) return false;
  const tail = text.slice(text.lastIndexOf(':') + 1);
  const isMapped = tail.includes('.');
  if (isMapped && !isIpv4(tail)) return false;
  const groups = isMapped ? `${text.slice(0, text.lastIndexOf(':') + 1)}0:0` : text;
  const halves = groups.split('::');
  if (halves.length > 2) return false;
  const parts = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return false;
  return halves.length === 2 ? parts.length < V6_GROUPS : parts.length === V6_GROUPS;
}

export function isIpAddress(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}
