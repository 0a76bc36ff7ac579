import { type Obligation, obligationStatuses } from '@portico/contract/boundary'
import type { Actor } from '@portico/contract/envelope'
import { portNames } from '@portico/contract/ports/config'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Ledger } from '../app/boundary/ledger.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { commandsOf, exitCodes, withParts } from './command.ts'
import { openTerminal } from './terminal.ts'

type Filter = { port?: string; binding?: string; case?: string; from?: string; to?: string }
type Listed = Filter & { status?: string[]; limit: number; after?: string }
type Changed = Filter & { all?: boolean }
type Replayed = {
  binding: { port: string; name: string }
  from?: number
  to?: number
  case?: string
  dryRun: boolean
  newKeys: boolean
  dropped: boolean
}
type Request = Parameters<Ledger['redrive']>[0]

const operator: Actor = { id: 'system_command_line', name: 'portico deliveries', kind: 'system' }

/** What is owed to other systems, and what became of it. The service that runs sends what waits. */
export function addDeliveries(program: Command) {
  const listing = commandsOf(program)<Listed>(
    'deliveries',
    'List the deliveries to other systems and their status, most recent first',
    ({ status: statuses, limit, after, json, ...filter }) =>
      withParts(async ({ ports }) => {
        const page = await ports.desk.ledger.list({ ...chosen(filter), statuses }, { after, limit })
        openTerminal({ isJson: json }).say(page, [
          ...page.deliveries.map(line),
          ...(page.next === undefined ? [] : [`There are more: --after ${page.next}`]),
        ])
      }),
  ).enablePositionalOptions()
  filtered(listing)
    .addOption(new Option('--status <status...>', 'only these').choices(obligationStatuses))
    .addOption(new Option('--limit <number>', 'how many').argParser(wholeBetween(1, 1000)).default(100))
    .addOption(
      new Option('--after <next>', 'the next page, by the value that the last one printed').argParser(
        (text) => String(wholeBetween(0, Number.MAX_SAFE_INTEGER)(text)),
      ),
    )

  const command = commandsOf(listing)
  filtered(
    command<Changed & { reason?: string }>(
      'redrive',
      'Send dead letters again: those named, or all that match',
      ({ reason, ...options }, _, self) =>
        changed(options, self, {
          said: 'to be sent again',
          refused: 'changed meanwhile, or their binding is not in the configuration',
          one: (ledger, request, id) => ledger.redrive(request, id, reason),
          all: (ledger, request, filter) => ledger.redriveAll(request, filter, reason),
        }),
    ),
  )
    .argument('[id...]', 'deliveries that have failed')
    .option('--all', 'every dead letter')
    .option('--reason <text>', 'why, for the history of the case')
  filtered(
    command<Changed & { reason: string }>(
      'drop',
      'Drop dead letters for good: those named, or all that match',
      ({ reason, ...options }, _, self) =>
        changed(options, self, {
          said: 'dropped',
          refused: 'changed meanwhile',
          one: (ledger, request, id) => ledger.drop(request, id, reason),
          all: (ledger, request, filter) => ledger.dropAll(request, filter, reason),
        }),
    ),
  )
    .argument('[id...]', 'deliveries that have failed')
    .option('--all', 'every dead letter')
    .requiredOption('--reason <text>', 'why, for the history of the case', nonBlank)

  command<Replayed>(
    'replay',
    'Send the deliveries of a range of events to one binding again',
    ({
      binding: { port, name: binding },
      from,
      to,
      case: caseId,
      dryRun,
      newKeys,
      dropped: hasDropped,
      json,
    }) =>
      withParts(async ({ ports }) => {
        const replayed = await ports.desk.replay(port, {
          binding,
          ...(from === undefined ? {} : { after: Math.max(0, from - 1) }),
          ...(to === undefined ? {} : { upTo: to }),
          ...(caseId === undefined ? {} : { caseId }),
          isDryRun: dryRun,
          hasNewKeys: newKeys,
          hasDropped,
        })
        const { events, deliveries, unchanged, dropped, byCall } = replayed
        const each = Object.entries(byCall).map(([call, count]) => `${count} ${call}`)
        openTerminal({ isJson: json }).say(replayed, [
          `${deliveries} ${deliveries === 1 ? 'delivery' : 'deliveries'} ${dryRun ? 'would be sent' : 'will be sent'}${each.length > 0 ? ` (${each.join(', ')})` : ''}, by ${events} ${events === 1 ? 'event' : 'events'}; ${unchanged} stay as they are, ${dropped} stay dropped.`,
        ])
      }),
  )
    .addOption(
      new Option('--binding <port/name>', 'such as output/main').argParser(bindingOf).makeOptionMandatory(),
    )
    .addOption(new Option('--from <position>', 'only events from this position on').argParser(position))
    .addOption(new Option('--to <position>', 'only events up to this position').argParser(position))
    .option('--case <id>', 'only events of this case')
    .option('--dry-run', 'only report what would be sent', false)
    .option('--new-keys', 'under new keys, so that the other side does it again', false)
    .option('--dropped', 'also what somebody has dropped', false)
}

