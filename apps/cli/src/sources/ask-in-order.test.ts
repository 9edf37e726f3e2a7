import { expect, test } from 'vitest';
import { NotFoundError, UsageError } from '../errors.ts';
import { askInOrder } from './ask-in-order.ts';

type Source = () => Promise<string | undefined>;

const answers =
  (text: string): (() => Promise<string>) =>
  async () =>
    text;
const knowsNothing: Source = async () => undefined;
const gone = async (): Promise<never> => {
  throw new NotFoundError('gone');
};
const ask = (recorded: readonly Source[], last: () => Promise<string>): Promise<string> =>
  askInOrder({ recorded, last, happened: (answer) => answer.startsWith('eventful') });

test.each<[title: string, recorded: readonly Source[], last: () => Promise<string>, expected: string]>([
  ['the first that saw something', [knowsNothing, answers('quiet'), answers('eventful')], gone, 'eventful'],
  ['the last, where none that recorded saw anything', [answers('quiet'), knowsNothing], answers('eventful last'), 'eventful last'],
  ['what recorded, where the last has seen nothing either', [answers('quiet'), answers('quiet too')], answers('nothing'), 'quiet'],
  ['what recorded, where the object is gone', [answers('quiet')], gone, 'quiet'],
  ['the last, where nobody recorded', [knowsNothing], answers('nothing'), 'nothing'],
])('%s', async (_title, recorded, last, expected) => {
  expect(await ask(recorded, last)).toBe(expected);
});

test('an object that nobody knows is not found; another failure is told in any case', async () => {
  const failing = async (): Promise<never> => {
    throw new UsageError('wrong');
  };
  await expect(ask([knowsNothing], gone)).rejects.toThrow('gone');
  await expect(ask([answers('quiet')], failing)).rejects.toThrow('wrong');
  await expect(ask([failing], answers('eventful'))).rejects.toThrow('wrong');
});
