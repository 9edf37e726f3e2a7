// The three ways in which every case is told: as given, every message doubled, and in other orders of arrival that a real watch allows:
// each collection keeps its own order, how collections interleave is chance. Times stay with their messages.

import { formatScope } from '@rectrace/kube';
import { type CaseMessage, scopeOf } from './case-message.ts';

/** Each message of an object twice. */
export function doubled<Message extends CaseMessage>(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message): readonly Message[] =>
    message.kind === 'Observed' || message.kind === 'Listed' || message.kind === 'Vanished' ? [message, message] : [message],
  );
}

/** The same at another pace: every distance in time grows by the factor. */
export function stretched<Message extends CaseMessage>(messages: readonly Message[], factor: number): readonly Message[] {
  const since = messages[0]?.receivedAt ?? 0;
  return messages.map((message) => ({ ...message, receivedAt: since + (message.receivedAt - since) * factor }));
}

/** One other interleaving of the collections; ticks, epochs, restarts and the start of a trace hold everything in place. */
export function shuffled<Message extends CaseMessage>(messages: readonly Message[], seed: number): readonly Message[] {
  const random = randomFrom(seed);
  const result: Message[] = [];
  let stretch: Message[] = [];
  for (const message of messages) {
    if (scopeOf(message) !== undefined && message.kind !== 'EpochBegin') {
      stretch.push(message);
      continue;
    }
    result.push(...interleave(stretch, random), message);
    stretch = [];
  }
  return [...result, ...interleave(stretch, random)];
}

function interleave<Message extends CaseMessage>(messages: readonly Message[], random: () => number): readonly Message[] {
  const queues = [...Map.groupBy(messages, collectionOf).values()].map((items) => ({ items, next: 0 }));
  const result: Message[] = [];
  for (let open = queues; open.length > 0; open = open.filter(({ items, next }) => next < items.length)) {
    const queue = open[Math.floor(random() * open.length)];
    if (queue === undefined) return result;
    const length = 1 + Math.floor(random() * 3);
    result.push(...queue.items.slice(queue.next, queue.next + length));
    queue.next += length;
  }
  return result;
}

function collectionOf(message: CaseMessage): string {
  const scope = scopeOf(message);
  return scope === undefined ? '' : formatScope(scope);
}

/** A small linear congruential generator: the same seed, the same order, on every machine. */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
