// Makes the argument list of a kubectl user readable for commander: '-n=x', '-A=false', '--v=6', boolean flags with a value, and '--version'.

/** Flags without a value that kubectl users write with one. */
const SWITCHES: ReadonlySet<string> = new Set([
  '-A',
  '--all-namespaces',
  '--no-headers',
  '--noise',
  '--utc',
  '--no-history',
  '--show-labels',
  '--force',
  '--now',
  '--auto-approve',
  '--changes',
]);

/** Everything behind '--' stays as it is. */
export function normaliseArguments(args: readonly string[]): readonly string[] {
  if (args[0] === '--version') return ['version', ...args.slice(1)];
  const end = args.indexOf('--');
  const flags = end < 0 ? args : args.slice(0, end);
  return [...flags.flatMap(normalise), ...(end < 0 ? [] : args.slice(end))];
}

function normalise(argument: string): readonly string[] {
  const equals = argument.indexOf('=');
  if (equals < 0 || !argument.startsWith('-')) return [argument];
  const [name, value] = [argument.slice(0, equals), argument.slice(equals + 1)];
  if (SWITCHES.has(name)) return switched(argument, { name, value });
  return /^-[A-Za-z]$/.test(name) ? [name, value] : [argument];
}

function switched(argument: string, { name, value }: { readonly name: string; readonly value: string }): readonly string[] {
  if (value === 'true') return [name];
  return value === 'false' ? [] : [argument];
}
