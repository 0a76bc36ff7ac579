import { flushCompileCache } from 'node:module'
import type { Made } from '../app/sandbox/synthesis-order.ts'
import type { Settings } from '../config.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { describe } from '../http/errors.ts'
import { settlePort } from '../main/listen.ts'
import { loadSettings } from '../main/settings.ts'
import { openStorage } from '../main/storage.ts'
import type { Parts } from '../main.ts'
import { StartFailure } from '../store/start-failure.ts'
import { logCrashes, openServingLog, type ServingLog } from './serving-log.ts'
import { endWithin, stopOnSignal } from './stopping.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { welcome } from './welcome.ts'

/** Beyond the grace for requests: to end the background and the database. */
const lastMs = 2000

const noSpaceForCases =
  'The disk has less free space than PORTICO_DISK_RESERVE_MB: files are refused, and synthetic cases wait, until it has more.'

/** Serves until a signal comes, which may be before there is anything to serve. */
export async function serve(options: { json: boolean }): Promise<void> {
  const terminal = openTerminal({ isJson: options.json })
  const serving = openServingLog()
  const stopping = stopOnSignal(() => serving.note('Finishing open requests; a second signal stops at once.'))
  const settings = await settlePort(await loadSettings(process.env))
  const { parts, openService } = await openWhileLoading(settings, () =>
    serving.note(
      'The database ended by itself, and is started again; its log is database/postgres.log in the data folder.',
    ),
  )
  logCrashes(serving, (warning) => parts.log.warn(describe(warning), 'warning'))
  let close = parts.close
  try {
    stopping.throwIfAborted()
    const hasOwnAccounts = settings.externalIssuer === undefined
    // A password that was set is known and can be refused early; one that is made up is kept only to be shown at once.
    const isPasswordSet = settings.firstAccount.password !== undefined
    const known = hasOwnAccounts && isPasswordSet ? firstAccount(parts) : undefined
    known?.catch(() => {})
    let waiting = 0
    let isShortOfSpace = false
    const service = await openService(parts, {
      onSynthesised: tellMade(() => waiting, serving),
      beforeListening: async () => known,
      async beforeBackground() {
        if (settings.mode !== 'sandbox') return
        const prepared = await prepareSandbox(parts, terminal, serving, stopping)
        waiting = prepared.waiting
        isShortOfSpace = prepared.isShortOfSpace
      },
    })
    close = service.close
    const account = hasOwnAccounts ? await (known ?? firstAccount(parts)) : undefined
    terminal.say(...welcome(service, account, isShortOfSpace ? 0 : waiting))
    if (isShortOfSpace) serving.note(noSpaceForCases)
    // At its end it would be written by itself, but not all have one: what is killed would compile all of it again.
    flushCompileCache()
    if (!stopping.aborted) await new Promise((stop) => stopping.addEventListener('abort', stop))
  } catch (error) {
    if (!stopping.aborted) {
      await close()
      throw error
    }
  }
  const limitMs = settings.graceSeconds * 1000 + lastMs
  await endWithin(limitMs, close, () =>
    serving.note('Stopped before everything was finished; the next start resumes it.'),
  )
}

/**
 * Modules are loaded without a turn of the event loop: so the database is launched before, and whatever waits for it has
 * its turn between one part of them and the next.
 */
async function openWhileLoading(settings: Settings, onEnded: () => void) {
  const spawned = Promise.withResolvers<void>()
  const opening = openStorage(settings, { mayCreate: true, onSpawn: spawned.resolve, onEnded })
  await Promise.race([spawned.promise, opening])
  await import('../app/portico.ts')
  await turn()
  const { openParts, openService } = await import('../main.ts')
  const parts = openParts(settings, undefined, opening)
  parts.catch(() => {})
  for (const load of [() => import('fastify'), () => import('../http/server.ts')]) {
    await turn()
    await load()
  }
  return { parts: await parts, openService }
}

const turn = () => new Promise((ends) => setImmediate(ends))

async function firstAccount({ identity, settings }: Parts) {
  try {
    return await identity.ensureFirstAccount(settings.firstAccount)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new StartFailure(`PORTICO_USERNAME and PORTICO_PASSWORD cannot be used: ${error.message}`)
  }
}

async function prepareSandbox(
  { sandbox }: Parts,
  terminal: Terminal,
  { note }: ServingLog,
  stopping: AbortSignal,
) {
  const progress = terminal.progress('Making synthetic cases, pages', note)
  return sandbox.prepare(progress.at, stopping).finally(progress.end)
}

/** The larger cases come one by one; each is told when it can be read and searched. */
function tellMade(waiting: () => number, { note }: ServingLog) {
  let count = 0
  return ({ pages, isNew }: Made) => {
    if (!isNew) return
    count += 1
    note(`A synthetic case of ${pages} pages is ready: ${count} of ${waiting()}.`)
  }
}
