// What pods answer where no kubelet runs: a script, as data. docs/reference/pod-answers.md tells of each key.

export type PodAnswers = {
  readonly pods?: readonly PodAnswer[];
  readonly nodes?: readonly NodeAnswer[];
};

/** What the pods that fit answer. Of several entries the first that fits and has the answer counts. */
export type PodAnswer = PodCondition & {
  readonly logs?: readonly LogLine[];
  /** Of the container that ran before the last restart. */
  readonly previousLogs?: readonly LogLine[];
  readonly commands?: readonly CommandAnswer[];
  readonly attach?: ProgramAnswer;
  /** By absolute path: what `tar` and `test -d` see. */
  readonly files?: Readonly<Record<string, Content>>;
  readonly ports?: readonly PortAnswer[];
};

/** All that are given must hold. */
export type PodCondition = {
  readonly namespace?: string;
  readonly name?: string;
  /** As `kubectl -l` takes it. */
  readonly selector?: string;
  readonly container?: string;
};

/** Bytes: as text, which is UTF-8, or in base64. */
export type Content = string | { readonly base64: string };

export type LogLine = {
  readonly text: string;
  /** RFC 3339. Without it `after` counts. */
  readonly time?: string;
  /** Seconds since the container started; default 0. A line is told once its time has come. */
  readonly after?: number;
  /** Default Stdout. */
  readonly stream?: 'Stdout' | 'Stderr';
};

export type CommandAnswer = ProgramAnswer & {
  /** `*` stands for any one word, `**` at the end for any words. */
  readonly command: readonly string[];
};

/** All is told at once; then, where stdin is echoed, what the client says until it closes it. */
export type ProgramAnswer = {
  readonly stdout?: Content;
  readonly stderr?: Content;
  /** Default ignore. */
  readonly stdin?: 'echo' | 'ignore';
  /** Default 0. */
  readonly exitCode?: number;
};

/** What a connection to a port is answered: all that it says, these bytes, or HTTP. */
export type PortAnswer =
  | { readonly port: number; readonly echo: true }
  | { readonly port: number; readonly bytes: Content }
  | { readonly port: number; readonly http: readonly HttpAnswer[] };

export type HttpAnswer = {
  /** Without the query; a `*` at the end stands for any rest. */
  readonly path: string;
  /** Default: any. */
  readonly method?: string;
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Content;
};

/** What the kubelet of a node answers to requests through `/proxy`. */
export type NodeAnswer = {
  /** Default: every node. */
  readonly name?: string;
  readonly http: readonly HttpAnswer[];
};

/** The script of those who have none. */
export const NO_ANSWERS: PodAnswers = {};

export function bytesOf(content: Content): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return Uint8Array.from(atob(content.base64), (letter) => letter.charCodeAt(0));
}
