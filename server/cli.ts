import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { addCheckPort } from './cli/check-port.ts'
import { commandsOf, creating, exitCodes, withParts } from './cli/command.ts'
import { addDeliveries } from './cli/deliveries.ts'
import { addImport } from './cli/import.ts'
import { addJobs } from './cli/jobs.ts'
import { nameInFolder } from './cli/name-in-folder.ts'
import { addNewAdapter } from './cli/new-adapter.ts'
import { addPeople } from './cli/people.ts'
import { addPorts } from './cli/ports.ts'
import { addProfile } from './cli/profile.ts'
import { addPurge } from './cli/purge.ts'
import { addReset } from './cli/reset.ts'
import { addSchema } from './cli/schema.ts'
import { openTerminal } from './cli/terminal.ts'
import { addVerify } from './cli/verify.ts'
import { Refusal } from './core/kernel/decider.ts'
import { NoSpace } from './files/disk-space.ts'
import { StartFailure } from './store/start-failure.ts'

// What it writes is for its own account alone; where another must pass, that is said where the folder is made.
process.umask(0o077)

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string
}

const program = new Command('portico')
  .version(version, '--version', 'print the version')
  .description('Read the evidence on a case, decide its issues, and sign a decision that cites its pages.')
  .addHelpText(
    'after',
    `
Settings come from the environment: PORT, PORTICO_DATA, DATABASE_URL and others; docs/reference/settings.md lists them all.
Exit codes: 0 done; 1 failed, or faults were found; 2 wrong usage; 3 the service or its database cannot start.`,
  )
  // An option belongs to the command before it: some of a list are also those of its subcommands.
  .enablePositionalOptions()
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'portico: ')) })

const command = commandsOf(program)

command('serve', 'Run the service', async (options) => {
  const { serve } = await import('./cli/serve.ts')
  await serve(options)
})

addPeople(program)
addImport(program)
addProfile(program)
addPurge(program)
addJobs(program)

command<{ cases: number; pages: number; seed: string }>(
  'synth',
  'Make synthetic cases, complete and searchable',
  (options) =>
    withParts(async ({ sandbox, settings }) => {
      if (settings.mode !== 'sandbox')
        throw new Refusal('forbidden', 'Synthetic cases are made in a sandbox only.')
      const terminal = openTerminal({ isJson: options.json })
      const progress = terminal.progress('Pages')
      const made = await sandbox.make(options, progress.at)
      progress.end()
      terminal.say(
        { cases: made },
        made.map(({ caseId, pages }) => `${caseId}  ${pages} pages`),
      )
    }, creating),
)
  .option('--cases <number>', 'how many', positive, 1)
  .option('--pages <number>', 'pages per case', positive, 100)
  .option('--seed <text>', 'the same seed makes the same cases', 'portico')

command('rebuild', 'Rebuild every projection from the events, while the service keeps reading', (options) =>
  withParts(async ({ db }) => {
    const terminal = openTerminal({ isJson: options.json })
    const progress = terminal.progress('Events')
    const { rebuild } = await import('./app/engine/rebuild.ts')
    const { allProjections } = await import('./projections/all.ts')
    const { events } = await rebuild(db, allProjections, ({ position, of }) => progress.at(position, of))
    progress.end()
    terminal.say({ events }, [`Rebuilt from ${events} events.`])
  }),
)

command(
  'new-epoch',
  'Begin another epoch of the log of events, after a snapshot of the disk was put back',
  (options) =>
    withParts(async ({ db }) => {
      const { beginEpoch } = await import('./store/events/epochs.ts')
      const epoch = await beginEpoch(db)
      openTerminal({ isJson: options.json }).say({ epoch }, [
        `The log is in the epoch ${epoch}: whoever follows it is told where to resume.`,
      ])
    }),
)

command(
  'reindex',
  'Rebuild the search index of one case from the text of its pages, while it is searched',
  (options, caseId) =>
    withParts(async ({ db, portico }) => {
      await portico.cases.find(caseId as string)
      const terminal = openTerminal({ isJson: options.json })
      const progress = terminal.progress('Pages')
      const { reindex } = await import('./app/texts/reindex.ts')
      const { pages } = await reindex(db, caseId as string, progress.at)
      progress.end()
      terminal.say({ pages }, [`Indexed ${pages} pages.`])
    }),
).argument('<case>', 'the id of the case')

addPorts(program)
addDeliveries(program)
addVerify(program)
addCheckPort(program)
addNewAdapter(program)
addSchema(program)
addReset(program)

command<{ format: 'pdf' | 'zip'; output: string; annotations: boolean }>(
  'export',
  'Write the whole file of a case as one PDF, or as a ZIP with a manifest',
  (options, caseId) =>
    withParts(async ({ portico }) => {
      const signal = new AbortController().signal
      // Whoever has the machine has the database.
      const reader = { id: '', teams: [], audience: 'administration' as const, curates: true }
      const request = { format: options.format, annotations: options.annotations, reader, signal }
      const file = await portico.files.exportCase(caseId as string, request)
      const path = options.output ?? nameInFolder(file.name)
      const progress = openTerminal({ isJson: options.json }).progress('Bytes')
      let written = 0
      const counted = async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          written += chunk.length
          progress.at(written, file.bytes ?? written)
          yield chunk
        }
      }
      await pipeline(await file.open(), counted, createWriteStream(path))
      progress.end()
      openTerminal({ isJson: options.json }).say({ path, bytes: written }, [`${path} (${written} bytes)`])
    }),
)
  .argument('<case>', 'the id of the case')
  .addOption(new Option('--format <format>', 'what to write').choices(['pdf', 'zip']).default('pdf'))
  .option('--output <file>', 'where to write it (default: named after the docket number)')
  .option('--annotations', 'write annotations into the PDF', false)

function positive(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a positive integer.')
}

function codeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  if (!(error instanceof Error)) return exitCodes.failed
  const isOurs = error instanceof Refusal || error instanceof StartFailure || error instanceof NoSpace
  console.error(isOurs ? `portico: ${error.message}` : `portico: ${error.message}\n${error.stack ?? ''}`)
  return error instanceof StartFailure ? exitCodes.cannotStart : exitCodes.failed
}

/** Sets the exit code of the process; what is said goes to its standard output and error. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = codeOf(error)
  }
}

if (import.meta.main) await runCommand(process.argv.slice(2))
