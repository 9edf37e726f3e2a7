// An observer in a process of its own, so that what it parses delays neither the load nor the clock.
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { FromObserver, Observation, ObserverTask, ToObserver } from './observation.ts';

const SCRIPT = new URL('./observer-child.ts', import.meta.url);
const FLAGS = ['--conditions=rectrace-source', '--disable-warning=ExperimentalWarning'];

export class Observer {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
    process.once('exit', () => child.kill('SIGKILL'));
  }

  /** Resolves when all of it is watched. @throws Error where its process ends before */
  static async start(task: ObserverTask): Promise<Observer> {
    const child = fork(SCRIPT, { execArgv: FLAGS, serialization: 'advanced' });
    const observer = new Observer(child);
    observer.#send({ kind: 'task', task });
    await observer.#hear('ready');
    return observer;
  }

  /** Ends it. */
  async observation(): Promise<Observation> {
    this.#send({ kind: 'end' });
    const { observation } = await this.#hear('observation');
    return observation;
  }

  #send(message: ToObserver): void {
    this.#child.send(message);
  }

  async #hear<Kind extends FromObserver['kind']>(kind: Kind): Promise<Extract<FromObserver, { readonly kind: Kind }>> {
    const ended = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`the observer ended with ${code}`);
    });
    const [message] = (await Promise.race([once(this.#child, 'message'), ended])) as [FromObserver];
    if (message.kind !== kind) throw new Error(`the observer told ${message.kind} instead of ${kind}`);
    return message as Extract<FromObserver, { readonly kind: Kind }>;
  }
}
