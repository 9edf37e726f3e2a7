// One of the two servers under comparison, and the record of what it was asked and answered.
import type { Json } from '@rectrace/kube';
import type { ApiClient, ApiRequest, ApiResponse, WatchLine } from '@rectrace/testbed';

export type Exchange = {
  /** e.g. 'PUT /api/v1/…/configmaps/a', or 'watch …'. */
  readonly request: string;
  /** What was answered, as plain JSON: status, content type, warnings, body; or the lines of a watch. */
  readonly answer: Json;
  /** Of a request that has the server generate a name. */
  readonly generateName?: string;
};

export type WatchPlan = {
  /** Path and query; `watch=1` is added. */
  readonly path: string;
  /** Ends the watch when true of all the lines so far. */
  readonly until?: (lines: readonly WatchLine[]) => boolean;
  /** Ends it in any case. Default 10. */
  readonly timeoutSeconds?: number;
};

/** Watching in the background: `done` ends with the plan's end. */
export type RunningWatch = { readonly done: Promise<readonly WatchLine[]> };

export class Subject {
  readonly name: 'real' | 'ours';
  readonly exchanges: Exchange[] = [];
  readonly #api: ApiClient;

  constructor(name: 'real' | 'ours', api: ApiClient) {
    this.name = name;
    this.#api = api;
  }

  /** Asked and recorded. */
  async ask<Body = Answered>(request: ApiRequest): Promise<{ readonly status: number; readonly body: Body }> {
    const response = await this.#api.request(request);
    const prefix = generateNameIn(request.body);
    this.exchanges.push({
      request: `${request.method ?? 'GET'} ${request.path}`,
      answer: answerOf(response),
      ...(prefix === undefined ? {} : { generateName: prefix }),
    });
    return { status: response.status, body: response.body as Body };
  }

  /** Asked, not recorded: for what only prepares. */
  async prepare(request: ApiRequest): Promise<ApiResponse> {
    return this.#api.request(request);
  }

  /** Records what was found out otherwise. */
  note(what: string, found: unknown): void {
    this.exchanges.push({ request: what, answer: (found ?? null) as Json });
  }

  /** Starts a watch whose lines are recorded when it ends. */
  watch(plan: WatchPlan): RunningWatch {
    return { done: this.#run(plan) };
  }

  async #run({ path, until, timeoutSeconds = 10 }: WatchPlan): Promise<readonly WatchLine[]> {
    const lines: WatchLine[] = [];
    // Its place is where it started; it ends when it ends.
    const place = this.exchanges.push({ request: `watch ${path}`, answer: null }) - 1;
    const abort = new AbortController();
    const full = `${path}${path.includes('?') ? '&' : '?'}watch=1&timeoutSeconds=${timeoutSeconds}`;
    for await (const line of this.#api.watch({ path: full, signal: abort.signal })) {
      lines.push(line);
      if (until?.(lines)) abort.abort();
    }
    this.exchanges[place] = { request: `watch ${path}`, answer: lines as unknown as Json };
    return lines;
  }
}

/** What cases read of answers. */
export type Answered = {
  readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion: string; readonly continue?: string };
  readonly [field: string]: unknown;
};

function generateNameIn(body: unknown): string | undefined {
  const { generateName } = ((body as Answered | null | undefined)?.metadata ?? {}) as { readonly generateName?: unknown };
  return typeof generateName === 'string' ? generateName : undefined;
}

function answerOf({ status, headers, body }: ApiResponse): Json {
  const { warning } = headers;
  return {
    status,
    contentType: headers['content-type'] ?? '',
    ...(warning === undefined ? {} : { warnings: [warning].flat().flatMap((line) => line.split(/, (?=299)/)) }),
    ...(headers['retry-after'] === undefined ? {} : { retryAfter: headers['retry-after'] }),
    body: body as Json,
  };
}
