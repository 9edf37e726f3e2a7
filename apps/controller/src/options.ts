// The flags of the controller, read once. docs/reference/controller.md describes each.

import { parseArgs } from 'node:util';
import type { Environment } from '@rectrace/cluster';
import { ControllerError } from './errors.ts';
import { presentFields } from './present-fields.ts';
import type { RecordSelection } from './record-selection.ts';
import { parseRecordFlag } from './record-selection.ts';
import { DEFAULT_STATUS_BYTES, LARGEST_STATUS_BYTES, SMALLEST_STATUS_BYTES } from './status/fit-status.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type ControllerOptions = {
  /** Absent = in-cluster, or what kubectl would use. */
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly listen: ListenAddress;
  readonly tls?: TlsFiles;
  readonly history: HistoryOptions;
  /** Where the lease and the texts of changes lie; absent = the context's namespace. */
  readonly namespace?: string;
  /** Name of the ConfigMap of the texts of changes. */
  readonly texts: string;
  readonly statusBytes: number;
  /** Absent = all Clusters where KubeBlocks is present. */
  readonly record?: readonly RecordSelection[];
  readonly watch: WatchOptions;
  readonly rules: readonly string[];
  /** Name of the Lease; absent = no lease is taken. */
  readonly lease?: string;
  readonly serve: { readonly traces: boolean; readonly readApi: boolean; readonly metrics: boolean };
  readonly logLevel: LogLevel;
};

/** host '' = all addresses; port 0 = any free one. */
export type ListenAddress = { readonly host: string; readonly port: number };

export type TlsFiles = { readonly certificateFile: string; readonly keyFile: string };

/** folder absent = in memory. Limits of 0 are none. */
export type HistoryOptions = { readonly folder?: string; readonly bytes: number; readonly days: number; readonly cycles: number };

/** extra: 'resource.group' or 'resource' each. */
export type WatchOptions = {
  readonly kubernetes: boolean;
  readonly kubeblocks: boolean;
  readonly secrets: boolean;
  readonly extra: readonly string[];
};

export type ParsedOptions =
  | { readonly kind: 'run'; readonly options: ControllerOptions }
  | { readonly kind: 'help'; readonly text: string };

