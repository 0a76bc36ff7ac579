import type { Made } from '../app/synthesise.ts'
import { readSettings } from '../config.ts'
import { Refusal } from '../core/kernel.ts'
import { openParts, openService, type Parts, type Service } from '../main.ts'
import { StartFailure } from '../store/start-failure.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { welcome } from './welcome.ts'

/** A terminal's Ctrl-C reaches both npm and this process, so it may come twice for one press. */
const oneSignalMs = 1000

export async function serve(options: { json: boolean }): Promise<void> {
  const terminal = openTerminal({ isJson: options.json })
  const settings = readSettings(process.env)
  const parts = await openParts(settings)
  try {
    const account = settings.externalIssuer ? undefined : await firstAccount(parts)
    const { waiting } = settings.mode === 'sandbox' ? await prepareSandbox(parts, terminal) : { waiting: 0 }
    const service = await openService(parts, tellMade(waiting))
    closeOnSignal(service)
    terminal.say(...welcome(service, account, waiting))
  } catch (error) {
    await parts.close()
    throw error
  }
}

async function firstAccount({ identity, settings }: Parts) {
  try {
    return await identity.ensureFirstAccount(settings.firstAccount)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new StartFailure(`PORTICO_USERNAME and PORTICO_PASSWORD cannot be used: ${error.message}`)
  }
}

async function prepareSandbox({ sandbox }: Parts, terminal: Terminal) {
  const progress = terminal.progress('Making synthetic cases, pages')
  const prepared = await sandbox.prepare(progress.at)
  progress.end()
  return prepared
}

/** The larger cases come one by one; each is told when it can be read and searched. */
function tellMade(waiting: number) {
  let count = 0
  return ({ pages, isNew }: Made) => {
    if (!isNew) return
    count += 1
    console.error(`A synthetic case of ${pages} pages is ready: ${count} of ${waiting}.`)
  }
}

function closeOnSignal(service: Service) {
  let since: number | undefined
  const stop = () => {
    if (since !== undefined) {
      if (Date.now() - since > oneSignalMs) process.exit(130)
      return
    }
    since = Date.now()
    console.error('Finishing what has begun; press Ctrl-C again to stop at once.')
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