function filtered(command: Command): Command {
  return command
    .addOption(new Option('--port <port>', 'only of this port').choices(portNames))
    .option('--binding <name>', 'only of the binding with this name')
    .option('--case <id>', 'only of this case')
    .addOption(new Option('--from <time>', 'created at or after').argParser(time))
    .addOption(new Option('--to <time>', 'created before').argParser(time))
}

const chosen = ({ port, binding, case: caseId, from, to }: Filter) => ({ port, binding, caseId, from, to })

async function changed(
  { all, json, ...filter }: Changed & { json: boolean },
  self: Command,
  how: {
    said: string
    /** Why some may stay as they are. */
    refused: string
    one(ledger: Ledger, request: Request, id: string): Promise<Obligation>
    all(ledger: Ledger, request: Request, filter: object): Promise<{ changed: number; refused: number }>
  },
) {
  const ids = self.args
  const isChosen = Object.values(chosen(filter)).some((one) => one !== undefined)
  if (ids.length > 0 ? isChosen || all : !isChosen && !all)
    self.error('error: name deliveries, or say which by --port, --binding, --case, --from, --to or --all', {
      exitCode: exitCodes.usage,
    })
  await withParts(async ({ ports, clock }) => {
    const { ledger } = ports.desk
    const request = { at: clock(), actor: operator, correlationId: `portico deliveries ${self.name()}` }
    const terminal = openTerminal({ isJson: json })
    if (ids.length === 0) {
      const done = await how.all(ledger, request, chosen(filter))
      const refused = done.refused > 0 ? `; ${done.refused} stay as they are: ${how.refused}` : ''
      return terminal.say(done, [
        `${done.changed} ${done.changed === 1 ? 'delivery is' : 'deliveries are'} ${how.said}${refused}.`,
      ])
    }
    const deliveries: Obligation[] = []
    for (const id of ids) {
      const done = await how.one(ledger, request, id).catch((error) => {
        if (!(error instanceof Refusal)) throw error
        console.error(`portico: ${id}: ${error.message}`)
        process.exitCode = exitCodes.failed
      })
      if (done) deliveries.push(done)
    }
    terminal.say({ deliveries }, deliveries.map(line))
  })
}

function line(one: Obligation): string {
  const { id, port, binding, call, caseId, status, attempts, errorCode, nextAttemptAt, createdAt } = one
  const facts = [
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    ...(errorCode === undefined ? [] : [errorCode]),
    ...(nextAttemptAt === undefined ? [] : [`next ${nextAttemptAt}`]),
  ]
  return `${id}  ${createdAt}  ${port}/${binding} ${call}  ${caseId}  ${status}  ${facts.join(', ')}`
}

function wholeBetween(least: number, most: number) {
  return (text: string): number => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

const position = (text: string) => wholeBetween(1, Number.MAX_SAFE_INTEGER)(text)

function time(text: string): string {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const at = isTime ? new Date(text) : new Date(Number.NaN)
  if (!Number.isNaN(at.getTime())) return at.toISOString()
  throw new InvalidArgumentError('It must be a date or a time, like 2026-11-15 or 2026-11-15T09:30:00Z.')
}

function nonBlank(text: string): string {
  if (text.trim() !== '' && text.length <= 2000) return text
  throw new InvalidArgumentError('It must have 1 to 2000 characters, and not be blank.')
}

function bindingOf(text: string): { port: string; name: string } {
  const [port = '', name = '', ...more] = text.split('/')
  if (port !== '' && name !== '' && more.length === 0) return { port, name }
  throw new InvalidArgumentError('It must be a port and the name of its binding, like output/main.')
}
