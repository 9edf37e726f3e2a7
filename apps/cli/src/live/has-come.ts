// Whether an object that is waited for has come: before that it is not at rest, also where an earlier one of its name is known to be gone.

import type { RootView } from '@rectrace/trace';

/** isThere: it was when following began. The answer stays yes once it is. */
export function hasComeOnce(isThere: boolean): (view: Pick<RootView, 'ref' | 'gone'> | undefined) => boolean {
  let come = isThere;
  return (view) => {
    come ||= view?.ref !== undefined && !view.gone;
    return come;
  };
}
