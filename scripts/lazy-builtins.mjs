// A plugin of the bundler: a built-in module of Node is loaded when something of it is first used.
// An ES import reads every one of its exports, and some of them load half of Node (node:fs: streams and readline, 10 ms); many are never used.

const PREFIX = '\0builtin:';

/** The bundled stand-in: its prototype asks the built-in itself. A bound function is one that may be called and made with new without a prototype of its own. */
function standIn(name) {
  return `
const load = () => process.getBuiltinModule(${JSON.stringify(name)});
const builtin = new Proxy(function () {}.bind(), {
  ownKeys: () => [],
  getPrototypeOf: () => builtin,
  get: (_target, name) => (name === '__esModule' ? undefined : load()[name]),
  apply: (_target, self, args) => Reflect.apply(load(), self, args),
  construct: (_target, args, made) => Reflect.construct(load(), args, made),
});
module.exports = builtin;
`;
}

export function lazyBuiltins() {
  return {
    name: 'lazy-builtins',
    resolveId: {
      // The bundler's own runtime needs node:module while the others are being made.
      filter: { id: /^node:(?!module$)/ },
      // What is imported lazily stays an import: a stand-in has no named exports for it.
      handler: (id, _importer, { kind }) =>
        kind === 'dynamic-import' ? { id, external: true } : { id: `${PREFIX}${id}`, moduleSideEffects: false },
    },
    load: {
      filter: { id: /^\0builtin:/ },
      handler: (id) => ({ code: standIn(id.slice(PREFIX.length)), moduleType: 'js' }),
    },
  };
}
