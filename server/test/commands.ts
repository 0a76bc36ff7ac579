import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Ended, environmentOf, nodeFlags } from './process.ts'

export type Commands = {
  /** In the folder where the process was started, or in another. */
  run(args: readonly string[], env?: Record<string, string>, from?: string): Promise<Ended>
  close(): Promise<void>
}

/**
 * Commands of portico one after the other, in one process that stays: most of what a command takes is loading its
 * modules. `portico` of process.ts is for what belongs to a process of its own: signals, its end, the service.
 */
export function openCommands({ cwd }: { cwd?: string } = {}): Commands {
  const child = fork(join(import.meta.dirname, 'commands-in-child.ts'), {
    cwd,
    execArgv: nodeFlags,
    env: environmentOf({}),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  const ended = exit.then(([code, signal]) => {
    throw new Error(`the process that runs commands has ended with ${signal ?? code}`)
  })
  ended.catch(() => {})
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(args, env = {}, from) {
      const answer = last.then(() => {
        child.send({ args, env: environmentOf(env), from })
        return Promise.race([once(child, 'message'), ended])
      })
      last = answer.catch(() => {})
      return answer.then(([result]) => result as Ended)
    },
    async close() {
      await last
      if (child.connected) child.disconnect()
      await exit
    },
  }
}