const FLAGS = {
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
  listen: { type: 'string', default: ':8080' },
  'tls-cert-file': { type: 'string' },
  'tls-private-key-file': { type: 'string' },
  history: { type: 'string' },
  'history-bytes': { type: 'string', default: String(1024 ** 3) },
  'history-days': { type: 'string', default: '30' },
  'history-cycles': { type: 'string', default: '0' },
  namespace: { type: 'string', short: 'n' },
  'status-bytes': { type: 'string', default: String(DEFAULT_STATUS_BYTES) },
  record: { type: 'string' },
  watch: { type: 'string', multiple: true },
  kubernetes: { type: 'boolean', default: true },
  kubeblocks: { type: 'boolean', default: true },
  secrets: { type: 'boolean', default: false },
  rules: { type: 'string', multiple: true },
  lease: { type: 'string', default: 'rectrace' },
  'no-lease': { type: 'boolean', default: false },
  traces: { type: 'boolean', default: true },
  'read-api': { type: 'boolean', default: true },
  metrics: { type: 'boolean', default: true },
  'log-level': { type: 'string', default: 'info' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const HELP = `rectrace controller: records object trees, serves ReconciliationTrace and the read API

  --kubeconfig FILE, --context NAME     the cluster; default: in-cluster
  --listen HOST:PORT                    health, metrics and read API (:8080)
  --tls-cert-file FILE                  serve them over TLS, with --tls-private-key-file FILE
  --history FOLDER                      keep the history there; default: in memory
  --history-bytes N, --history-days N, --history-cycles N   its limits, 0 is none (1 GiB, 30, 0)
  --namespace NAME                      of the lease and of the ConfigMap of change texts
  --status-bytes N                      of a trace's status, ${SMALLEST_STATUS_BYTES} to ${LARGEST_STATUS_BYTES} (${DEFAULT_STATUS_BYTES})
  --record FILE|JSON                    what to record without a trace: [{apiVersion, kind, namespaces, selector}]
  --watch RESOURCE.GROUP                a further kind to watch (repeatable)
  --no-kubernetes, --no-kubeblocks      leave a set of kinds out
  --secrets                             watch Secrets; only keyed hashes of them are kept
  --rules FILE                          further ownership rules (repeatable)
  --lease NAME, --no-lease              the Lease that makes one writer (rectrace)
  --no-traces, --no-read-api, --no-metrics   leave a service out
  --log-level debug|info|warn|error
`;

const DEFAULT_TEXTS = 'kubeblocks-i18n-resources';
const LEAST_HISTORY_BYTES = 1024 * 1024;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** readFile: for flags that may name a file. env: POD_NAMESPACE and I18N_RESOURCES_NAME. */
export type OptionSources = { readonly readFile: (path: string) => string; readonly env: Environment };

/** @throws ControllerError code OPTION_INVALID, naming the flag */
export function parseOptions(args: readonly string[], { readFile, env }: OptionSources): ParsedOptions {
  const values = readFlags(args);
  if (values.help) return { kind: 'help', text: HELP };
  const { kubeconfig, context, namespace = env['POD_NAMESPACE'], history: folder } = values;
  const record = values.record === undefined ? undefined : parseRecordFlag(values.record, readFile);
  // --no-lease makes parseArgs set lease itself to false.
  const lease = typeof values.lease === 'string' && !values['no-lease'] ? values.lease : undefined;
  const options: ControllerOptions = {
    ...presentFields({ kubeconfig, context, namespace, record, tls: tlsOf(values), lease }),
    texts: env['I18N_RESOURCES_NAME'] || DEFAULT_TEXTS,
    listen: parseAddress(values.listen),
    history: {
      ...presentFields({ folder }),
      bytes: historyBytes(values['history-bytes']),
      days: integer('history-days', values['history-days'], { least: 0, most: 36_500 }),
      cycles: integer('history-cycles', values['history-cycles'], { least: 0, most: Number.MAX_SAFE_INTEGER }),
    },
    statusBytes: integer('status-bytes', values['status-bytes'], { least: SMALLEST_STATUS_BYTES, most: LARGEST_STATUS_BYTES }),
    watch: { kubernetes: values.kubernetes, kubeblocks: values.kubeblocks, secrets: values.secrets, extra: values.watch ?? [] },
    rules: values.rules ?? [],
    serve: { traces: values.traces, readApi: values['read-api'], metrics: values.metrics },
    logLevel: logLevel(values['log-level']),
  };
  return { kind: 'run', options };
}

type Flags = ReturnType<typeof parseFlags>;

function readFlags(args: readonly string[]): Flags {
  try {
    return parseFlags(args);
  } catch (error) {
    throw new ControllerError(error instanceof Error ? error.message : String(error), { code: 'OPTION_INVALID', cause: error });
  }
}

function parseFlags(args: readonly string[]) {
  return parseArgs({ args: [...args], options: FLAGS, strict: true, allowPositionals: false, allowNegative: true }).values;
}

function tlsOf(values: Flags): ControllerOptions['tls'] {
  const { 'tls-cert-file': certificateFile, 'tls-private-key-file': keyFile } = values;
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) throw invalid('--tls-cert-file and --tls-private-key-file go together');
  return { certificateFile, keyFile };
}

function parseAddress(text: string): ListenAddress {
  const colon = text.lastIndexOf(':');
  const port = Number(text.slice(colon + 1));
  if (colon < 0 || !Number.isInteger(port) || port < 0 || port > 65_535 || text.endsWith(':'))
    throw invalid(`--listen ${text}: write HOST:PORT or :PORT`);
  return { host: text.slice(0, colon).replace(/^\[(.*)\]$/, '$1'), port };
}

/** or: what else the flag takes. */
type Range = { readonly least: number; readonly most: number; readonly or?: string };

function integer(flag: string, text: string, { least, most, or }: Range): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value < least || value > most)
    throw invalid(`--${flag} ${text}: an integer from ${least} to ${most}${or === undefined ? '' : `, or ${or},`} is needed`);
  return value;
}

/** 0 is no limit; a store needs some room to work at all. */
function historyBytes(text: string): number {
  return text === '0' ? 0 : integer('history-bytes', text, { least: LEAST_HISTORY_BYTES, most: Number.MAX_SAFE_INTEGER, or: '0 for none' });
}

function logLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) throw invalid(`--log-level ${text}: one of ${LOG_LEVELS.join(', ')} is needed`);
  return level;
}

function invalid(message: string): ControllerError {
  return new ControllerError(message, { code: 'OPTION_INVALID' });
}
