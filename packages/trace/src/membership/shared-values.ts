// Values that many objects have in common, held once: a namespace's name, what all Pods of a ReplicaSet seek, the links to one node.
// Bounded: it starts over when it is full, which costs memory and nothing else.

export class SharedValues<Value> {
  readonly #values = new Map<string, Value>();
  readonly #limit: number;

  /** @param limit how many values are remembered at most */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value remembered under the key, else the fresh one. Values of one key must be equal. */
  share(key: string, fresh: Value): Value {
    const remembered = this.#values.get(key);
    if (remembered !== undefined) return remembered;
    if (this.#values.size >= this.#limit) this.#values.clear();
    this.#values.set(key, fresh);
    return fresh;
  }
}
