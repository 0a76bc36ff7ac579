import type { Command } from 'commander'
import { readSettings } from '../config.ts'
import type { Parts } from '../main.ts'

/** What the command's exit code means; `portico --help` says the same. */
export const exitCodes = { done: 0, failed: 1, usage: 2, cannotStart: 3 }

type Common = { json: boolean }

export type AddCommand = <Options extends object = object>(
  name: string,
  description: string,
  action: (options: Options & Common, argument: string | undefined, command: Command) => Promise<void>,
) => Command

export function commandsOf(parent: Command): AddCommand {
  return <Options extends object>(
    name: string,
    description: string,
    action: (options: Options & Common, argument: string | undefined, command: Command) => Promise<void>,
  ) =>
    parent
      .command(name)
      .description(description)
      .option('--json', 'print one JSON object', false)
      .action(async function (this: Command) {
        await action(this.opts<Options & Common>(), this.args[0], this)
      })
}

/** The parts are loaded here and not before: help, and what is wrong with a command, are said at once. */
export async function withParts(work: (parts: Parts) => Promise<void>) {
  const { openParts } = await import('../main.ts')
  const parts = await openParts(readSettings(process.env))
  try {
    await work(parts)
  } finally {
    await parts.close()
  }
}
