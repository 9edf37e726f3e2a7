// Which built-in controllers a virtual cluster runs, out of the text of --controllers.
import { controllerNames } from '@rectrace/control-plane';
import { UsageError } from '../errors.ts';

const ALL = 'all';

/** @throws UsageError for a name that none of them has */
export function chosenControllers(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const known = controllerNames();
  if (text === ALL) return known;
  const chosen = text.split(',').map((name) => name.trim());
  const unknown = chosen.find((name) => !known.includes(name));
  if (unknown === undefined) return chosen;
  throw new UsageError(
    `--controllers: no built-in controller is called ${JSON.stringify(unknown)}; there are ${known.join(', ')}, or ${ALL}`,
  );
}
