// Plays a case against both servers and compares what they answered.
import { compareAnswers } from './compare-answers.ts';
import type { DifferentialCase } from './differential-case.ts';
import type { Sides } from './sides.ts';
import { Subject } from './subject.ts';

/** The differences, a line each. `suffix` makes the namespace another one, where the real server has been used before. */
export async function playCase(
  sides: Pick<Sides, 'real' | 'ours'>,
  { title, run }: DifferentialCase,
  suffix = '',
): Promise<readonly string[]> {
  const namespace = `${namespaceFor(title)}${suffix}`;
  const subjects = [new Subject('real', sides.real), new Subject('ours', sides.ours)] as const;
  for (const subject of subjects) {
    await subject.prepare({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
    await run(subject, namespace);
  }
  const [real, ours] = subjects;
  return compareAnswers(real.exchanges, ours.exchanges);
}

function namespaceFor(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-|-$/g, '');
  return `d-${words}`;
}
