// What one side has answered about its objects: the states that later requests are made from.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

const MOST_STATES = 4;

export class Memory {
  readonly #states = new Map<string, JsonObject[]>();
  #continueToken = '';

  /** `path`: of the object. */
  note(path: string, body: unknown): void {
    if (!isJsonObject(body) || !isJsonObject(body['metadata'])) return;
    const { managedFields: _fields, ...metadata } = body['metadata'];
    const states = this.#states.get(path) ?? [];
    states.push({ ...body, metadata });
    this.#states.set(path, states.slice(-MOST_STATES));
  }

  noteToken(token: string): void {
    this.#continueToken = token;
  }

  get continueToken(): string {
    return this.#continueToken;
  }

  latest(path: string): JsonObject | undefined {
    return this.#states.get(path)?.at(-1);
  }

  /** The state before the latest one, where there is one. */
  earlier(path: string): JsonObject | undefined {
    return this.#states.get(path)?.at(-2);
  }
}
