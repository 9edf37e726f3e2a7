// One round: random requests in a namespace of its own, compared answer by answer. It ends at its first difference, because from there on the two
// servers hold different objects.
import type { Json } from '@rectrace/kube';
import { isJsonObject, stringAt } from '@rectrace/kube';
import { differences } from '../compare.ts';
import { clearServices } from './clear-services.ts';
import { History } from './history.ts';
import { leftToChance } from './left-to-chance.ts';
import { maskedFields } from './masked-fields.ts';
import { placeOf } from './place-of.ts';
import type { Playing } from './playing.ts';
import type { RandomStep, Round } from './random-step.ts';
import { makeStep } from './random-step.ts';
import type { Compared } from './side.ts';
import { askSide } from './side.ts';
import { compareWatches, startsOf } from './watches.ts';

const STEPS = 120;

export async function playRound(round: Round, { sides, tally, number }: Omit<Playing, 'history'>): Promise<void> {
  const playing: Playing = { sides, tally, number, history: new History() };
  for (const { subject } of sides)
    await subject.prepare({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: round.namespace } } });
  const starts = await startsOf(round, playing);
  if (await playSteps(round, playing)) await compareWatches(round, { playing, starts });
  await clearServices(round.namespace, sides);
}

/** False from the first difference on. */
async function playSteps(round: Round, playing: Playing): Promise<boolean> {
  for (let step = 0; step < STEPS; step++) {
    if (await playStep(makeStep(round), playing)) return false;
  }
  return true;
}

/** True where the answers differ. */
async function playStep(step: RandomStep, playing: Playing): Promise<boolean> {
  const { sides, tally, history } = playing;
  const requests = sides.map(({ memory }) => step.request(memory));
  const answers: (Compared | undefined)[] = [];
  for (const [index, side] of sides.entries()) {
    const request = requests[index];
    if (request !== undefined) answers.push(await askSide(side, step, request));
  }
  const [real, ours] = answers;
  tally.note({
    verb: step.verb,
    kind: step.kind.title,
    status: statusOf(real?.compared),
    reason: stringAt(real?.compared, ['body', 'reason']) ?? '',
  });
  tally.masks(real === undefined ? [] : maskedFields(real));
  history.note(step, requests[0], `${statusOf(real?.compared)}`);
  return tellDifference({ step, real: real?.compared, ours: ours?.compared }, playing);
}

type StepOutcome = { readonly step: RandomStep; readonly real: Json | undefined; readonly ours: Json | undefined };

function statusOf(answer: Json | undefined): number {
  return isJsonObject(answer) && typeof answer['status'] === 'number' ? answer['status'] : 0;
}

/** True where the two servers no longer hold the same. */
function tellDifference({ step, real, ours }: StepOutcome, { tally, history, number }: Playing): boolean {
  const lines = differences(real, ours);
  const [first] = lines;
  if (first === undefined) return false;
  const place = placeOf(first, ours);
  const found = { verb: step.verb, kind: step.kind.title, place, example: [`round ${number}`, ...history.of(step).slice(-7), ...lines] };
  const chance = leftToChance(step.kind, { real, ours });
  if (chance === undefined) tally.differs(found);
  else tally.masks([`${chance}: ${step.kind.title} ${place}`]);
  return chance === undefined;
}
