// The protobuf of our API.
import type { Representation } from '@rectrace/control-plane';
import { createApi, Store, seededRandom } from '@rectrace/control-plane';

export function protobufOf(): Representation {
  const clock = { now: () => 0, after: () => Promise.resolve() };
  const { representations } = createApi({ store: new Store(), clock, random: seededRandom(1) });
  const found = representations.find(({ mediaType }) => mediaType === 'application/vnd.kubernetes.protobuf');
  if (found === undefined) throw new RangeError('no protobuf is offered');
  return found;
}
