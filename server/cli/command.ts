import type { Command } from 'commander'
import type { Identity } from '../auth/identity.ts'
import type { Settings } from '../config.ts'
import { loadSettings } from '../main/settings.ts'
import type { Storage } from '../main/storage.ts'
import type { Parts } from '../main.ts'
import { asStartFailure } from '../store/start-failure.ts'

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

/** For the commands that may be the first of all to run on a data folder. */
export const creating = { mayCreate: true }

/** The parts are loaded here and not before: help, and what is wrong with a command, are said at once. */
export async function withParts(
  work: (parts: Parts) => Promise<void>,
  { mayCreate = false }: { mayCreate?: boolean } = {},
) {
  const settings = await loadSettings(process.env)
  const { openStorage } = await import('../main/storage.ts')
  // The database starts while the rest is loaded.
  const opening = openStorage(settings, { mayCreate })
  opening.catch(() => {})
  const { openParts } = await import('../main.ts')
  const parts = await openParts(settings, undefined, opening)
  try {
    await work(parts)
  } finally {
    await parts.close()
  }
}

export type PeopleParts = { settings: Settings; db: Storage['db']; identity: Identity }

/** For commands about people: they need the database and the profile, and no more is loaded. */
export async function withPeople(work: (parts: PeopleParts) => Promise<void>) {
  const settings = await loadSettings(process.env)
  const { openStorage } = await import('../main/storage.ts')
  const opening = openStorage(settings, { mayCreate: false })
  opening.catch(() => {})
  const { openIdentityOf } = await import('../main/identity.ts')
  const storage = await opening
  try {
    const { identity } = await openIdentityOf(settings, storage, () => new Date(), console.error).catch(
      (error) => {
        throw asStartFailure(error)
      },
    )
    await work({ settings, db: storage.db, identity })
  } finally {
    await storage.close()
  }
}
