import type { Made } from '../app/synthesise.ts'
import { readSettings } from '../config.ts'
import { Refusal } from '../core/kernel.ts'
import { settlePort } from '../listen.ts'
import type { Parts } from '../main.ts'
import { openStorage } from '../storage.ts'
import { StartFailure } from '../store/start-failure.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { welcome } from './welcome.ts'

/** A terminal's Ctrl-C reaches both npm and this process, so it may come twice for one press. */
const oneSignalMs = 1000

/** Serves until a signal comes, which may be before there is anything to serve. */
export async function serve(options: { json: boolean }): Promise<void> {
  const terminal = openTerminal({ isJson: options.json })
  const stopping = stopOnSignal()
  const settings = await settlePort(readSettings(process.env))
  const opening = openStorage(settings, { mayCreate: true })
  opening.catch(() => {})
  // Loaded while the database starts.
  const [{ openParts, openService }] = await Promise.all([import('../main.ts'), import('../http/server.ts')])
  const parts = await openParts(settings, undefined, opening)
  let close = parts.close
  try {
    stopping.throwIfAborted()
    const hasOwnAccounts = settings.externalIssuer === undefined
    // A password that was set is known and can be refused early; one that is made up is kept only to be shown at once.
    const isPasswordSet = settings.firstAccount.password !== undefined
    const known = hasOwnAccounts && isPasswordSet ? await firstAccount(parts) : undefined
    let waiting = 0
    const service = await openService(parts, {
      onSynthesised: tellMade(() => waiting),
      async beforeBackground() {
        if (settings.mode === 'sandbox') waiting = await prepareSandbox(parts, terminal, stopping)
      },
    })
    close = service.close
    const account = hasOwnAccounts ? (known ?? (await firstAccount(parts))) : undefined
    terminal.say(...welcome(service, account, waiting))
    if (!stopping.aborted) await new Promise((stop) => stopping.addEventListener('abort', stop))
  } catch (error) {
    if (!stopping.aborted) {
      await close()
      throw error
    }
  }
  await close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}

async function firstAccount({ identity, settings }: Parts) {
  try {
    return await identity.ensureFirstAccount(settings.firstAccount)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new StartFailure(`PORTICO_USERNAME and PORTICO_PASSWORD cannot be used: ${error.message}`)
  }
}

async function prepareSandbox({ sandbox }: Parts, terminal: Terminal, stopping: AbortSignal) {
  const progress = terminal.progress('Making synthetic cases, pages')
  const { waiting } = await sandbox.prepare(progress.at, stopping).finally(progress.end)
  return waiting
}

/** The larger cases come one by one; each is told when it can be read and searched. */
function tellMade(waiting: () => number) {
  let count = 0
  return ({ pages, isNew }: Made) => {
    if (!isNew) return
    count += 1
    console.error(`A synthetic case of ${pages} pages is ready: ${count} of ${waiting()}.`)
  }
}

function stopOnSignal(): AbortSignal {
  const stopping = new AbortController()
  let since: number | undefined
  const stop = () => {
    if (since !== undefined) {
      if (Date.now() - since > oneSignalMs) process.exit(130)
      return
    }
    since = Date.now()
    console.error('Finishing what has begun; press Ctrl-C again to stop at once.')
    stopping.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return stopping.signal
}
