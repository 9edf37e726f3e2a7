// One source after the other is asked what happened. One that has seen nothing happen, such as a recording that has just begun, does not keep
// the next one from being asked.

import { NotFoundError } from '../errors.ts';

/** recorded: in their order; undefined = it does not know the object. last: asked where none of them saw anything happen. */
export type Sources<Answer> = {
  readonly recorded: readonly (() => Promise<Answer | undefined>)[];
  readonly last: () => Promise<Answer>;
  readonly happened: (answer: Answer) => boolean;
};

/** The first answer in which something happened; where there is none, the first one. @throws NotFoundError where no source knows the object */
export async function askInOrder<Answer>({ recorded, last, happened }: Sources<Answer>): Promise<Answer> {
  let quiet: Answer | undefined;
  for (const ask of recorded) {
    const answer = await ask();
    if (answer !== undefined && happened(answer)) return answer;
    quiet ??= answer;
  }
  return quiet === undefined ? last() : eventful(quiet, { last, happened });
}

async function eventful<Answer>(quiet: Answer, { last, happened }: Omit<Sources<Answer>, 'recorded'>): Promise<Answer> {
  try {
    const answer = await last();
    return happened(answer) ? answer : quiet;
  } catch (error) {
    if (error instanceof NotFoundError) return quiet;
    throw error;
  }
}
