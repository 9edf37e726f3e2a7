// A client under test: which programs lines call, and the scenarios that it plays.
import { fileURLToPath } from 'node:url';
import { fetchHelm, fetchKubectl } from '@rectrace/testbed';
import { type CommandList, HELM_COMMANDS, KUBECTL_COMMANDS } from './top-level-commands.ts';

export type Client = {
  readonly name: string;
  /** Folder of its scenarios. */
  readonly scenarios: string;
  /** Folders of the files that they name. */
  readonly folders: readonly string[];
  /** Names of those that are played; all where there are none. */
  readonly only?: readonly string[];
  /** Of the kubectl. */
  readonly minor: number;
  readonly commands: CommandList;
  /** Paths of programs beside the testbed's own kubectl, or instead of it. */
  readonly programs: () => Promise<Readonly<Record<string, string>>>;
};

/** Of the testbed. */
const NEWEST = 35;
const KUBECTL = { scenarios: folder('./scenarios'), folders: [folder('./files')], commands: KUBECTL_COMMANDS };

export const NEWEST_KUBECTL: Client = { ...KUBECTL, name: `kubectl 1.${NEWEST}`, minor: NEWEST, programs: async () => ({}) };

export function olderKubectl(minor: 25 | 28 | 30 | 33): Client {
  const programs = async () => ({ kubectl: await fetchKubectl(`1.${minor}`, { log }) });
  return { ...KUBECTL, name: `kubectl 1.${minor}`, minor, programs };
}

export const HELM: Client = {
  name: 'helm 4',
  scenarios: folder('./helm/scenarios'),
  folders: [folder('./helm/files'), folder('../../../charts')],
  minor: NEWEST,
  commands: HELM_COMMANDS,
  programs: async () => ({ helm: await fetchHelm({ log }) }),
};

function log(line: string): void {
  process.stderr.write(`testbed: ${line}\n`);
}

function folder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
