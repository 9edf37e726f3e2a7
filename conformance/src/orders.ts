// The three ways in which every case is told: as given, every message doubled, and in other orders of arrival that a real watch allows:
// each collection keeps its own order, how collections interleave is chance. Times stay with their messages.

import { formatScope } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

/** Each message of an object twice. */
export function doubled(messages: readonly RecorderMessage[]): readonly RecorderMessage[] {
  return messages.flatMap((message): readonly RecorderMessage[] =>
    message.kind === 'Observed' || message.kind === 'Listed' || message.kind === 'Vanished' ? [message, message] : [message],
  );
}

/** The same at another pace: every distance in time grows by the factor. */
export function stretched(messages: readonly RecorderMessage[], factor: number): readonly RecorderMessage[] {
  const since = messages[0]?.receivedAt ?? 0;
  return messages.map((message) => ({ ...message, receivedAt: since + (message.receivedAt - since) * factor }));
}

/** One other interleaving of the collections; ticks and epochs hold everything in place. */
export function shuffled(messages: readonly RecorderMessage[], seed: number): readonly RecorderMessage[] {
  const random = randomFrom(seed);
  const result: RecorderMessage[] = [];
  let stretch: RecorderMessage[] = [];
  for (const message of messages) {
    if (message.kind !== 'Tick' && message.kind !== 'EpochBegin') {
      stretch.push(message);
      continue;
    }
    result.push(...interleave(stretch, random), message);
    stretch = [];
  }
  return [...result, ...interleave(stretch, random)];
}

function interleave(messages: readonly RecorderMessage[], random: () => number): readonly RecorderMessage[] {
  const queues = [...Map.groupBy(messages, (message) => (message.kind === 'Tick' ? '' : formatScope(message.scope))).values()].map(
    (queue) => [...queue],
  );
  const result: RecorderMessage[] = [];
  while (queues.some((queue) => queue.length > 0)) {
    const open = queues.filter((queue) => queue.length > 0);
    const queue = open[Math.floor(random() * open.length)] ?? [];
    result.push(...queue.splice(0, 1 + Math.floor(random() * 3)));
  }
  return result;
}

/** A small linear congruential generator: the same seed, the same order, on every machine. */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
