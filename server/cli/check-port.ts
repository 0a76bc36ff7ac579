import { writeFile } from 'node:fs/promises'
import type { Certificate } from '@portico/contract/conformance/kit'
import type { Subject } from '@portico/contract/conformance/subject'
import { portNames } from '@portico/contract/ports/config'
import type { PortDeclaration } from '@portico/contract/ports/kit'
import { Argument, type Command } from 'commander'
import { Refusal } from '../core/kernel/decider.ts'
import { commandsOf, exitCodes } from './command.ts'
import { jsonAt } from './json-file.ts'
import { openTerminal } from './terminal.ts'

type Options = {
  adapter?: string
  url?: string
  binding?: string
  options?: string
  samples?: string
  secretEnv: string
  certificate?: string
}
type Tested = { name: string; subject: Subject; close(): Promise<void> }

/** Needs no service and no database: an adapter is held against its port, wherever it is written. */
export function addCheckPort(program: Command) {
  commandsOf(program)<Options>(
    'check-port',
    'Check an adapter against the laws of its port',
    async (options, name = '') => {
      const [{ conformanceOf }, kit] = await Promise.all([
        import('@portico/contract/conformance/all'),
        import('@portico/contract/conformance/kit'),
      ])
      const conformance = conformanceOf(name as (typeof portNames)[number])
      const tested = await testedOf(conformance.port, options)
      try {
        const { adapter, close } = await tested.subject.open()
        const { supports } = adapter
        await close()
        const laws = await kit.checkLaws(conformance, tested.subject)
        const found = { adapter: tested.name, supports, laws, at: new Date() }
        const certificate = kit.certificateOf(conformance.port, found)
        if (options.certificate)
          await writeFile(options.certificate, `${JSON.stringify(certificate, null, 2)}\n`)
        openTerminal({ isJson: options.json }).say(certificate, linesOf(certificate))
        if (!certificate.isKept) process.exitCode = exitCodes.failed
      } finally {
        await tested.close()
      }
    },
  )
    .addArgument(new Argument('<name>', 'the port').choices(portNames))
    .option('--adapter <file>', 'a module that exports the adapter as its default')
    .option('--url <url>', 'an adapter over HTTP, in whatever language')
    .option('--binding <name>', 'the adapter that the configuration binds: it is sent invented samples')
    .option('--options <file>', 'with --adapter: its options as JSON; { "env": "NAME" } stands for a secret')
    .option('--samples <file>', 'JSON: { "samples": { call: input }, "refused": { call: input } }')
    .option('--secret-env <name>', 'with --url: the variable that holds the secret', 'PORT_SECRET')
    .option('--certificate <file>', 'also write the result there, as JSON')
}

async function testedOf(port: PortDeclaration, options: Options): Promise<Tested> {
  const { adapter, url, binding, samples } = options
  if ([adapter, url, binding].filter((given) => given !== undefined).length !== 1)
    throw new Refusal('invalid', 'Name what to check: --adapter FILE, --url URL or --binding NAME.')
  const given = samples === undefined ? {} : await jsonAt(samples)
  if (url !== undefined) return remote(port, url, options.secretEnv, given)
  const { adapterAt, boundAdapter } = await import('./adapter-file.ts')
  const { name, subject } = await (binding === undefined
    ? adapterAt(adapter as string, port, options.options)
    : boundAdapter(port, binding))
  return { name, subject: { ...subject, ...given }, close: async () => {} }
}

async function remote(port: PortDeclaration, url: string, secretEnv: string, given: object): Promise<Tested> {
  const { faultOfSecret } = await import('@portico/contract/ports/signature')
  const { httpSubject } = await import('@portico/contract/conformance/http-subject')
  const secret = process.env[secretEnv] ?? ''
  const fault = faultOfSecret(secret)
  if (fault) throw new Refusal('invalid', `The secret in ${secretEnv} ${fault}.`)
  const subject = await httpSubject(port, { url, secret }).catch((error: Error) => {
    throw new Refusal('invalid', error.message)
  })
  return { name: url, subject: { ...subject, ...given }, close: subject.close }
}

function linesOf({ kit, port, spec, adapter, laws }: Certificate): string[] {
  const width = Math.max(...laws.map(({ law }) => law.length))
  const rows = laws.flatMap(({ result, law, says, why }) => [
    `${result.padEnd(8)} ${law.padEnd(width)}  ${says}`,
    ...(why ? [`${' '.repeat(width + 11)}${why}`] : []),
  ])
  const count = (wanted: string) => laws.filter(({ result }) => result === wanted).length
  const sum = `${count('kept')} kept, ${count('broken')} broken, ${count('skipped')} skipped`
  return [...rows, '', `${sum}: ${adapter}, by the laws of ${port} ${spec}, kit ${kit}.`]
}
