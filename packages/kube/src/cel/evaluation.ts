// What an expression is evaluated in.

import type { CelValue } from './cel-value.ts';
import type { CallContext } from './overload.ts';

/** Values of variables, the innermost first. */
export type Scope = { readonly name: string; readonly value: CelValue; readonly outer: Scope | undefined };
export type Evaluation = { readonly scope: Scope | undefined; readonly context: CallContext };
